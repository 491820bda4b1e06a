package dev.infill.core.infill;

import static dev.infill.core.sample.Samples.WORDS;
import static dev.infill.core.sample.Samples.tokens;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.sample.Candidate;
import dev.infill.core.sample.SampleResult;
import dev.infill.core.sampler.Settings;
import dev.infill.core.score.Score;
import dev.infill.core.score.Scorer;
import dev.infill.core.task.BlankConstraint;
import dev.infill.core.task.Fill;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.VocabularyChoice;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BlankLengthsTest {

  private final TinyLanguageModel model = new TinyLanguageModel();
  private final Infiller infiller = new Infiller(model);

  private static SampleSettings settings() {
    return SampleSettings.defaults().withSeed(1);
  }

  @ParameterizedTest
  @MethodSource("dev.infill.core.sampler.Sampler#labels")
  void unknownLengthsAreRefusedByEverySampler(String sampler) {
    for (String text : List.of("the ___:1-2 sat on ___ .", "the [MASK:2-3] sat .")) {
      assertThatExceptionOfType(InvalidInputException.class)
          .isThrownBy(() -> infiller.sample(text, settings().with(Settings.SAMPLER, sampler)))
          .withMessage("sample needs blanks of known lengths: give [MASK:2], or use fill")
          .extracting(InvalidInputException::field)
          .isEqualTo("text");
    }
    assertThat(model.passes()).isZero();
  }

  /** U of a filling is what it is for the same text with as many single blanks. */
  @Test
  void energiesAreThoseOfTextsOfTheSameLength() {
    SampleSettings settings = settings().with(Settings.GRADIENT, GradientKind.EXACT);
    String text = "the [MASK:2] sat on [MASK:3] .";
    String masks = "the ___ ___ sat on ___ ___ ___ .";

    assertThat(infiller.sample(text, settings).candidates())
        .isNotEmpty()
        .allSatisfy(
            candidate -> {
              Score score = new Scorer(model).scoreFills(masks, tokens(candidate));
              assertThat(candidate.energy()).isCloseTo(score.energy(), within(1e-9));
              assertThat(candidate.text()).isEqualTo(score.text());
            });
  }

  @Test
  void aBlankOfSeveralPiecesHoldsWordsOfSeveralPieces() {
    SampleResult infilling =
        infiller.sample(
            "the [MASK:2] .", settings().with(Settings.STEPS, 500).with(Settings.TOP, 1000));

    assertThat(infilling.candidates()).extracting(Candidate::text).contains("the cats .");
    assertThat(infilling.candidates())
        .allSatisfy(
            candidate -> {
              assertThat(candidate.fills().get(0).token()).isIn(WORDS);
              assertThat(candidate.fills()).extracting(Fill::blank).containsExactly(1, 1);
            });
    assertThat(infilling.candidates())
        .isSortedAccordingTo(Comparator.comparingDouble(Candidate::energy).reversed());
  }

  /** A known length is nothing new: the same chains as of so many blanks. */
  @Test
  void aKnownLengthIsAsManyBlanks() {
    SampleSettings settings = settings().with(Settings.VOCABULARY, VocabularyChoice.PIECES);
    SampleResult pieces = infiller.sample("the [MASK:3] sat on ___ .", settings).withoutTime();
    SampleResult blanks =
        infiller.sample("the [MASK] [MASK] [MASK] sat on ___ .", settings).withoutTime();

    assertThat(pieces.candidates())
        .extracting(Candidate::text, Candidate::energy, Candidate::visits)
        .isEqualTo(
            blanks.candidates().stream()
                .map(candidate -> tuple(candidate.text(), candidate.energy(), candidate.visits()))
                .toList());
    assertThat(pieces.diagnostics()).isEqualTo(blanks.diagnostics());
    assertThat(pieces.candidates().get(0).fills())
        .extracting(Fill::blank)
        .containsExactly(1, 1, 1, 2);
  }

  /** What is forbidden is so at every place of the blank. */
  @Test
  void forbiddenPiecesStandNowhereInTheBlank() {
    SampleResult infilling =
        infiller.sample(
            "the [MASK:3] sat .",
            settings()
                .withConstraints(Map.of(1, BlankConstraint.forbid("the", "##s")))
                .with(Settings.TOP, 100_000));

    assertThat(infilling.candidates())
        .isNotEmpty()
        .allSatisfy(candidate -> assertThat(tokens(candidate)).doesNotContain("the", "##s"));
  }

  @Test
  void moreThanCanBeReadIsRefused() {
    refused("the [MASK:16] [MASK:16] ___ .", "max-blanks");
    refused("[MASK:16] ".repeat(2), "pieces");
  }

  private void refused(String text, String named) {
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> infiller.prepare(BlankedText.parse(text), settings()))
        .withMessageContaining(named)
        .withMessageNotContaining("\n");
  }
}
