package dev.infill.core.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.infill.core.energy.Categorical;
import dev.infill.core.energy.Context;
import dev.infill.core.energy.ContextMemory;
import dev.infill.core.energy.Energy;
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
import dev.infill.core.lab.TabulatedConditionals;
import dev.infill.core.proposal.BalancingFunction;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Chains that move ahead of each other, against the same chains in lockstep: the simple form is the
 * oracle.
 */
@Timeout(600)
class SchedulerTest {
  private static final Energy ENERGY =
      TabulatedConditionals.of(
          Collections.nCopies(4, new Categorical(5)),
          (s, i) -> 1.5 * Math.sin(i + 2.0 * s.get(i) + s.get(0) * s.get(1) - s.get(2) * s.get(3)));

  private static State anywhere(RandomGenerator random) {
    return State.of(random.nextInt(5), random.nextInt(5), random.nextInt(5), random.nextInt(5));
  }

  private static Kernel dmala() {
    return DiscreteLangevin.dmala(GradientKind.OWN_TERM, BalancingFunction.SQUARE_ROOT, 1);
  }

  static Stream<Kernel> kernels() {
    return Stream.of(
        dmala(),
        DiscreteLangevin.dula(GradientKind.OWN_TERM, BalancingFunction.BARKER, 1),
        GibbsWithGradients.of(GradientKind.OWN_TERM, BalancingFunction.SQUARE_ROOT, 2),
        new PseudoGibbs(Scan.RANDOM),
        MetropolisGibbs.of(Scan.SYSTEMATIC));
  }

  private static ChainSettings settings(int chains, int steps, int batch) {
    return new ChainSettings(chains, steps, 5, 99, batch, 1, OptionalDouble.empty());
  }

  private static Target remembered(Energy energy) {
    return Target.of(energy).with(new ContextMemory(energy, 10_000));
  }

  private static ChainRun free(ChainSettings settings, Kernel kernel) {
    Told told = new Told();
    ChainRun run =
        ChainRunner.ahead(settings)
            .run(
                kernel,
                remembered(ENERGY),
                SchedulerTest::anywhere,
                StoppingRule.afterSteps(settings.steps()),
                told,
                new Cancellation());
    told.assertIsWhatWasDone(run);
    return run;
  }

  private static ChainRun run(ChainRunner runner, Kernel kernel, Target target) {
    return runner.run(kernel, target, SchedulerTest::anywhere);
  }

