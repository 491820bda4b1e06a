package dev.infill.core.chain;

import static dev.infill.core.chain.Way.ENERGY;
import static dev.infill.core.chain.Way.dmala;
import static dev.infill.core.chain.Way.remembered;
import static dev.infill.core.chain.Way.settings;
import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.core.energy.Context;
import dev.infill.core.energy.ContextMemory;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.ObservedEnergy;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.kernel.ChainState;
import dev.infill.core.kernel.DiscreteLangevin;
import dev.infill.core.kernel.GibbsWithGradients;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.kernel.MetropolisGibbs;
import dev.infill.core.kernel.PseudoGibbs;
import dev.infill.core.kernel.Scan;
import dev.infill.core.kernel.Transition;
import dev.infill.core.proposal.BalancingFunction;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Chains that move ahead of each other, against the same chains in lockstep: the simple form is the
 * oracle.
 */
@Timeout(600)
class SchedulerTest {
  static Stream<Kernel> kernels() {
    return Stream.of(
        dmala(),
        DiscreteLangevin.dula(GradientKind.OWN_TERM, BalancingFunction.BARKER, 1),
        GibbsWithGradients.of(GradientKind.OWN_TERM, BalancingFunction.SQUARE_ROOT, 2),
        new PseudoGibbs(Scan.RANDOM),
        MetropolisGibbs.of(Scan.SYSTEMATIC));
  }

  private static ChainRun free(ChainSettings settings, Kernel kernel) {
    return Way.AHEAD.run(settings, kernel, remembered(ENERGY));
  }

