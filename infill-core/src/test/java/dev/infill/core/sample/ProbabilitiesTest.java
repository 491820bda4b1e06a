package dev.infill.core.sample;

import static dev.infill.core.sample.Samples.ALLOWED;
import static dev.infill.core.sample.Samples.TEXT;
import static dev.infill.core.sample.Samples.WORDS;
import static dev.infill.core.sample.Samples.tokens;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.chain.Cancellation;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.diagnostics.Probability;
import dev.infill.core.diagnostics.Reliability;
import dev.infill.core.fill.Marginal;
import dev.infill.core.infill.Infiller;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.core.sampler.Sampler;
import dev.infill.core.sampler.Settings;
import dev.infill.core.sampler.Start;
import dev.infill.core.task.BlankConstraint;
import dev.infill.core.task.SampleSettings;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What results say of probabilities, against enumerations that no sampler has a part in. */
class ProbabilitiesTest {
  private final TinyLanguageModel model = new TinyLanguageModel();

  /** 25 chains of 190 kept steps visit each of 24 fillings: then nothing is left to estimate. */
  @Test
  void whereEveryFillingWasVisitedTheProbabilitiesAreExact() {
    Posterior posterior = new Posterior(model, TEXT, ALLOWED, 2.5);
    SampleResult infilling =
        infill(
            settings()
                .with(Settings.SAMPLER, "gibbs-mh")
                .with(Settings.STEPS, 200)
                .with(Settings.TEMPERATURE, 2.5));

    assertThat(infilling.candidates()).hasSize(24);
    assertThat(infilling.verdict().reliability()).isEqualTo(Reliability.RELIABLE);
    for (Candidate candidate : infilling.candidates()) {
      assertThat(candidate.probability().estimate().orElseThrow())
          .isCloseTo(posterior.probability(tokens(candidate)), within(1e-9));
    }
    for (Marginal marginal : infilling.marginals()) {
      assertThat(marginal.words()).hasSameSizeAs(ALLOWED.get(marginal.blank() - 1));
      assertThat(marginal.rest(1) + marginal.words().get(0).estimate()).isCloseTo(1, within(1e-9));
      for (Marginal.Word word : marginal.words()) {
        assertThat(word.estimate())
            .isCloseTo(marginal(posterior, marginal.blank(), word.text()), within(1e-9));
      }
    }
  }

  private static double marginal(Posterior posterior, int blank, String word) {
    return posterior.energies().keySet().stream()
        .filter(tokens -> tokens.get(blank - 1).equals(word))
        .mapToDouble(posterior::probability)
        .sum();
  }

  /** Over the whole vocabulary, where a run sees a part of the 343 fillings only. */
  @ParameterizedTest
  @MethodSource("dev.infill.core.sampler.Sampler#labels")
  void probabilitiesAreAtMostWhatTheirBoundSays(String sampler) {
    Posterior posterior = new Posterior(model, TEXT, List.of(WORDS, WORDS, WORDS), 1);
    SampleResult infilling =
        new Infiller(model)
            .sample(
                TEXT,
                SampleSettings.defaults()
                    .with(Settings.SAMPLER, sampler)
                    .with(Settings.STEPS, 50)
                    .withSeed(3)
                    .with(Settings.TOP, 1000));

    for (Candidate candidate : infilling.candidates()) {
      double bound = candidate.probability().upperBound().orElseThrow();
      assertThat(posterior.probability(tokens(candidate))).isLessThanOrEqualTo(bound + 1e-12);
      assertThat(candidate.probability().estimate().isPresent())
          .isEqualTo(Sampler.of(sampler).isExact());
      candidate.probability().estimate().ifPresent(p -> assertThat(p).isLessThanOrEqualTo(bound));
    }
    assertThat(infilling.marginals()).hasSize(Sampler.of(sampler).isExact() ? 3 : 0);
    if (!Sampler.of(sampler).isExact()) {
      assertThat(infilling.verdict().reliability()).isEqualTo(Reliability.BOUNDS_ONLY);
      assertThat(infilling.verdict().text()).startsWith(sampler + " is approximate");
    }
  }

