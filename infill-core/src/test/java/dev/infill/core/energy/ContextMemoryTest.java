package dev.infill.core.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.lab.DecoratedEnergy;
import dev.infill.core.lab.TabulatedConditionals;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import dev.infill.evaluation.lab.energy.StateSpace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContextMemoryTest {
  private static final List<Categorical> DOMAINS =
      List.of(new Categorical(3), new Categorical(4), new Categorical(2));
  private static final List<State> STATES = new StateSpace(DOMAINS).states();

  /** Counts the conditionals that it is asked for. */
  private static final class Asked extends ObservedEnergy {
    private final List<String> contexts = Collections.synchronizedList(new ArrayList<>());

    Asked() {
      super(
          TabulatedConditionals.of(
              DOMAINS,
              (state, i) ->
                  Math.sin(1 + 3 * i + 2.0 * state.get(0) + state.get(1) * state.get(2))));
    }

    @Override
    protected void asked(List<Context> asked) {
      for (Context context : asked) {
        contexts.add(
            context.coordinate() + " of " + context.state().with(context.coordinate(), -1));
      }
    }
  }

  private static Target remembered(Energy energy, int capacity) {
    return Target.of(energy).with(new ContextMemory(energy, capacity));
  }

  private static ContextMemory memory(Target target) {
    return (ContextMemory) target.conditionals();
  }

  private static <T> List<T> answers(
      Target target, List<State> states, Function<State, CompletableFuture<T>> question) {
    return target.batcher().await(states.stream().map(question).toList());
  }

  private static void assertSame(Target target, Energy energy, List<State> states) {
    for (GradientKind gradient : GradientKind.values()) {
      List<Evaluation> expected = energy.evaluate(states, gradient);
      List<Evaluation> answers = answers(target, states, state -> target.evaluate(state, gradient));
      for (int s = 0; s < states.size(); s++) {
        Evaluation answer = answers.get(s);
        assertThat(answer.energy()).isCloseTo(expected.get(s).energy(), within(1e-12));
        assertThat(answer.logProbabilities())
            .containsExactly(expected.get(s).logProbabilities(), within(1e-12));
        assertThat(answer.hasGradient()).isEqualTo(gradient != GradientKind.NONE);
        for (int i = 0; answer.hasGradient() && i < states.get(s).size(); i++) {
          assertThat(answer.gradient(i))
              .containsExactly(expected.get(s).gradient(i), within(1e-12));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 1000})
  void answersAreThoseOfTheEnergyWhateverFits(int capacity) {
    Asked energy = new Asked();
    Target target = remembered(energy, capacity);
    for (int round = 0; round < 2; round++) {
      assertSame(target, energy, STATES);
    }
  }

  @Test
  void answersAreThoseOfALanguageModel() {
    try (TinyLanguageModel model = new TinyLanguageModel()) {
      TokenizedText text = model.tokenize(BlankedText.parse("the [MASK] on [MASK] ."));
      List<TokenSet> candidates = List.of(TokenSet.of(7, 8, 9, 12), TokenSet.of(6, 10));
      Energy energy = model.energy(text, candidates);
      List<State> states = new StateSpace(energy.domains()).states();
      Target target = remembered(energy, 100);
      assertSame(target, energy, states);
      long before = model.passes();
      answers(target.at(0.7), states, state -> target.evaluate(state, GradientKind.OWN_TERM));
      assertThat(model.passes()).isEqualTo(before);
    }
  }

  @Test
  void noContextIsAskedForTwice() {
    Asked energy = new Asked();
    Target target = remembered(energy, 1000);
    State state = State.of(1, 2, 0);

    answers(target, List.of(state, state), it -> target.evaluate(it, GradientKind.NONE));
    assertThat(energy.contexts)
        .containsExactly("0 of [-1, 2, 0]", "1 of [1, -1, 0]", "2 of [1, 2, -1]");
    assertThat(memory(target).hits()).isEqualTo(3);

    energy.contexts.clear();
    answers(target, List.of(state.with(1, 3)), it -> target.evaluate(it, GradientKind.OWN_TERM));
    assertThat(energy.contexts).containsExactly("0 of [-1, 3, 0]", "2 of [1, 3, -1]");
    assertThat(memory(target).hits()).isEqualTo(4);

    energy.contexts.clear();
    answers(target, List.of(state, state.with(2, 1)), it -> target.distribution(it, 2));
    assertThat(energy.contexts).isEmpty();
    assertThat(memory(target).hits()).isEqualTo(6);
  }

  @Test
  void whatWasNotUsedForTheLongestTimeIsForgottenFirst() {
    Asked energy = new Asked();
    Target target = remembered(energy, 2);
    State a = State.of(0, 0, 0);
    State b = State.of(0, 1, 0);
    State c = State.of(0, 2, 0);
    for (State state : List.of(a, b, a, c)) {
      answers(target, List.of(state), it -> target.ask(it, 0));
    }
    energy.contexts.clear();

    for (State state : List.of(a, c, b)) {
      answers(target, List.of(state), it -> target.ask(it, 0));
    }

    assertThat(energy.contexts).containsExactly("0 of [-1, 1, 0]");
    assertThat(memory(target).repeats()).isEqualTo(1);
  }

  @Test
  void onlyTheLastOfWhatWentIsKnown() {
    int contexts = ContextMemory.MOST_FORGOTTEN + 100;
    ContextMemory memory =
        new ContextMemory(
            new DecoratedEnergy() {
              @Override
              public Energy energy() {
                throw new AssertionError("only conditionals are asked for");
              }

              @Override
              public List<Conditional> conditionals(List<Context> asked) {
                return Collections.nCopies(asked.size(), new Conditional(new double[] {-1}));
              }
            },
            1);
    for (int k = 0; k < contexts; k++) {
      memory.answer(List.of(new Context(State.of(k, 0), 1)));
    }
    assertThat(memory.repeats()).isZero();

    memory.answer(List.of(new Context(State.of(98, 0), 1)));
    assertThat(memory.repeats()).as("gone too long ago").isZero();

    for (int round = 1; round <= 2; round++) {
      memory.answer(List.of(new Context(State.of(contexts - 2, 0), 1)));
      memory.answer(List.of(new Context(State.of(contexts - 1, 0), 1)));
      assertThat(memory.repeats()).isEqualTo(2L * round);
    }
  }

  /** Three chains ask for one, two and three contexts one after another. */
  @Test
  void whatSeveralWaitForIsAskedTogether() {
    List<Integer> batches = new ArrayList<>();
    Target target =
        remembered(
            new ObservedEnergy(new Asked()) {
              @Override
              protected void asked(List<Context> contexts) {
                batches.add(contexts.size());
              }
            },
            1000);

    target
        .batcher()
        .await(IntStream.rangeClosed(1, 3).mapToObj(chain -> ask(target, chain, 0)).toList());

    // The first two ask for the same contexts, which go to the model once.
    assertThat(batches).containsExactly(2, 2, 1);
    assertThat(memory(target).hits()).isEqualTo(6 + 1);
  }

  private static CompletableFuture<Integer> ask(Target target, int chain, int question) {
    if (question == chain) {
      return CompletableFuture.completedFuture(chain);
    }
    State state = State.of(0, question, chain == 3 ? 1 : 0);
    return target
        .distribution(state, 0)
        .thenCompose(
            answer -> {
              // Known by now, so nobody is waited for.
              assertThat(target.distribution(state, 0)).isDone();
              return ask(target, chain, question + 1);
            });
  }

  @Test
  void aMemoryKeepsOneConditionalAtLeast() {
    assertThatThrownBy(() -> new ContextMemory(new Asked(), 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Values of a coordinate, about as many as BERT has pieces. */
  private static final int LARGEST = 30_000;

  @Test
  void cachesTogetherHoldNoMoreThanHalfOfTheMemory() {
    int alone = ContextMemory.defaultCapacity(LARGEST, 1);
    assertThat(alone).isGreaterThan(100);
    for (int caches : new int[] {1, 2, 3, 4}) {
      assertThat(ContextMemory.defaultCapacity(LARGEST, caches)).isEqualTo(alone);
    }
    for (int caches : new int[] {5, 8, 100}) {
      assertThat((long) caches * ContextMemory.defaultCapacity(LARGEST, caches))
          .isBetween(4L * alone - caches, 4L * alone + caches);
    }
    assertThat(ContextMemory.defaultCapacity(LARGEST, Integer.MAX_VALUE)).isPositive();
  }
}
