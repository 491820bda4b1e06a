package dev.infill.evaluation.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs the benchmarks: once each as a test, in earnest where the property asks for it. */
class VocabularyBenchmarksTest {
  private static final int BENCHMARKS = 5;

  @BeforeAll
  static void otherBuildsMayMeasureAsWell() {
    System.setProperty("jmh.ignoreLock", "true");
  }

  @Test
  void everyBenchmarkRuns() throws RunnerException {
    Collection<RunResult> results =
        new Runner(
                options()
                    .verbosity(VerboseMode.SILENT)
                    .mode(Mode.SingleShotTime)
                    .param("vocabulary", "100")
                    .forks(0)
                    .warmupIterations(0)
                    .measurementIterations(1)
                    .measurementTime(TimeValue.milliseconds(1))
                    .build())
            .run();

    assertThat(results).hasSize(BENCHMARKS);
  }

  /** In processes of their own, which the options of this one (of coverage, say) do not slow. */
  @Test
  @EnabledIfSystemProperty(named = "benchmarks", matches = "vocabulary")
  void measure() throws RunnerException {
    assertThat(new Runner(options().jvmArgs("-Xmx1g").build()).run()).hasSize(BENCHMARKS);
  }

  private static ChainedOptionsBuilder options() {
    return new OptionsBuilder()
        .include("^" + VocabularyBenchmarks.class.getName() + "\\.")
        .shouldFailOnError(true);
  }
}
