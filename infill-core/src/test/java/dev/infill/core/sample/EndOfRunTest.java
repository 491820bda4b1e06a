package dev.infill.core.sample;

import static dev.infill.core.sample.Samples.TEXT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.core.chain.RunEnd;
import dev.infill.core.infill.Infiller;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.SampleSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Runs that end by what they cost. */
class EndOfRunTest {
  private final Infiller infiller = new Infiller(new TinyLanguageModel());

  @Test
  void passesEndARunSoonAfterTheyAreReached() {
    for (int passes : new int[] {1, 60, 120}) {
      SampleSettings settings =
          SampleSettings.defaults()
              .with(Settings.STEPS, 200)
              .with(Settings.MAX_PASSES, OptionalInt.of(passes))
              .withSeed(3);
      List<SampleResult> all = new ArrayList<>();
      for (int batch : new int[] {25, 1, 4}) {
        all.add(infiller.sample(TEXT, settings.with(Settings.BATCH, batch)));
      }
      SampleDiagnostics diagnostics = all.get(0).diagnostics();
      assertThat(diagnostics.moves().end()).isEqualTo(RunEnd.MAX_PASSES);
      // A tenth of the steps before, or one, they were not reached yet.
      int before = diagnostics.moves().steps() - Math.max(1, diagnostics.moves().steps() / 10);
      assertThat(before == 0 || told(settings, before, 0).diagnostics().modelPasses() < passes)
          .isTrue();
      assertThat(diagnostics.modelPasses()).isGreaterThanOrEqualTo(passes);
      // It ends elsewhere, and is no other run.
      if (diagnostics.moves().kept() > 0) {
        SampleResult told = told(settings, diagnostics.moves().steps(), settings.burnIn());
        assertThat(told.diagnostics().moves().end()).isEqualTo(RunEnd.STEPS);
        assertThat(told.candidates()).isEqualTo(all.get(0).candidates());
      }
      assertThat(all)
          .allSatisfy(
              one -> {
                assertThat(one.diagnostics().moves().steps())
                    .isEqualTo(diagnostics.moves().steps());
                assertThat(one.candidates()).isEqualTo(all.get(0).candidates());
              });
    }
  }

  private SampleResult told(SampleSettings settings, int steps, int burnIn) {
    return infiller.sample(
        TEXT,
        settings
            .with(Settings.STEPS, steps)
            .with(Settings.BURN_IN, burnIn)
            .with(Settings.MAX_PASSES, OptionalInt.empty()));
  }

  @Test
  void secondsEndARun() {
    SampleResult infilling =
        infiller.sample(
            TEXT,
            SampleSettings.defaults()
                .with(Settings.STEPS, 1_000_000)
                .with(Settings.BURN_IN, 0)
                .with(Settings.MAX_SECONDS, OptionalDouble.of(0.001))
                .withSeed(3));
    assertThat(infilling.diagnostics().moves().end()).isEqualTo(RunEnd.MAX_SECONDS);
    assertThat(infilling.diagnostics().moves().steps()).isLessThan(1_000_000);
    assertThat(infilling.interrupted()).isFalse();
    assertThat(infilling.candidates()).isNotEmpty();
  }

  @Test
  void stepsThatAreExpectedAreThoseThatTheSecondsAllow() {
    SampleSettings settings = SampleSettings.defaults().with(Settings.STEPS, 1_000_000);
    long began = System.nanoTime() - 100_000_000_000L;
    EndOfRun unlimited = new EndOfRun(settings, () -> 0, began);
    EndOfRun limited =
        new EndOfRun(settings.with(Settings.MAX_SECONDS, OptionalDouble.of(400)), () -> 0, began);
    assertThat(unlimited.expected(1_000, 1_000_000)).isEqualTo(1_000_000);
    assertThat(limited.expected(1_000, 1_000_000)).isBetween(3_900, 4_000);
    assertThat(limited.expected(1_000, 2_000)).isEqualTo(2_000);
  }

  @Test
  void theVerdictSaysWhatWouldHelp() {
    SampleResult infilling =
        infiller.sample(
            TEXT,
            SampleSettings.defaults()
                .with(Settings.MAX_PASSES, OptionalInt.of(40))
                .with(Settings.BURN_IN, 0)
                .withSeed(3));
    assertThat(infilling.diagnostics().moves().end()).isEqualTo(RunEnd.MAX_PASSES);
    assertThat(infilling.verdict().text()).contains("160 passes (max-passes) would help");
  }
}
