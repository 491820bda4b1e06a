package dev.infill.core.sample;

import static dev.infill.core.sample.Samples.TEXT;
import static dev.infill.core.sample.Samples.settings;
import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.core.chain.Cancellation;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.chain.StoppingRule;
import dev.infill.core.diagnostics.Convergence;
import dev.infill.core.diagnostics.Reliability;
import dev.infill.core.infill.Infiller;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.sample.SampleDiagnostics.Moves;
import dev.infill.core.sampler.Pool;
import dev.infill.core.sampler.Precondition;
import dev.infill.core.sampler.Settings;
import dev.infill.core.sampler.Start;
import dev.infill.core.task.BlankConstraint;
import dev.infill.core.task.SampleSettings;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The passes that a job tells, and its other diagnostics. */
class SamplePassesTest {
  private final TinyLanguageModel model = new TinyLanguageModel();
  private final Infiller infiller = new Infiller(model);

  private SampleResult sample(SampleSettings settings) {
    return infiller.sample(TEXT, settings);
  }

  @ParameterizedTest
  @MethodSource("dev.infill.core.sampler.Sampler#labels")
  void modelPassesAreCountedHonestly(String sampler) {
    for (Pool pool : Pool.values()) {
      for (Start start : Start.values()) {
        SampleDiagnostics diagnostics =
            counted(
                    settings()
                        .with(Settings.SAMPLER, sampler)
                        .with(Settings.POOL, pool)
                        .with(Settings.START, start))
                .diagnostics();
        assertThat(diagnostics.hammingDistance().effectiveSampleSize().orElseThrow())
            .isBetween(10.0, 2000.0);
      }
    }
  }

  /** Samples, and compares the model's passes with those that are told. */
  private SampleResult counted(SampleSettings settings) {
    long before = model.passes();
    Scored scored = new Scored();
    SampleResult infilling = infiller.sample(TEXT, settings, scored, new Cancellation());
    SampleDiagnostics diagnostics = infilling.diagnostics();
    assertThat(diagnostics.modelPasses()).isEqualTo(model.passes() - before);
    assertThat(diagnostics.modelPasses() + diagnostics.hits())
        .isEqualTo(asked(settings) + 3 * scored.states);
    return infilling;
  }

  /** Returns how many passes the chains ask for by their own account, remembered or not. */
  private long asked(SampleSettings settings) {
    return infiller
        .chains(
            TEXT,
            settings,
            StoppingRule.afterSteps(settings.steps()),
            ProgressListener.NONE,
            new Cancellation())
        .modelPasses(settings.steps());
  }

  /** Counts the states that are scored. */
  private static final class Scored implements ProgressListener {
    private long states;
    private long before;

    @Override
    public void onProgress(Phase phase, long done, long total) {
      if (phase == Phase.SCORING) {
        states += Math.max(0, done - before);
        before = done;
      }
    }
  }

  @Test
  void aMinibatchIsApproximateAndItsPassesAreCounted() {
    SampleSettings settings =
        settings().with(Settings.SAMPLER, "dula").with(Settings.MINIBATCH, OptionalInt.of(1));
    for (Precondition precondition : Precondition.values()) {
      long before = model.passes();
      SampleResult infilling = sample(settings.with(Settings.PRECONDITION, precondition));

      assertThat(infilling.verdict().reliability()).isEqualTo(Reliability.BOUNDS_ONLY);
      assertThat(infilling.candidates()).isNotEmpty();
      assertThat(infilling.diagnostics().moves().stepSize()).isPresent();
      assertThat(infilling.diagnostics().modelPasses()).isEqualTo(model.passes() - before);
    }
  }

  @Test
  void passesThatACurvatureCostsAreCountedAndASeedRepeatsIt() {
    SampleSettings settings = settings().with(Settings.PRECONDITION, Precondition.CURVATURE);
    SampleResult infilling = counted(settings);

    assertThat(sample(settings).candidates()).isEqualTo(infilling.candidates());
    assertThat(sample(settings()).candidates()).isNotEqualTo(infilling.candidates());
  }

  @Test
  void diagnosticsDescribeTheChains() {
    BlankConstraint words =
        BlankConstraint.allow("the", "cat", "dog", "sat", "ran", "on", "mat", ".", "😀");
    SampleDiagnostics dmala =
        sample(settings().withConstraints(Map.of(1, words, 2, words, 3, words))).diagnostics();
    SampleDiagnostics gibbs = sample(settings().with(Settings.SAMPLER, "gibbs")).diagnostics();

    Moves moves = dmala.moves();
    assertThat(moves.accepted()).isBetween(moves.changed(), 1.0);
    assertThat(moves.changed()).isPositive();
    assertThat(moves.meanChangedBlanks()).isBetween(moves.changed(), 3.0);
    assertThat(moves.stepSize()).hasValue(SampleSettings.defaults().get(Settings.ALPHA));
    assertThat(moves.kept()).isEqualTo(40);
    assertThat(dmala.effectiveSampleSize().orElseThrow()).isBetween(10.0, 2000.0);
    Convergence ofEnergy = dmala.energy().orElseThrow();
    assertThat(ofEnergy.effectiveSampleSize()).isEqualTo(dmala.effectiveSampleSize());
    assertThat(ofEnergy.rHat().orElseThrow()).isBetween(0.9, 1.5);
    assertThat(ofEnergy.constantChains()).isZero();
    assertThat(dmala.hammingDistance().rHat().orElseThrow()).isBetween(0.9, 1.5);
    assertThat(gibbs.moves().stepSize()).isEmpty();
    assertThat(gibbs.moves().accepted()).isEqualTo(1);
    // Every visited state was scored, so U is known along the chains.
    assertThat(gibbs.effectiveSampleSize().orElseThrow()).isPositive();
    assertThat(
            sample(settings().with(Settings.SAMPLER, "gibbs").with(Settings.POOL, Pool.LAST))
                .diagnostics()
                .effectiveSampleSize())
        .isEmpty();
  }
}
