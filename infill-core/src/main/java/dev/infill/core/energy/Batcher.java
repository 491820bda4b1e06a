package dev.infill.core.energy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Gathers the questions of chains, and answers them in batches (dynamic batching). The answer to a
 * question is a future. It is there at once if it is known, and after the next call of {@link
 * #answer()} if not. So a step waits for its answers without a thread, and the model runs on the
 * questions of all chains.
 *
 * <p>Not thread-safe. Questions stay in the order in which they were asked, so that a batch depends
 * on the chains alone.
 */
public final class Batcher {
  private Map<Source<?, ?>, Asked<?, ?>> waiting = new LinkedHashMap<>();

  /**
   * Answers questions of one kind. Questions to equal sources are answered together.
   *
   * @param <Q> the questions
   * @param <A> the answers
   */
  public interface Source<Q, A> {
    /**
     * Returns one answer for each question, in order.
     *
     * @param questions at least one
     */
    List<A> answer(List<Q> questions);

    /**
     * Returns the answer to a question if it takes no model pass; else empty.
     *
     * @param question one question
     */
    default Optional<A> known(Q question) {
      return Optional.empty();
    }
  }

  /**
   * Asks a question.
   *
   * @param source answers it
   * @param question the question
   * @return complete if the answer is known; else completed by {@link #answer()}
   */
  public <Q, A> CompletableFuture<A> ask(Source<Q, A> source, Q question) {
    return source
        .known(question)
        .map(CompletableFuture::completedFuture)
        .orElseGet(() -> asked(source).add(question));
  }

  /** Says whether questions wait for {@link #answer()}. */
  public boolean isWaiting() {
    return !waiting.isEmpty();
  }

  /** Drops the questions that wait: they are never answered. */
  public void forget() {
    waiting = new LinkedHashMap<>();
  }

  /**
   * Answers all questions that wait, those to one source in one batch. Their futures continue now,
   * and may ask again. If a source throws, its exception is thrown on, no question is answered, and
   * none waits any more.
   */
  public void answer() {
    List<Asked<?, ?>> all = List.copyOf(waiting.values());
    waiting = new LinkedHashMap<>();
    List<Runnable> completions = all.stream().map(Asked::answer).toList();
    completions.forEach(Runnable::run);
  }

  /**
   * Answers all questions until none waits.
   *
   * @param begun work that is over then
   * @return the results, in order
   */
  public <T> List<T> await(List<CompletableFuture<T>> begun) {
    while (isWaiting()) {
      answer();
    }
    return begun.stream().map(Batcher::result).toList();
  }

  /**
   * Waits for several answers.
   *
   * @param asked the answers to come
   * @return the answers, in order, once all are there
   */
  public static <T> CompletableFuture<List<T>> all(List<CompletableFuture<T>> asked) {
    return CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new))
        .thenApply(over -> asked.stream().map(Batcher::result).toList());
  }

  /**
   * Returns the result of work that is over, or throws its exception.
   *
   * @param over is complete
   */
  public static <T> T result(CompletableFuture<T> over) {
    try {
      return over.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException exception) {
        throw exception;
      }
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e;
    }
  }

  // Each key is the source of its questions.
  @SuppressWarnings("unchecked")
  private <Q, A> Asked<Q, A> asked(Source<Q, A> source) {
    return (Asked<Q, A>) waiting.computeIfAbsent(source, Asked::new);
  }

  /** The questions that wait for one source. */
  private static final class Asked<Q, A> {
    private final Source<Q, A> source;
    private final List<Q> questions = new ArrayList<>();
    private final List<CompletableFuture<A>> futures = new ArrayList<>();

    Asked(Source<Q, A> source) {
      this.source = source;
    }

    CompletableFuture<A> add(Q question) {
      CompletableFuture<A> future = new CompletableFuture<>();
      questions.add(question);
      futures.add(future);
      return future;
    }

    /** Asks the source; the result completes the futures. */
    Runnable answer() {
      List<A> answers = source.answer(questions);
      if (answers.size() != futures.size()) {
        throw new IllegalStateException(
            answers.size() + " answers to " + futures.size() + " questions");
      }
      return () -> {
        for (int k = 0; k < answers.size(); k++) {
          futures.get(k).complete(answers.get(k));
        }
      };
    }
  }
}
