package dev.infill.core.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What is asked for together is answered together, in the order in which it was asked. */
class BatcherTest {
  /** Lengths of words; equal ones are one source. */
  private record Lengths(List<List<String>> batches, Optional<String> known)
      implements Batcher.Source<String, Integer> {
    @Override
    public List<Integer> answer(List<String> words) {
      batches.add(List.copyOf(words));
      return words.stream().map(String::length).toList();
    }

    @Override
    public Optional<Integer> known(String word) {
      return known.filter(word::equals).map(String::length);
    }
  }

  private final List<List<String>> batches = new ArrayList<>();
  private final Lengths lengths = new Lengths(batches, Optional.of("known"));
  private final Batcher batcher = new Batcher();

  @Test
  void questionsWaitUntilTheyAreAnsweredInOneBatch() {
    CompletableFuture<Integer> one = batcher.ask(lengths, "a");
    CompletableFuture<Integer> two = batcher.ask(lengths, "bb");

    assertThat(batcher.isWaiting()).isTrue();
    assertThat(one).isNotDone();
    batcher.answer();

    assertThat(batches).containsExactly(List.of("a", "bb"));
    assertThat(one).isCompletedWithValue(1);
    assertThat(two).isCompletedWithValue(2);
    assertThat(batcher.isWaiting()).isFalse();
  }

  @Test
  void whatIsKnownIsThereAtOnce() {
    assertThat(batcher.ask(lengths, "known")).isCompletedWithValue(5);
    assertThat(batcher.isWaiting()).isFalse();
    assertThat(batches).isEmpty();
  }

  @Test
  void whatFollowsFromAnswersWaitsForTheNextBatch() {
    List<Integer> sums =
        batcher.await(
            List.of(
                batcher.ask(lengths, "a").thenCompose(n -> batcher.ask(lengths, "b".repeat(n + 1))),
                batcher.ask(lengths, "ccc").thenApply(n -> -n)));

    assertThat(sums).containsExactly(2, -3);
    assertThat(batches).containsExactly(List.of("a", "ccc"), List.of("bb"));
  }

  @Test
  void everySourceIsAskedByItself() {
    Lengths equal = new Lengths(batches, Optional.of("known"));
    Batcher.Source<String, String> other =
        words -> {
          batches.add(List.of("other"));
          return words.stream().map(word -> word + word).toList();
        };
    CompletableFuture<Integer> first = batcher.ask(lengths, "a");
    CompletableFuture<String> doubled = batcher.ask(other, "b");
    CompletableFuture<Integer> last = batcher.ask(equal, "c");

    batcher.answer();

    assertThat(List.of(first, last)).allMatch(CompletableFuture::isDone);

    assertThat(batches).containsExactly(List.of("a", "c"), List.of("other"));
    assertThat(doubled).isCompletedWithValue("bb");
  }

  @Test
  void whatASourceThrowsIsThrownAndNothingWaitsAnyMore() {
    OutOfMemoryError thrown = new OutOfMemoryError("native");
    CompletableFuture<Integer> answered = batcher.ask(lengths, "a");
    CompletableFuture<Integer> failed =
        batcher.ask(
            words -> {
              throw thrown;
            },
            "b");

    assertThatThrownBy(batcher::answer).isSameAs(thrown);

    assertThat(answered).isNotDone();
    assertThat(failed).isNotDone();
    assertThat(batcher.isWaiting()).isFalse();
  }

  @Test
  void whatFollowsFromAnswersThrowsAsItIs() {
    for (Throwable thrown : List.of(new IllegalStateException("step"), new StackOverflowError())) {
      assertThatThrownBy(
              () ->
                  batcher.await(
                      List.of(
                          batcher
                              .ask(lengths, "a")
                              .thenApply(n -> thrownBy(thrown))
                              .thenApply(n -> n + 1))))
          .isSameAs(thrown);
    }
  }

  private static int thrownBy(Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) thrown;
  }

  @Test
  void whatIsForgottenIsNeverAnswered() {
    CompletableFuture<Integer> asked = batcher.ask(lengths, "a");
    batcher.forget();
    assertThat(batcher.isWaiting()).isFalse();
    batcher.answer();
    assertThat(asked).isNotDone();
    assertThat(batches).isEmpty();
  }

  @Test
  void aSourceAnswersEveryQuestion() {
    CompletableFuture<Integer> asked = batcher.ask((List<String> words) -> List.of(1, 2), "a");

    assertThatThrownBy(batcher::answer)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("2 answers to 1 questions");
    assertThat(asked).isNotDone();
  }
}
