package dev.infill.core.chain;

import static dev.infill.core.chain.Way.ENERGY;
import static dev.infill.core.chain.Way.dmala;
import static dev.infill.core.chain.Way.remembered;
import static dev.infill.core.chain.Way.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.infill.core.energy.Context;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.ObservedEnergy;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Chains that end early: cancelled, interrupted, or by an exception. */
@Timeout(600)
class StoppedChainsTest {
  private static ChainRun lockstep(ChainSettings settings) {
    return Way.LOCKSTEP.run(settings, dmala(), Target.of(ENERGY));
  }

  @ParameterizedTest
  @EnumSource
  void cancellationKeepsTheStepsThatAllHaveMade(Way way) {
    ChainRun whole = lockstep(settings(8, 100, 8));
    for (int stopAfter : new int[] {1, 20, 40, 99}) {
      Cancellation cancellation = new Cancellation();
      ChainRun made =
          way.run(
              settings(8, 100, 3),
              dmala(),
              remembered(ENERGY),
              (phase, done, total) -> {
                if (done == stopAfter) {
                  cancellation.cancel();
                }
              },
              cancellation);

      int steps = made.visits().get(0).size();
      assertThat(steps).isBetween(stopAfter, way == Way.LOCKSTEP ? stopAfter : 100);
      assertThat(made.cancelled()).isEqualTo(steps < 100);
      assertThat(made.burnIn()).isEqualTo(Math.min(5, steps));
      for (int chain = 0; chain < 8; chain++) {
        assertThat(made.visits().get(chain)).isEqualTo(whole.visits().get(chain).subList(0, steps));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void cancelledBeforeTheyStartChainsAskNothing(Way way) {
    Cancellation cancellation = new Cancellation();
    cancellation.cancel();
    Energy energy =
        failing(
            () -> {
              throw new AssertionError();
            });

    ChainRun made =
        way.run(
            settings(4, 50, 2), dmala(), Target.of(energy), ProgressListener.NONE, cancellation);

    assertThat(made.cancelled()).isTrue();
    assertThat(made.modelPasses()).isZero();
    assertThat(made.starts()).hasSize(4).isEqualTo(made.last());
    assertThat(made.visits()).hasSize(4).allMatch(List::isEmpty);
    assertThat(made.kept()).allMatch(List::isEmpty);
  }

  @ParameterizedTest
  @EnumSource
  void anInterruptStopsThemAndStaysSet(Way way) throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    AtomicInteger calls = new AtomicInteger();
    AtomicLong told = new AtomicLong();
    AtomicLong toldBefore = new AtomicLong();
    Target target =
        remembered(
            failing(
                () -> {
                  // The first call is for where the chains start.
                  if (calls.incrementAndGet() == 9) {
                    toldBefore.set(told.get());
                    asked.countDown();
                    awaitUninterruptibly(interrupted);
                  }
                }));
    CompletableFuture<ChainRun> made = new CompletableFuture<>();
    boolean[] stillSet = new boolean[1];
    Thread caller =
        new Thread(
            () -> {
              made.complete(
                  way.run(
                      settings(5, 1000, 5),
                      dmala(),
                      target,
                      (phase, done, total) -> told.set(done),
                      new Cancellation()));
              stillSet[0] = Thread.currentThread().isInterrupted();
            });
    caller.start();
    asked.await();
    caller.interrupt();
    interrupted.countDown();
    caller.join();

    assertThat(stillSet[0]).isTrue();
    assertThat(made.get().cancelled()).isTrue();
    long before = toldBefore.get();
    assertThat((long) made.get().visits().get(0).size())
        .isBetween(before, way == Way.LOCKSTEP ? before + 1 : 999);
  }

  /** As a model does, which runs in the thread that is interrupted. */
  private static void awaitUninterruptibly(CountDownLatch latch) {
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

  @ParameterizedTest
  @EnumSource
  void whatTheModelThrowsIsThrownAsItIsAndTheCacheStaysValid(Way way) {
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
      ChainSettings settings = settings(5, 60, 5);

      assertThatThrownBy(() -> way.run(settings, dmala(), target)).isSameAs(thrown);

      assertThat(way.run(settings, dmala(), target)).isEqualTo(lockstep(settings));
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
                Way.AHEAD.run(
                    settings(5, 100, 5),
                    dmala(),
                    target,
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
