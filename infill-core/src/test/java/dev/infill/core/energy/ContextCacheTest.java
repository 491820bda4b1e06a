package dev.infill.core.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

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
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContextCacheTest {
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
    protected void asked(List<State> states, int[] coordinates) {
      for (int k = 0; k < coordinates.length; k++) {
        contexts.add(coordinates[k] + " of " + states.get(k).with(coordinates[k], -1));
      }
    }
  }

  private static void assertSame(Energy cached, Energy energy, List<State> states) {
    for (GradientKind gradient : GradientKind.values()) {
      List<Evaluation> expected = energy.evaluate(states, gradient);
      List<Evaluation> answers = cached.evaluate(states, gradient);
      for (int s = 0; s < states.size(); s++) {
        Evaluation answer = answers.get(s);
        assertThat(answer.energy()).isCloseTo(expected.get(s).energy(), within(1e-12));
        assertThat(answer.logProbabilities())
            .containsExactly(expected.get(s).logProbabilities(), within(1e-12));
        assertThat(answer.hasGradient()).isEqualTo(gradient != GradientKind.NONE);
        for (int i = 0; answer.hasGradient() && i < states.get(s).size(); i++) {
          for (int v = 0; v < energy.domains().get(i).size(); v++) {
            assertThat(answer.gradient(i, v))
                .isCloseTo(expected.get(s).gradient(i, v), within(1e-12));
          }
        }
      }
    }
    for (int i = 0; i < energy.domains().size(); i++) {
      int[] coordinates = Collections.nCopies(states.size(), i).stream().mapToInt(c -> c).toArray();
      List<CategoricalDistribution> expected = energy.conditionals(states, coordinates);
      List<CategoricalDistribution> answers = cached.conditionals(states, coordinates);
      for (int s = 0; s < states.size(); s++) {
        for (int v = 0; v < energy.domains().get(i).size(); v++) {
          assertThat(answers.get(s).logProbability(v))
              .isCloseTo(expected.get(s).logProbability(v), within(1e-12));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 1000})
  void answersAreThoseOfTheEnergyWhateverFits(int capacity) {
    Asked energy = new Asked();
    ContextCache cache = new ContextCache(energy, capacity);
    for (int round = 0; round < 2; round++) {
      assertSame(cache, energy, STATES);
    }
    assertThat(cache.domains()).isEqualTo(energy.domains());
    assertThat(cache.passesPerEvaluation()).isEqualTo(3);
    assertThat(cache.passesPerConditional()).isEqualTo(1);
    assertThat(cache.supports(GradientKind.OWN_TERM)).isTrue();
  }

  @Test
  void answersAreThoseOfALanguageModel() {
    try (TinyLanguageModel model = new TinyLanguageModel()) {
      TokenizedText text = model.tokenize(BlankedText.parse("the [MASK] on [MASK] ."));
      List<TokenSet> candidates = List.of(TokenSet.of(7, 8, 9, 12), TokenSet.of(6, 10));
      Energy energy = model.energy(text, candidates);
      List<State> states = new StateSpace(energy.domains()).states();
      ContextCache cache = new ContextCache(energy, 100);
      assertSame(cache, energy, states);
      assertSame(new TemperedEnergy(cache, 0.7), new TemperedEnergy(energy, 0.7), states);
      long before = model.passes();
      cache.evaluate(states, GradientKind.OWN_TERM);
      assertThat(model.passes()).isEqualTo(before);
    }
  }

  @Test
  void noContextIsAskedForTwice() {
    Asked energy = new Asked();
    ContextCache cache = new ContextCache(energy, 1000);
    State state = State.of(1, 2, 0);

    cache.evaluate(List.of(state, state), GradientKind.NONE);
    assertThat(energy.contexts)
        .containsExactly("0 of [-1, 2, 0]", "1 of [1, -1, 0]", "2 of [1, 2, -1]");
    assertThat(cache.memory().hits()).isEqualTo(3);

    energy.contexts.clear();
    cache.evaluate(List.of(state.with(1, 3)), GradientKind.OWN_TERM);
    assertThat(energy.contexts).containsExactly("0 of [-1, 3, 0]", "2 of [1, 3, -1]");
    assertThat(cache.memory().hits()).isEqualTo(4);

    energy.contexts.clear();
    cache.conditionals(List.of(state, state.with(2, 1)), new int[] {2, 2});
    assertThat(energy.contexts).isEmpty();
    assertThat(cache.memory().hits()).isEqualTo(6);
  }

  @Test
  void whatWasNotUsedForTheLongestTimeIsForgottenFirst() {
    Asked energy = new Asked();
    ContextCache cache = new ContextCache(energy, 2);
    ConditionalTerms terms = cache.terms().orElseThrow();
    State a = State.of(0, 0, 0);
    State b = State.of(0, 1, 0);
    State c = State.of(0, 2, 0);
    for (State state : List.of(a, b, a, c)) {
      terms.at(List.of(state), new int[] {0});
    }
    energy.contexts.clear();

    for (State state : List.of(a, c, b)) {
      terms.at(List.of(state), new int[] {0});
    }

    assertThat(energy.contexts).containsExactly("0 of [-1, 1, 0]");
    assertThat(cache.memory().repeats()).isEqualTo(1);
  }

  @Test
  void onlyTheLastOfWhatWentIsKnown() {
    int contexts = ContextMemory.MOST_FORGOTTEN + 100;
    ContextMemory memory =
        new ContextMemory(
            ConditionalTerms.of(
                (states, coordinates) ->
                    Collections.nCopies(states.size(), new Conditional(new double[] {-1}))),
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
    ContextCache cache =
        new ContextCache(
            new ObservedEnergy(new Asked()) {
              @Override
              protected void asked(List<State> states, int[] coordinates) {
                batches.add(coordinates.length);
              }
            },
            1000);

    Batcher.together(
        batcher ->
            IntStream.rangeClosed(1, 3).mapToObj(chain -> ask(cache, chain, 0, batcher)).toList());

    // The first two ask for the same contexts, which go to the model once.
    assertThat(batches).containsExactly(2, 2, 1);
    assertThat(cache.memory().hits()).isEqualTo(6 + 1);
  }

  private static CompletableFuture<Integer> ask(
      ContextCache cache, int chain, int question, Batcher batcher) {
    if (question == chain) {
      return CompletableFuture.completedFuture(chain);
    }
    State state = State.of(0, question, chain == 3 ? 1 : 0);
    return cache
        .conditional(state, 0, batcher)
        .thenCompose(
            answer -> {
              // Known by now, so nobody is waited for.
              assertThat(cache.conditional(state, 0, batcher)).isDone();
              return ask(cache, chain, question + 1, batcher);
            });
  }

  @Test
  void whatCannotBeRememberedIsRefused() {
    Energy withoutTerms = new DelegatingEnergy(new Asked());
    assertThatThrownBy(() -> new ContextCache(withoutTerms, 10))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ContextCache(new Asked(), 0))
        .isInstanceOf(IllegalArgumentException.class);
    Energy integers =
        TabulatedConditionals.of(List.of(Ordinal.range(0, 2), Ordinal.binary()), (state, i) -> 0.0);
    assertThat(integers.terms()).isEmpty();
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