  @ParameterizedTest
  @MethodSource("dev.infill.core.sampler.Sampler#labels")
  void aSingleBlankIsKnownExactly(String sampler) {
    Posterior posterior = new Posterior(model, "the ___ sat .", List.of(WORDS), 1.5);
    SampleResult infilling =
        new Infiller(model)
            .sample(
                "the ___ sat .",
                SampleSettings.defaults()
                    .with(Settings.SAMPLER, sampler)
                    .withSeed(1)
                    .with(Settings.TEMPERATURE, 1.5)
                    .with(Settings.CHAINS, 2)
                    .with(Settings.BURN_IN, 2)
                    .with(Settings.STEPS, 3));

    assertThat(infilling.verdict().reliability()).isEqualTo(Reliability.EXACT);
    assertThat(infilling.diagnostics().modelPasses()).isEqualTo(model.passes());
    for (Candidate candidate : infilling.candidates()) {
      assertThat(candidate.probability().estimate().orElseThrow())
          .isCloseTo(posterior.probability(tokens(candidate)), within(1e-12));
      assertThat(candidate.probability().standardError()).hasValue(0);
    }
    assertThat(infilling.marginals()).hasSize(1);
    assertThat(infilling.marginals().get(0).words())
        .extracting(Marginal.Word::text)
        .containsExactlyInAnyOrderElementsOf(WORDS);
    for (Marginal.Word word : infilling.marginals().get(0).words()) {
      assertThat(word.estimate())
          .isCloseTo(posterior.probability(List.of(word.text())), within(1e-12));
    }
  }

  @Test
  void fewChainsAreNotReliedOn() {
    SampleResult one = infill(settings().with(Settings.CHAINS, 1));
    SampleResult two = infill(settings().with(Settings.CHAINS, 2));

    assertThat(one.verdict().reliability()).isEqualTo(Reliability.UNRELIABLE);
    assertThat(one.verdict().text()).contains("Too few chains", "Three chains are needed");
    assertThat(one.marginals()).isEmpty();
    assertThat(one.candidates())
        .allSatisfy(candidate -> assertThat(candidate.probability().estimate()).isEmpty());
    assertThat(two.verdict().reliability()).isEqualTo(Reliability.UNRELIABLE);
    assertThat(two.candidates())
        .allSatisfy(candidate -> assertThat(candidate.probability().standardError()).isEmpty());
  }

  /** Five blanks of which each chain fills others: 16,807 fillings, and three steps. */
  @Test
  void chainsThatNeverMeetHaveNoEstimate() {
    SampleResult infilling =
        new Infiller(new TinyLanguageModel(40))
            .sample(
                "___ sat ___ ran ___ on ___ the ___ .",
                SampleSettings.defaults()
                    .with(Settings.SAMPLER, "gwg")
                    .with(Settings.START, Start.RANDOM)
                    .with(Settings.CHAINS, 3)
                    .with(Settings.BURN_IN, 1)
                    .with(Settings.STEPS, 4)
                    .withSeed(1));

    assertThat(infilling.verdict().unseen()).hasValue(1);
    assertThat(infilling.verdict().text()).startsWith("No chain met a filling of another");
    assertThat(infilling.candidates().get(0).probability().estimate()).isEmpty();
    assertThat(infilling.candidates().get(0).probability().upperBound()).isPresent();
  }

  @Test
  void chainsThatDisagreeAreToldOf() {
    SampleSettings slow =
        settings()
            .with(Settings.SAMPLER, "dmala")
            .with(Settings.START, Start.RANDOM)
            .with(Settings.STEPS, 30);
    SampleResult infilling = infill(slow.with(Settings.ALPHA, 0.25));

    assertThat(infilling.verdict().reliability()).isEqualTo(Reliability.UNRELIABLE);
    assertThat(infilling.verdict().text())
        .matches(
            "The chains disagree \\(R-hat [0-9.]+, [0-9]+ % of the steps in fillings that one chain"
                + " alone saw\\): take the list as candidates, not the probabilities. 120 steps"
                + " would help.");
    assertThat(infill(slow.with(Settings.ALPHA, 0.05)).verdict().text())
        .startsWith("No chain moved");
  }

