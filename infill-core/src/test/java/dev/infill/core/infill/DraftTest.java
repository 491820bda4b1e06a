package dev.infill.core.infill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.Cancellation;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.energy.TemperedEnergy;
import dev.infill.core.infill.Verdict.Reliability;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.task.Fill;
import dev.infill.core.task.InfillSettings;
import dev.infill.core.text.DecoratedModel;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Chains on a draft, answers by the model. */
class DraftTest {
  /** What U of the draft is too low by, as a factor. */
  private static final double FACTOR = 2;

  private final TinyLanguageModel model = new TinyLanguageModel();
  private final DecoratedModel draft =
      new DecoratedModel(new TinyLanguageModel(), energy -> new TemperedEnergy(energy, FACTOR));
  private final Posterior posterior =
      new Posterior(model, InfillerPosteriorTest.TEXT, InfillerPosteriorTest.ALLOWED, 1);

  private static InfillSettings.Builder settings() {
    return InfillerPosteriorTest.settings("gibbs-mh").chains(8).steps(60).burnIn(10).seed(3);
  }

  private static List<String> tokens(Candidate candidate) {
    return candidate.fills().stream().map(Fill::token).toList();
  }

  @Test
  void candidatesHaveTheEnergyOfTheModel() {
    Infilling filled =
        new Infiller(model).withDraft(draft).infill(InfillerPosteriorTest.TEXT, settings().build());

    assertThat(filled.draft()).contains(draft.description());
    assertThat(filled.model()).isEqualTo(model.description());
    assertThat(filled.candidates())
        .hasSizeGreaterThan(4)
        .isSortedAccordingTo(Comparator.comparingDouble(Candidate::energy).reversed());
    for (Candidate candidate : filled.candidates()) {
      assertThat(candidate.energy())
          .as(candidate.text())
          .isCloseTo(posterior.energy(tokens(candidate)), within(1e-9));
      assertThat(candidate.visits()).isPositive();
    }
  }

  /** What the draft's chains visit is of the draft's π. */
  @Test
  void probabilitiesAreBoundsThatHold() {
    Infilling filled =
        new Infiller(model).withDraft(draft).infill(InfillerPosteriorTest.TEXT, settings().build());

    assertThat(filled.exact()).isFalse();
    assertThat(filled.marginals()).isEmpty();
    assertThat(filled.verdict().reliability()).isEqualTo(Reliability.BOUNDS_ONLY);
    assertThat(filled.verdict().text()).contains("draft").doesNotContain("gibbs-mh is approximate");
    double total = filled.candidates().stream().mapToDouble(one -> Math.exp(one.energy())).sum();
    for (Candidate candidate : filled.candidates()) {
      assertThat(candidate.probability().estimate()).isEmpty();
      assertThat(candidate.probability().standardError()).isEmpty();
      assertThat(candidate.probability().upperBound().orElseThrow())
          .as("all that the model evaluated are shown")
          .isCloseTo(Math.exp(candidate.energy()) / total, within(1e-9));
      assertThat(candidate.probability().upperBound().orElseThrow())
          .isBetween(posterior.probability(tokens(candidate)) - 1e-12, 1.0);
    }
  }

  /** Then the chains are the same, and so is the list: only what is said of it is less. */
  @Test
  void theModelAsItsOwnDraftFindsTheSame() {
    Infilling without = new Infiller(model).infill(InfillerPosteriorTest.TEXT, settings().build());
    Infilling with =
        new Infiller(model)
            .withDraft(new TinyLanguageModel())
            .infill(InfillerPosteriorTest.TEXT, settings().build());

    assertThat(with.candidates())
        .extracting(Candidate::text)
        .isEqualTo(without.candidates().stream().map(Candidate::text).toList());
    assertThat(with.diagnostics().convergenceOfEnergy())
        .isEqualTo(without.diagnostics().convergenceOfEnergy());
    assertThat(with.diagnostics().distinctFillings())
        .isEqualTo(without.diagnostics().distinctFillings());
    assertThat(with.diagnostics().modelPasses()).isGreaterThan(without.diagnostics().modelPasses());
    assertThat(without.draft()).isEmpty();
  }

  @Test
  void theModelEvaluatesAShortlistAlone() {
    new Infiller(model)
        .withDraft(draft)
        .infill("the ___ ___ ___ ___ .", settings().chains(25).top(2).build());

    assertThat(model.passes()).as("4 blanks of 25 fillings").isBetween(25L, 100L);
  }

  /** The model tells all probabilities of it at once. */
  @Test
  void aSingleBlankIsKnownAllTheSame() {
    InfillSettings settings = new InfillSettings.Builder().seed(5).top(3).build();
    Infilling without = new Infiller(model).infill("the ___ sat .", settings);
    Infilling with = new Infiller(model).withDraft(draft).infill("the ___ sat .", settings);

    assertThat(with.verdict().reliability()).isEqualTo(Reliability.EXACT);
    assertThat(with.marginals()).isEqualTo(without.marginals());
    assertThat(with.candidates().get(0).probability())
        .isEqualTo(without.candidates().get(0).probability());
  }

  @Test
  void blanksOfUnknownLengthAreRefused() {
    Infiller infiller = new Infiller(model).withDraft(draft);
    InfillSettings settings = settings().constraints(Map.of()).build();

    assertThatThrownBy(() -> infiller.infill("the ___:1-2 sat .", settings))
        .isInstanceOfSatisfying(
            InvalidInputException.class, e -> assertThat(e.field()).isEqualTo("draft"))
        .hasMessageContaining("known lengths");
    assertThat(infiller.infill("the [MASK:2] sat .", settings).candidates()).isNotEmpty();
  }

  @Test
  void anApproximateSamplerIsToldAsSuch() {
    Infilling filled =
        new Infiller(model)
            .withDraft(draft)
            .infill(InfillerPosteriorTest.TEXT, settings().sampler("gibbs").build());

    assertThat(filled.verdict().reliability()).isEqualTo(Reliability.BOUNDS_ONLY);
    assertThat(filled.verdict().text()).startsWith("gibbs is approximate");
    for (Candidate candidate : filled.candidates()) {
      assertThat(candidate.energy()).isCloseTo(posterior.energy(tokens(candidate)), within(1e-9));
    }
  }

  /** What is evaluated after a stop is as much as is asked for: it should be the best. */
  @Test
  void aCancelledRunAnswersAllTheSame() {
    Cancellation cancellation = new Cancellation();
    ProgressListener listener =
        (phase, done, total) -> {
          if (phase == ProgressListener.Phase.SAMPLING && done == 30) {
            cancellation.cancel();
          }
        };
    // All fillings are about as likely by it, so that visits say nothing of which are good.
    DecoratedModel flat =
        new DecoratedModel(new TinyLanguageModel(), energy -> new TemperedEnergy(energy, 1000));
    Infilling filled =
        new Infiller(model)
            .withDraft(flat)
            .infill(InfillerPosteriorTest.TEXT, settings().top(3).build(), listener, cancellation);

    assertThat(filled.interrupted()).isTrue();
    assertThat(filled.candidates())
        .extracting(DraftTest::tokens)
        .isEqualTo(
            new Infiller(model)
                .infill(InfillerPosteriorTest.TEXT, settings().top(3).build()).candidates().stream()
                    .map(DraftTest::tokens)
                    .toList());
  }

  @Test
  void aDraftHasTheSameVocabulary() {
    Infiller infiller = new Infiller(model);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> infiller.withDraft(new WideModel()))
        .withMessageContaining("vocabulary");
  }
}