  private static ChainRun lockstep(ChainSettings settings, Kernel kernel) {
    return Way.LOCKSTEP.run(settings, kernel, Target.of(ENERGY));
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void stepsAreThoseOfLockstep(Kernel kernel) {
    for (int steps : new int[] {7, 25, 61}) {
      ChainRun expected = lockstep(settings(7, steps, 7), kernel);
      for (int together : new int[] {1, 3, 7, 100}) {
        assertThat(free(settings(7, steps, together), kernel))
            .as("%s steps, %s chains together", steps, together)
            .isEqualTo(expected);
      }
    }
  }

  @Test
  void afterAdaptingInLockstepTheyMoveFreely() {
    ChainSettings adapting = new ChainSettings(7, 60, 20, 99, 7, 1, OptionalDouble.of(0.6));

    ChainRun made = free(adapting, dmala());

    ChainRun expected = lockstep(adapting, dmala());
    assertThat(made.stepSize()).isEqualTo(expected.stepSize());
    assertThat(made).isEqualTo(expected);
    // How likely a move was accepted is told where α is adapted by it, and only there.
    assertThat(made.visits())
        .allSatisfy(
            chain -> {
              assertThat(chain.subList(0, 20)).anyMatch(SchedulerTest::tellsHowLikely);
              assertThat(chain.subList(20, 60)).noneMatch(SchedulerTest::tellsHowLikely);
            });
  }

  private static boolean tellsHowLikely(Visit visit) {
    double probability = visit.info().acceptanceProbability();
    return probability > 0 && probability < 1;
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void aRuleEndsThemWhereItEndsLockstep(Kernel kernel) {
    for (long passes : new long[] {1, 200, 777}) {
      StoppingRule rule = StoppingRule.afterStepsAndPasses(10, passes, 90);
      ChainSettings settings = settings(6, 10, 6);
      Cancellation none = new Cancellation();

      assertThat(
              Way.AHEAD.run(
                  settings, kernel, remembered(ENERGY), rule, ProgressListener.NONE, none))
          .usingRecursiveComparison()
          .isEqualTo(
              Way.LOCKSTEP.run(
                  settings, kernel, Target.of(ENERGY), rule, ProgressListener.NONE, none));
    }
  }

  /** Counts how often, and on how many contexts at once, the model is run. */
  private static final class Batches extends ObservedEnergy {
    private final List<Integer> sizes = Collections.synchronizedList(new ArrayList<>());

    Batches() {
      super(ENERGY);
    }

    @Override
    protected void asked(List<Context> contexts) {
      sizes.add(contexts.size());
    }

    int contexts() {
      return sizes.stream().mapToInt(Integer::intValue).sum();
    }
  }

  @Test
  void theModelIsRunLessOftenOnTheSameContexts() {
    ChainSettings settings = settings(10, 50, 10);
    Batches together = new Batches();
    ContextMemory gathered = new ContextMemory(together, 10_000);
    Way.AHEAD.run(settings, dmala(), Target.of(together).with(gathered));
    Batches apart = new Batches();
    ContextMemory plain = new ContextMemory(apart, 10_000);
    Way.LOCKSTEP.run(settings, dmala(), Target.of(apart).with(plain));

    assertThat(together.contexts()).isEqualTo(apart.contexts());
    assertThat(gathered.hits()).isEqualTo(plain.hits());
    assertThat(together.sizes.size()).isLessThan(apart.sizes.size() * 3 / 4);
  }

  /** Batches follow from the chains, so a float32 model rounds alike every time. */
  @Test
  void batchesAreTheSameEveryTime() {
    List<Integer> first = null;
    for (int repetition = 0; repetition < 20; repetition++) {
      Batches batches = new Batches();
      Way.AHEAD.run(settings(10, 50, 10), dmala(), remembered(batches));
      first = first == null ? List.copyOf(batches.sizes) : first;
      assertThat(batches.sizes).isEqualTo(first);
    }
  }

  @ParameterizedTest
  @EnumSource
  void progressIsToldByTheCallersThread(Way way) {
    List<Long> told = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    way.run(
        settings(9, 60, 4),
        dmala(),
        remembered(ENERGY),
        (phase, done, total) -> {
          assertThat(phase).isEqualTo(ProgressListener.Phase.SAMPLING);
          assertThat(total).isEqualTo(60);
          told.add(done);
          threads.add(Thread.currentThread());
        },
        new Cancellation());

    assertThat(told).isSorted().doesNotHaveDuplicates().endsWith(60L);
    assertThat(way == Way.AHEAD || told.size() == 60).isTrue();
    assertThat(threads).containsOnly(Thread.currentThread());
  }

  /** A kernel that is watched after every step of every chain. */
  private record Watched(Kernel kernel, Consumer<ChainState> watcher) implements Kernel {
    @Override
    public String name() {
      return kernel.name();
    }

    @Override
    public boolean isExact() {
      return kernel.isExact();
    }

    @Override
    public CompletableFuture<ChainState> start(Target target, State state) {
      return kernel.start(target, state);
    }

    @Override
    public CompletableFuture<Transition> step(
        Target target, ChainState chain, RandomGenerator random) {
      return kernel
          .step(target, chain, random)
          .thenApply(
              made -> {
                watcher.accept(made.next());
                return made;
              });
    }
  }

  @Test
  void aChainMakesNoStepAfterACancellation() {
    Cancellation cancellation = new Cancellation();
    Kernel kernel =
        new Watched(
            dmala(),
            state -> {
              if (state.steps() == 5) {
                cancellation.cancel();
              }
            });

    ChainRun made =
        Way.AHEAD.run(
            settings(1, 25, 1), kernel, remembered(ENERGY), ProgressListener.NONE, cancellation);

    assertThat(made.cancelled()).isTrue();
    assertThat(made.visits().get(0)).hasSize(5);
  }

  /** At every blank a gradient weighs as much as the vocabulary, and there are many steps. */
  @Test
  void gradientsOfWhereAChainWasAreNotKept() {
    List<WeakReference<Evaluation>> evaluations = new ArrayList<>();
    List<Long> kept = new ArrayList<>();
    Kernel kernel =
        new Watched(
            DiscreteLangevin.dula(GradientKind.OWN_TERM, BalancingFunction.SQUARE_ROOT, 1),
            state -> {
              evaluations.add(new WeakReference<>(state.evaluation().orElseThrow()));
              if (state.steps() == 25) {
                System.gc();
                kept.add(
                    evaluations.stream()
                        .map(WeakReference::get)
                        .filter(Objects::nonNull)
                        .map(System::identityHashCode)
                        .distinct()
                        .count());
              }
            });

    Way.AHEAD.run(settings(1, 25, 1), kernel, remembered(ENERGY));

    assertThat(evaluations).hasSize(25);
    // Where it started, and where it was before and after the last step.
    assertThat(kept).hasSize(1).allMatch(count -> count <= 3);
  }
}