  @Test
  void theOnlyFillingIsCertain() {
    SampleResult infilling =
        infill(
            settings()
                .withConstraints(
                    Map.of(
                        1, BlankConstraint.allow("cat"),
                        2, BlankConstraint.allow("on"),
                        3, BlankConstraint.allow("mat"))));

    assertThat(infilling.verdict().reliability()).isEqualTo(Reliability.EXACT);
    assertThat(infilling.verdict().text()).isEqualTo("There is only one filling: it is certain.");
    assertThat(infilling.candidates().get(0).probability()).isEqualTo(Probability.known(1));
  }

  /** Cold chains that have come down from elsewhere in burn-in. */
  @Test
  void chainsThatCameToOneFillingInBurnInStayOnIt() {
    SampleResult infilling =
        infill(
            settings()
                .withConstraints(
                    Map.of(
                        1, BlankConstraint.allow("cat", "mat"),
                        2, BlankConstraint.allow("on"),
                        3, BlankConstraint.allow("mat")))
                .with(Settings.SAMPLER, "gibbs-mh")
                .with(Settings.START, Start.RANDOM)
                .with(Settings.TEMPERATURE, 0.02)
                .with(Settings.ANNEAL, OptionalDouble.of(20))
                .with(Settings.STEPS, 200)
                .with(Settings.BURN_IN, 150));

    assertThat(infilling.diagnostics().distinctFillings()).isEqualTo(1);
    assertThat(infilling.verdict().text()).startsWith("All chains stay on one filling");
  }

  @Test
  void aFewStepsDoNotTellWhetherChainsAgree() {
    SampleResult infilling = infill(settings().with(Settings.STEPS, 11).with(Settings.BURN_IN, 10));

    assertThat(infilling.verdict().reliability()).isEqualTo(Reliability.UNRELIABLE);
    assertThat(infilling.verdict().text()).startsWith("Too few steps");
  }

  /** All chains met all fillings and agree; of 19 steps each that may be luck. */
  @Test
  void probabilitiesOfAFewStepsAreNotReliedOn() {
    SampleSettings independent =
        settings()
            .with(Settings.SAMPLER, "dmala")
            .with(Settings.BALANCING, BalancingFunction.power(1))
            .with(Settings.ALPHA, 1e6)
            .with(Settings.TEMPERATURE, 10.0);
    SampleResult few = infill(independent.with(Settings.STEPS, 29).with(Settings.BURN_IN, 10));
    SampleResult enough = infill(independent.with(Settings.STEPS, 30).with(Settings.BURN_IN, 10));

    assertThat(few.verdict().reliability()).isEqualTo(Reliability.UNRELIABLE);
    assertThat(few.verdict().text())
        .startsWith("Too few steps to say whether the chains agree")
        .endsWith("116 steps would help.");
    assertThat(enough.verdict().reliability()).isEqualTo(Reliability.RELIABLE);
  }

  @Test
  void aRunThatEndedInBurnInSampledNothing() {
    Cancellation cancelled = new Cancellation();
    cancelled.cancel();
    SampleResult infilling =
        new Infiller(model).sample(TEXT, settings(), ProgressListener.NONE, cancelled);

    assertThat(infilling.verdict().reliability()).isEqualTo(Reliability.NOT_SAMPLED);
    assertThat(infilling.candidates())
        .allSatisfy(candidate -> assertThat(candidate.probability().estimate()).isEmpty());
    assertThat(infilling.marginals()).isEmpty();
  }

  private static SampleSettings settings() {
    return SampleSettings.defaults()
        .withSeed(5)
        .with(Settings.TOP, 24)
        .withConstraints(Samples.constraints());
  }

  private SampleResult infill(SampleSettings settings) {
    return new Infiller(model).sample(TEXT, settings);
  }
}
