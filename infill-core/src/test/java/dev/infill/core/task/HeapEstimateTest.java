package dev.infill.core.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.core.chain.Cancellation;
import dev.infill.core.chain.ProgressListener.Phase;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.infill.Infiller;
import dev.infill.core.infill.WideModel;
import dev.infill.core.sample.SampleResult;
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

  private static final SampleSettings SETTINGS =
      SampleSettings.defaults().withSeed(1).with(Settings.BURN_IN, 0);

  private static final SampleSettings FEW =
      SETTINGS.with(Settings.CHAINS, 25).with(Settings.STEPS, 4);

  private final Infiller infiller = new Infiller(new WideModel());

  private static String text(int blanks) {
    return "the" + " ___".repeat(blanks);
  }

  private long heapBytes(String text, SampleSettings settings) {
    return infiller.prepare(BlankedText.parse(text), settings).heapBytes();
  }

  /** Blanks, and how many times what is kept when it is looked at the estimate may be. */
  static Stream<Arguments> jobs() {
    return Stream.of(
        Arguments.of("the default", 16, 6, FEW),
        Arguments.of(
            "gradients of many chains",
            1,
            120,
            SETTINGS
                .with(Settings.CHAINS, 600)
                .with(Settings.STEPS, 4)
                .with(Settings.BATCH, 64)
                .with(Settings.SAMPLER, "dula")),
        Arguments.of(
            "moves of all blanks",
            16,
            6,
            FEW.with(Settings.SAMPLER, "dmala").with(Settings.ALPHA, 10_000.0)),
        Arguments.of(
            "in lockstep",
            16,
            6,
            FEW.with(Settings.SAMPLER, "dmala")
                .with(Settings.GRADIENT, GradientKind.EXACT)
                .with(Settings.ALPHA, 10_000.0)),
        Arguments.of("sites", 16, 6, FEW.with(Settings.SAMPLER, "gwg")),
        Arguments.of(
            "tempered", 16, 6, FEW.with(Settings.SAMPLER, "dula").with(Settings.TEMPERATURE, 2.0)),
        Arguments.of(
            "many steps",
            2,
            3,
            SETTINGS
                .with(Settings.CHAINS, 20)
                .with(Settings.STEPS, 500)
                .with(Settings.SAMPLER, "gibbs")),
        Arguments.of(
            "many chains",
            1,
            12,
            SETTINGS
                .with(Settings.SAMPLER, "gibbs-mh")
                .with(Settings.CHAINS, 1_000)
                .with(Settings.STEPS, 40)
                .with(Settings.BATCH, 64)),
        Arguments.of("two", 2, 6, SETTINGS),
        Arguments.of(
            "alone", 1, 6, SETTINGS.with(Settings.SAMPLER, "gibbs-mh").with(Settings.STEPS, 200)));
  }

  static Stream<Arguments> longJobs() {
    return Stream.of(
        Arguments.of(
            "many blanks and steps",
            32,
            3,
            SETTINGS
                .with(Settings.CHAINS, 2)
                .with(Settings.STEPS, 3_000)
                .with(Settings.BATCH, 2)
                .with(Settings.SAMPLER, "gibbs")));
  }

  @Tag("exhaustive")
  @ParameterizedTest(name = "{0}")
  @MethodSource("longJobs")
  void isWhatALongJobKeepsAtMost(String name, int blanks, int loose, SampleSettings settings) {
    isWhatAJobKeepsAtMost(name, blanks, loose, settings);
  }

  @Tag("exhaustive")
  @Tag("gate")
  @ParameterizedTest(name = "{0}")
  @MethodSource("jobs")
  void isWhatAJobKeepsAtMost(String name, int blanks, int loose, SampleSettings settings) {
    String text = text(blanks);
    long estimate = heapBytes(text, settings);
    long before = reachable();
    AtomicLong most = new AtomicLong(before);
    AtomicLong answers = new AtomicLong();
    Runnable look = () -> most.accumulateAndGet(reachable(), Math::max);
    SampleResult infilling =
        new Infiller(
                new WideModel(
                    () -> {
                      long answer = answers.incrementAndGet();
                      if (answer <= FIRST_ANSWERS || Long.bitCount(answer) == 1) {
                        look.run();
                      }
                    }))
            .sample(
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
    SampleSettings small =
        SETTINGS.with(Settings.CHAINS, 10).with(Settings.STEPS, 10).with(Settings.SAMPLER, "dmala");
    long estimate = heapBytes(text(2), small);

    assertThat(heapBytes(text(3), small)).isGreaterThan(estimate);
    assertThat(
            Stream.<UnaryOperator<SampleSettings>>of(
                b -> b.with(Settings.CHAINS, 20),
                b -> b.with(Settings.STEPS, 20),
                b -> b.with(Settings.SAMPLER, "gwg"),
                b -> b.with(Settings.SELECT, Selection.DIVERSE),
                b -> b.with(Settings.GRADIENT, GradientKind.EXACT)))
        .allSatisfy(
            change -> assertThat(heapBytes(text(2), change.apply(small))).isGreaterThan(estimate));
    assertThat(heapBytes(text(2), small.with(Settings.SAMPLER, "gibbs-mh"))).isLessThan(estimate);
  }

  @Test
  void isNoMoreThanIsNeededForSmallJobs() {
    assertThat(heapBytes(text(1), SETTINGS.with(Settings.STEPS, 50))).isLessThan(20L << 20);
    assertThat(heapBytes(text(1), SampleSettings.defaults())).isLessThan(24L << 20);
  }
}