  private static ChainRun lockstep(ChainSettings settings, Kernel kernel) {
    return run(new ChainRunner(settings), kernel, Target.of(ENERGY));
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
      ChainRun made =
          ChainRunner.ahead(settings)
              .run(
                  kernel,
                  remembered(ENERGY),
                  SchedulerTest::anywhere,
                  rule,
                  ProgressListener.NONE,
                  new Cancellation());

      assertThat(made)
          .usingRecursiveComparison()
          .isEqualTo(
              new ChainRunner(settings)
                  .run(
                      kernel,
                      Target.of(ENERGY),
                      SchedulerTest::anywhere,
                      rule,
                      ProgressListener.NONE,
                      new Cancellation()));
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
    run(ChainRunner.ahead(settings), dmala(), Target.of(together).with(gathered));
    Batches apart = new Batches();
    ContextMemory plain = new ContextMemory(apart, 10_000);
    run(new ChainRunner(settings), dmala(), Target.of(apart).with(plain));

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
      run(ChainRunner.ahead(settings(10, 50, 10)), dmala(), remembered(batches));
      first = first == null ? List.copyOf(batches.sizes) : first;
      assertThat(batches.sizes).isEqualTo(first);
    }
  }

  @Test
  void progressIsToldByTheCallersThread() {
    List<Long> told = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    ChainRunner.ahead(settings(9, 60, 4))
        .run(
            dmala(),
            remembered(ENERGY),
            SchedulerTest::anywhere,
            StoppingRule.afterSteps(60),
            (phase, done, total) -> {
              assertThat(total).isEqualTo(60);
              told.add(done);
              threads.add(Thread.currentThread());
            },
            new Cancellation());

    assertThat(told).isSorted().doesNotHaveDuplicates().endsWith(60L);
    assertThat(threads).containsOnly(Thread.currentThread());
  }

  @Test
  void cancellationKeepsTheStepsThatAllHaveMade() {
    ChainRun whole = lockstep(settings(8, 100, 8), dmala());
    for (int stopAfter : new int[] {1, 20, 40, 99}) {
      Cancellation cancellation = new Cancellation();
      ChainRun made =
          ChainRunner.ahead(settings(8, 100, 3))
              .run(
                  dmala(),
                  remembered(ENERGY),
                  SchedulerTest::anywhere,
                  StoppingRule.afterSteps(100),
                  (phase, done, total) -> {
                    if (done == stopAfter) {
                      cancellation.cancel();
                    }
                  },
                  cancellation);

      int steps = made.visits().get(0).size();
      assertThat(steps).isGreaterThanOrEqualTo(stopAfter);
      assertThat(made.cancelled()).isEqualTo(steps < 100);
      for (int chain = 0; chain < 8; chain++) {
        assertThat(made.visits().get(chain)).isEqualTo(whole.visits().get(chain).subList(0, steps));
      }
    }
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
        ChainRunner.ahead(settings(1, 25, 1))
            .run(
                kernel,
                remembered(ENERGY),
                SchedulerTest::anywhere,
                StoppingRule.afterSteps(25),
                ProgressListener.NONE,
                cancellation);

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

    run(ChainRunner.ahead(settings(1, 25, 1)), kernel, remembered(ENERGY));

    assertThat(evaluations).hasSize(25);
    // Where it started, and where it was before and after the last step.
    assertThat(kept).hasSize(1).allMatch(count -> count <= 3);
  }

  @Test
  void anInterruptStopsThemAndStaysSet() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    AtomicInteger calls = new AtomicInteger();
    Target target =
        remembered(
            failing(
                () -> {
                  // The first call is for where the chains start.
                  if (calls.incrementAndGet() == 2) {
                    asked.countDown();
                    awaitUninterruptibly(interrupted);
                  }
                }));
    CompletableFuture<ChainRun> made = new CompletableFuture<>();
    boolean[] stillSet = new boolean[1];
    Thread caller =
        new Thread(
            () -> {
              made.complete(run(ChainRunner.ahead(settings(5, 1000, 5)), dmala(), target));
              stillSet[0] = Thread.currentThread().isInterrupted();
            });
    caller.start();
    asked.await();
    caller.interrupt();
    interrupted.countDown();
    caller.join();

    assertThat(stillSet[0]).isTrue();
    assertThat(made.get().cancelled()).isTrue();
  }

  /** As a model does, which runs in the thread that is interrupted. */
  static void awaitUninterruptibly(CountDownLatch latch) {
    boolean interrupted = false;
    boolean over = false;
    while (!over) {
      try {
        latch.await();
        over = true;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void whatTheModelThrowsIsThrownAsItIsAndTheCacheGoesOn() {
    for (Throwable thrown :
        List.of(new IllegalStateException("model"), new OutOfMemoryError("native"))) {
      AtomicInteger calls = new AtomicInteger();
      Target target =
          remembered(
              failing(
                  () -> {
                    if (calls.incrementAndGet() == 4) {
                      throwUnchecked(thrown);
                    }
                  }));
      ChainRunner runner = ChainRunner.ahead(settings(5, 60, 5));

      assertThatThrownBy(() -> run(runner, dmala(), target)).isSameAs(thrown);

      assertThat(run(runner, dmala(), target)).isEqualTo(lockstep(settings(5, 60, 5), dmala()));
    }
  }

  private static void throwUnchecked(Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) thrown;
  }

  /** Returns the energy, before each of whose answers something is done. */
  private static Energy failing(Runnable before) {
    return new ObservedEnergy(ENERGY) {
      @Override
      protected void asked(List<Context> contexts) {
        before.run();
      }
    };
  }

  @Test
  void whatTheListenerThrowsIsThrownWhenNothingMovesAnyMore() {
    AtomicInteger calls = new AtomicInteger();
    Target target = remembered(failing(calls::incrementAndGet));
    IllegalStateException thrown = new IllegalStateException("listener");

    assertThatThrownBy(
            () ->
                ChainRunner.ahead(settings(5, 100, 5))
                    .run(
                        dmala(),
                        target,
                        SchedulerTest::anywhere,
                        StoppingRule.afterSteps(100),
                        (phase, done, total) -> {
                          throw thrown;
                        },
                        new Cancellation()))
        .isSameAs(thrown);

    int before = calls.get();
    target.batcher().await(List.of(target.evaluate(State.of(4, 4, 4, 4), GradientKind.NONE)));
    assertThat(calls.get()).isLessThanOrEqualTo(before + 1);
  }
}
