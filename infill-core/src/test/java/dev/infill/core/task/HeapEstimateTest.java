package dev.infill.core.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.core.chain.Cancellation;
import dev.infill.core.chain.ProgressListener.Phase;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.infill.Infiller;
import dev.infill.core.infill.Infilling;
import dev.infill.core.infill.WideModel;
import dev.infill.core.sampler.Selection;
import dev.infill.core.sampler.Settings;
import dev.infill.core.text.BlankedText;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is reachable while texts are filled, against what was said before. */
@Timeout(600)
@Isolated("it looks at the heap")
class HeapEstimateTest {
  /** At so many answers is looked, and at fewer of the later ones; each look stops everything. */
  private static final int FIRST_ANSWERS = 24;

  private final Infiller infiller = new Infiller(new WideModel());

  private static String text(int blanks) {
    return "the" + " ___".repeat(blanks);
  }

  private long heapBytes(String text, InfillSettings settings) {
    return infiller.prepare(BlankedText.parse(text), settings).heapBytes();
  }

  private static InfillSettings settings(UnaryOperator<InfillSettings.Builder> change) {
    return change.apply(InfillSettings.defaults().toBuilder().seed(1).burnIn(0)).build();
  }

  /** Blanks, and how many times what is kept when it is looked at the estimate may be. */
  static Stream<Arguments> jobs() {
    return Stream.of(
        Arguments.of("the default", 16, 6, settings(b -> b.chains(25).steps(4))),
        Arguments.of(
            "gradients of many chains",
            1,
            120,
            settings(b -> b.chains(600).steps(4).batch(64).sampler("dula"))),
        Arguments.of(
            "moves of all blanks",
            16,
            6,
            settings(b -> b.chains(25).steps(4).sampler("dmala").set(Settings.ALPHA, 10_000.0))),
        Arguments.of(
            "in lockstep",
            16,
            6,
            settings(
                b ->
                    b.chains(25)
                        .steps(4)
                        .sampler("dmala")
                        .set(Settings.GRADIENT, GradientKind.EXACT)
                        .set(Settings.ALPHA, 10_000.0))),
        Arguments.of("sites", 16, 6, settings(b -> b.chains(25).steps(4).sampler("gwg"))),
        Arguments.of(
            "tempered", 16, 6, settings(b -> b.chains(25).steps(4).sampler("dula").temperature(2))),
        Arguments.of("many steps", 2, 3, settings(b -> b.chains(20).steps(500).sampler("gibbs"))),
        Arguments.of(
            "many chains",
            1,
            12,
            settings(b -> b.sampler("gibbs-mh").chains(1_000).steps(40).batch(64))),
        Arguments.of("two", 2, 6, settings(b -> b)),
        Arguments.of("alone", 1, 6, settings(b -> b.sampler("gibbs-mh").steps(200))));
  }

  static Stream<Arguments> longJobs() {
    return Stream.of(
        Arguments.of(
            "many blanks and steps",
            32,
            3,
            settings(b -> b.chains(2).steps(3_000).batch(2).sampler("gibbs"))));
  }

  @Tag("exhaustive")
  @ParameterizedTest(name = "{0}")
  @MethodSource("longJobs")
  void isWhatALongJobKeepsAtMost(String name, int blanks, int loose, InfillSettings settings) {
    isWhatAJobKeepsAtMost(name, blanks, loose, settings);
  }

  @Tag("exhaustive")
  @Tag("gate")
  @ParameterizedTest(name = "{0}")
  @MethodSource("jobs")
  void isWhatAJobKeepsAtMost(String name, int blanks, int loose, InfillSettings settings) {
    String text = text(blanks);
    long estimate = heapBytes(text, settings);
    long before = reachable();
    AtomicLong most = new AtomicLong(before);
    AtomicLong answers = new AtomicLong();
    Runnable look = () -> most.accumulateAndGet(reachable(), Math::max);
    Infilling infilling =
        new Infiller(
                new WideModel(
                    () -> {
                      long answer = answers.incrementAndGet();
                      if (answer <= FIRST_ANSWERS || Long.bitCount(answer) == 1) {
                        look.run();
                      }
                    }))
            .infill(
                text,
                settings,
                (phase, made, total) -> {
                  if (phase == Phase.SCORING && (made == 0 || made == total)) {
                    look.run();
                  }
                },
                new Cancellation());
    look.run();
    long kept = most.get() - before;
    assertThat(infilling.candidates()).isNotEmpty();
    assertThat(kept).isBetween(estimate / loose, estimate);
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
    long estimate = heapBytes(text(2), small);

    assertThat(heapBytes(text(3), small)).isGreaterThan(estimate);
    assertThat(
            Stream.<UnaryOperator<InfillSettings.Builder>>of(
                b -> b.chains(20),
                b -> b.steps(20),
                b -> b.sampler("gwg"),
                b -> b.select(Selection.DIVERSE),
                b -> b.set(Settings.GRADIENT, GradientKind.EXACT)))
        .allSatisfy(
            change ->
                assertThat(heapBytes(text(2), change.apply(small.toBuilder()).build()))
                    .isGreaterThan(estimate));
    assertThat(heapBytes(text(2), small.toBuilder().sampler("gibbs-mh").build()))
        .isLessThan(estimate);
  }

  @Test
  void isNoMoreThanIsNeededForSmallJobs() {
    assertThat(heapBytes(text(1), settings(b -> b.steps(50)))).isLessThan(20L << 20);
    assertThat(heapBytes(text(1), InfillSettings.defaults())).isLessThan(24L << 20);
  }
}
