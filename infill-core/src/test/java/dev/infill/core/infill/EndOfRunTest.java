package dev.infill.core.infill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.core.chain.RunEnd;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.InfillSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Runs that end by what they cost. */
class EndOfRunTest {
  private static final String TEXT = InfillerPosteriorTest.TEXT;

  private final Infiller infiller = new Infiller(new TinyLanguageModel());

  @Test
  void passesEndARunSoonAfterTheyAreReached() {
    for (int passes : new int[] {1, 60, 120}) {
      InfillSettings settings =
          new InfillSettings.Builder()
              .steps(200)
              .set(Settings.MAX_PASSES, OptionalInt.of(passes))
              .seed(3)
              .build();
      List<Infilling> all = new ArrayList<>();
      for (int batch : new int[] {25, 1, 4}) {
        all.add(infiller.infill(TEXT, settings.toBuilder().batch(batch).build()));
      }
      Diagnostics diagnostics = all.get(0).diagnostics();
      assertThat(diagnostics.end()).isEqualTo(RunEnd.MAX_PASSES);
      // A tenth of the steps before, or one, they were not reached yet.
      int before = diagnostics.steps() - Math.max(1, diagnostics.steps() / 10);
      assertThat(before == 0 || told(settings, before, 0).diagnostics().modelPasses() < passes)
          .isTrue();
      assertThat(diagnostics.modelPasses()).isGreaterThanOrEqualTo(passes);
      // It ends elsewhere, and is no other run.
      if (diagnostics.keptSteps() > 0) {
        Infilling told = told(settings, diagnostics.steps(), settings.burnIn());
        assertThat(told.diagnostics().end()).isEqualTo(RunEnd.STEPS);
        assertThat(told.candidates()).isEqualTo(all.get(0).candidates());
      }
      assertThat(all)
          .allSatisfy(
              one -> {
                assertThat(one.diagnostics().steps()).isEqualTo(diagnostics.steps());
                assertThat(one.candidates()).isEqualTo(all.get(0).candidates());
              });
    }
  }

  private Infilling told(InfillSettings settings, int steps, int burnIn) {
    return infiller.infill(
        TEXT,
        settings.toBuilder()
            .steps(steps)
            .burnIn(burnIn)
            .set(Settings.MAX_PASSES, OptionalInt.empty())
            .build());
  }

  @Test
  void secondsEndARun() {
    Infilling infilling =
        infiller.infill(
            TEXT,
            new InfillSettings.Builder()
                .steps(1_000_000)
                .burnIn(0)
                .set(Settings.MAX_SECONDS, OptionalDouble.of(0.001))
                .seed(3)
                .build());
    assertThat(infilling.diagnostics().end()).isEqualTo(RunEnd.MAX_SECONDS);
    assertThat(infilling.diagnostics().steps()).isLessThan(1_000_000);
    assertThat(infilling.interrupted()).isFalse();
    assertThat(infilling.candidates()).isNotEmpty();
  }

  @Test
  void theVerdictSaysWhatWouldHelp() {
    Infilling infilling =
        infiller.infill(
            TEXT,
            new InfillSettings.Builder()
                .set(Settings.MAX_PASSES, OptionalInt.of(40))
                .burnIn(0)
                .seed(3)
                .build());
    assertThat(infilling.diagnostics().end()).isEqualTo(RunEnd.MAX_PASSES);
    assertThat(infilling.verdict().text()).contains("160 passes (max-passes) would help");
  }
}
