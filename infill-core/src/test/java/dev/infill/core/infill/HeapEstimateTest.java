package dev.infill.core.infill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.core.chain.Cancellation;
import dev.infill.core.chain.ProgressListener.Phase;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.sampler.Settings;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is reachable while texts are filled, against what was said before. */
@Timeout(600)
class HeapEstimateTest {
  /** While chains move; each stops everything. */
  private static final int LOOKS = 12;

  private final Infiller infiller = new Infiller(new WideModel());

  private static String text(int blanks) {
    return "the" + " ___".repeat(blanks);
  }

  private static InfillSettings settings(UnaryOperator<InfillSettings.Builder> change) {
    return change.apply(InfillSettings.defaults().toBuilder().seed(1).burnIn(0)).build();
  }

  static Stream<Arguments> jobs() {
    return Stream.of(
        Arguments.of("the default", 16, settings(b -> b.chains(25).steps(4))),
        Arguments.of(
            "gradients of many chains",
            1,
            settings(b -> b.chains(600).steps(4).batch(64).sampler("dula"))),
        Arguments.of(
            "moves of all blanks",
            16,
            settings(b -> b.chains(25).steps(4).sampler("dmala").set(Settings.ALPHA, 10_000.0))),
        Arguments.of(
            "in lockstep",
            16,
            settings(
                b ->
                    b.chains(25)
                        .steps(4)
                        .sampler("dmala")
                        .set(Settings.GRADIENT, GradientKind.EXACT)
                        .set(Settings.ALPHA, 10_000.0))),
        Arguments.of("sites", 16, settings(b -> b.chains(25).steps(4).sampler("gwg"))),
        Arguments.of(
            "tempered", 16, settings(b -> b.chains(25).steps(4).sampler("dula").temperature(2))),
        Arguments.of("many steps", 2, settings(b -> b.chains(20).steps(500).sampler("gibbs"))),
        Arguments.of("many chains", 1, settings(b -> b.chains(1_000).steps(40).batch(64))),
        Arguments.of("lengths", 1, settings(b -> b.chains(40).steps(20))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("jobs")
  void isWhatAJobKeepsAtMost(String name, int blanks, InfillSettings settings) {
    String text = name.equals("lengths") ? "the ___:1-8 and ___:1-8" : text(blanks);
    long estimate = infiller.heapBytes(text, settings);
    long before = reachable();
    AtomicBoolean done = new AtomicBoolean();
    AtomicLong most = new AtomicLong(before);
    Thread looking =
        new Thread(
            () -> {
              for (int look = 0; look < LOOKS && !done.get(); look++) {
                most.accumulateAndGet(reachable(), Math::max);
              }
            });
    looking.start();
    Infilling infilling;
    try {
      infilling =
          infiller.infill(
              text,
              settings,
              (phase, made, total) -> {
                if (phase == Phase.SCORING && (made == 0 || made == total)) {
                  most.accumulateAndGet(reachable(), Math::max);
                }
              },
              new Cancellation());
    } finally {
      done.set(true);
      join(looking);
    }
    long kept = Math.max(most.get(), reachable()) - before;
    assertThat(infilling.candidates()).isNotEmpty();
    assertThat(kept).isBetween(1L, estimate);
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What is left when garbage was collected, without what was allocated since. */
  private static long reachable() {
    System.gc();
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .map(MemoryPoolMXBean::getCollectionUsage)
        .mapToLong(usage -> usage.getUsed())
        .sum();
  }

  @Test
  void growsWithEverythingThatIsKept() {
    InfillSettings small = settings(b -> b.chains(10).steps(10).sampler("dmala"));
    long estimate = infiller.heapBytes(text(2), small);

    assertThat(infiller.heapBytes(text(3), small)).isGreaterThan(estimate);
    assertThat(
            Stream.<UnaryOperator<InfillSettings.Builder>>of(
                b -> b.chains(20),
                b -> b.steps(20),
                b -> b.sampler("gwg"),
                b -> b.set(Settings.GRADIENT, GradientKind.EXACT)))
        .allSatisfy(
            change ->
                assertThat(infiller.heapBytes(text(2), change.apply(small.toBuilder()).build()))
                    .isGreaterThan(estimate));
    assertThat(infiller.heapBytes(text(2), small.toBuilder().sampler("gibbs-mh").build()))
        .isLessThan(estimate);
  }

  @Test
  void isNoMoreThanIsNeededForSmallJobs() {
    assertThat(infiller.heapBytes(text(1), InfillSettings.defaults())).isLessThan(20L << 20);
  }
}
