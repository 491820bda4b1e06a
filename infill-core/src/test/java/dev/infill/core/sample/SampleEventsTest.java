package dev.infill.core.sample;

import static dev.infill.core.sample.Samples.TEXT;
import static dev.infill.core.sample.Samples.settings;
import static dev.infill.core.sample.Samples.tokens;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.chain.Cancellation;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.chain.StoppingRule;
import dev.infill.core.chain.Visit;
import dev.infill.core.infill.Infiller;
import dev.infill.core.kernel.StepInfo;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.task.TextOfLengths;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Jobs that are watched, cancelled and interrupted between their steps. */
class SampleEventsTest {
  private final Infiller infiller = new Infiller(new TinyLanguageModel());

  private SampleResult sample(SampleSettings settings) {
    return infiller.sample(TEXT, settings);
  }

  private SampleResult sample(SampleSettings settings, ProgressListener listener) {
    return sample(settings, listener, new Cancellation());
  }

  private SampleResult sample(
      SampleSettings settings, ProgressListener listener, Cancellation cancellation) {
    return infiller.sample(TEXT, settings, listener, cancellation);
  }

  @ParameterizedTest
  @MethodSource("dev.infill.core.sampler.Sampler#labels")
  void cancellationKeepsWhatWasFound(String sampler) {
    Cancellation cancellation = new Cancellation();
    List<Long> steps = new ArrayList<>();
    SampleResult infilling =
        sample(
            settings()
                .with(Settings.SAMPLER, sampler)
                .with(Settings.STEPS, 100)
                .with(Settings.BURN_IN, 10),
            (phase, done, total) -> {
              if (phase == ProgressListener.Phase.SAMPLING) {
                steps.add(done);
                if (done == 30) {
                  cancellation.cancel();
                }
              }
            },
            cancellation);
    int made = 10 + infilling.diagnostics().moves().kept();
    SampleResult shorter =
        sample(
            settings()
                .with(Settings.SAMPLER, sampler)
                .with(Settings.STEPS, made)
                .with(Settings.BURN_IN, 10)
                .with(Settings.TOP, 1000));

    assertThat(infilling.interrupted()).isTrue();
    // Chains that move freely may have made some more steps by then.
    assertThat(made).isBetween(30, 50);
    assertThat(infilling.candidates()).isNotEmpty();
    assertThat(shorter.interrupted()).isFalse();
    // Pseudo-Gibbs is cancelled before it has scored all states; of the others nothing is lost.
    if (sampler.equals("gibbs")) {
      assertThat(shorter.candidates())
          .extracting(Candidate::text, Candidate::energy, Candidate::visits)
          .containsAll(
              infilling.candidates().stream()
                  .map(candidate -> tuple(candidate.text(), candidate.energy(), candidate.visits()))
                  .toList());
    } else {
      assertThat(infilling.candidates()).isEqualTo(shorter.candidates().subList(0, 5));
      assertThat(steps).endsWith((long) made);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.infill.core.sampler.Sampler#labels")
  void interruptedThreadKeepsWhatWasFound(String sampler) {
    SampleResult infilling =
        sample(
            settings()
                .with(Settings.SAMPLER, sampler)
                .with(Settings.STEPS, 100)
                .with(Settings.BURN_IN, 10)
                .with(Settings.BATCH, 5),
            (phase, done, total) -> {
              if (done == 30) {
                Thread.currentThread().interrupt();
              }
            });

    assertThat(Thread.interrupted()).isTrue();
    assertThat(infilling.interrupted()).isTrue();
    assertThat(infilling.diagnostics().moves().kept()).isBetween(20, 40);
    assertThat(infilling.candidates()).hasSize(5);
  }

  @Test
  void cancellationInBurnInReturnsWhereTheChainsWere() {
    Cancellation cancellation = new Cancellation();
    SampleResult infilling =
        sample(
            settings().with(Settings.STEPS, 100).with(Settings.BURN_IN, 40).with(Settings.TOP, 100),
            (phase, done, total) -> {
              if (done == 3) {
                cancellation.cancel();
              }
            },
            cancellation);

    assertThat(infilling.interrupted()).isTrue();
    assertThat(infilling.candidates().stream().mapToInt(Candidate::chains).sum()).isEqualTo(25);
    assertThat(infilling.diagnostics().moves().kept()).isZero();
    assertThat(infilling.diagnostics().moves().accepted()).isPositive();
    assertThat(infilling.diagnostics().effectiveSampleSize()).isEqualTo(OptionalDouble.empty());
    assertThat(infilling.diagnostics().hammingDistance().effectiveSampleSize())
        .isEqualTo(OptionalDouble.empty());
  }

  @ParameterizedTest
  @MethodSource("dev.infill.core.sampler.Sampler#labels")
  void whatChainsDoIsToldStepByStep(String sampler) {
    SampleSettings settings =
        settings()
            .with(Settings.SAMPLER, sampler)
            .with(Settings.STEPS, 60)
            .with(Settings.BURN_IN, 20)
            .with(Settings.TOP, 1000)
            .with(Settings.TEMPERATURE, 2.0);
    List<ChainsStep> told = new ArrayList<>();
    SampleResult infilling =
        infiller.sample(TEXT, settings, ProgressListener.NONE, told::add, new Cancellation());

    assertThat(told)
        .extracting(ChainsStep::step)
        .isEqualTo(IntStream.rangeClosed(1, 60).boxed().toList());
    assertThat(told)
        .allMatch(step -> step.total() == 60 && step.burnIn() == 20 && step.visits().size() == 25);
    List<Visit> kept =
        told.stream().filter(ChainsStep::isKept).flatMap(step -> step.visits().stream()).toList();
    assertThat(kept).hasSize(25 * 40);
    TextOfLengths text = told.get(0).text();
    // A text for each step would fill the memory of whoever keeps them.
    assertThat(told).allSatisfy(step -> assertThat(step.text()).isSameAs(text));
    for (Candidate candidate : infilling.candidates()) {
      List<Visit> there =
          kept.stream()
              .filter(visit -> text.filled(visit.state()).text().equals(candidate.text()))
              .toList();
      assertThat(candidate.visits()).isEqualTo(there.size());
      for (Visit visit : there) {
        assertThat(text.tokens(visit.state())).isEqualTo(tokens(candidate));
        assertThat(visit.energy().isPresent()).isEqualTo(!sampler.equals("gibbs"));
        visit.energy().ifPresent(u -> assertThat(u).isCloseTo(candidate.energy(), within(1e-9)));
      }
    }
    // Burn-in gives no draws, but fillings to choose from where U of them is known for nothing.
    assertThat(infilling.candidates())
        .extracting(Candidate::text)
        .containsExactlyInAnyOrderElementsOf(
            told.stream()
                .filter(step -> step.isKept() || !sampler.equals("gibbs"))
                .flatMap(step -> step.visits().stream())
                .map(visit -> text.filled(visit.state()).text())
                .collect(Collectors.toSet()));
    List<StepInfo> made = kept.stream().map(Visit::info).toList();
    assertThat(made.stream().mapToInt(StepInfo::changedCoordinates).average().orElseThrow())
        .isCloseTo(infilling.diagnostics().moves().meanChangedBlanks(), within(1e-12));
    assertThat(
            (double) made.stream().filter(step -> step.changedCoordinates() > 0).count()
                / made.size())
        .isCloseTo(infilling.diagnostics().moves().changed(), within(1e-12));
    assertThat((double) made.stream().filter(StepInfo::accepted).count() / made.size())
        .isCloseTo(infilling.diagnostics().moves().accepted(), within(1e-12));
    assertThat(made)
        .allSatisfy(step -> assertThat(step.acceptanceProbability()).isBetween(0.0, 1.0))
        .allMatch(step -> step.accepted() || step.acceptanceProbability() < 1);
    SampledChains sampled =
        infiller.chains(
            TEXT, settings, StoppingRule.afterSteps(60), ProgressListener.NONE, new Cancellation());
    for (ChainsStep step : told) {
      assertThat(step.stepSize()).isEqualTo(infilling.diagnostics().moves().stepSize());
      assertThat(step.visits().stream().mapToLong(visit -> visit.info().modelPasses()).sum())
          .isEqualTo(sampled.modelPasses(step.step()) - sampled.modelPasses(step.step() - 1));
    }
  }

  @Test
  void aStepSizeThatIsAdaptedIsToldStepByStep() {
    SampleSettings settings =
        settings()
            .with(Settings.STEPS, 30)
            .with(Settings.BURN_IN, 12)
            .with(Settings.ADAPT, OptionalDouble.of(0.6));
    List<ChainsStep> told = new ArrayList<>();
    SampleResult infilling =
        infiller.sample(TEXT, settings, ProgressListener.NONE, told::add, new Cancellation());

    assertThat(told.get(0).stepSize()).hasValue(settings.get(Settings.ALPHA));
    assertThat(told.subList(0, 13)).extracting(ChainsStep::stepSize).doesNotHaveDuplicates();
    assertThat(told.subList(12, 30))
        .extracting(ChainsStep::stepSize)
        .containsOnly(infilling.diagnostics().moves().stepSize());
  }

  @Test
  void scoringReportsProgressAndCanBeCancelled() {
    SampleSettings settings =
        settings()
            .with(Settings.SAMPLER, "gibbs")
            .with(Settings.BATCH, 10)
            .with(Settings.TOP, 15)
            .with(Settings.TEMPERATURE, 5.0);
    List<Long> scored = new ArrayList<>();
    List<Long> totals = new ArrayList<>();
    SampleResult whole =
        sample(
            settings,
            (phase, done, total) -> {
              if (phase == ProgressListener.Phase.SCORING) {
                scored.add(done);
                totals.add(total);
              }
            });
    Cancellation cancellation = new Cancellation();
    SampleResult cut =
        sample(
            settings,
            (phase, done, total) -> {
              if (phase == ProgressListener.Phase.SCORING) {
                cancellation.cancel();
              }
            },
            cancellation);

    long distinct = whole.diagnostics().distinctFillings();
    assertThat(scored).isSorted().startsWith(0L, 10L, 20L).endsWith(distinct);
    assertThat(totals).containsOnly(distinct);
    assertThat(whole.interrupted()).isFalse();
    assertThat(cut.interrupted()).isTrue();
    // As many as were asked for are scored all the same, the most frequent ones.
    assertThat(cut.candidates()).hasSize(15);
    assertThat(cut.diagnostics().effectiveSampleSize()).isEmpty();
  }

  /** A listener can so end a job whose candidates nobody waits for. */
  @Test
  void theCandidatesOfASamplerThatTracesUAreScoredInBatchesThatCanBeStopped() {
    SampleSettings settings =
        settings().with(Settings.BATCH, 2).with(Settings.TOP, 5).with(Settings.TEMPERATURE, 5.0);
    List<Long> scored = new ArrayList<>();
    sample(
        settings,
        (phase, done, total) -> {
          if (phase == ProgressListener.Phase.SCORING) {
            assertThat(total).isEqualTo(5);
            scored.add(done);
          }
        });
    assertThat(scored).containsExactly(0L, 2L, 4L, 5L);

    IllegalStateException gone = new IllegalStateException("nobody waits");
    assertThatThrownBy(
            () ->
                sample(
                    settings,
                    (phase, done, total) -> {
                      if (phase == ProgressListener.Phase.SCORING) {
                        throw gone;
                      }
                    }))
        .isSameAs(gone);
  }
}
