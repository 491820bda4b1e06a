package dev.infill.core.infill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.infill.Score.ScoredToken;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.EnergyKind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ScorerTest {
  private final TinyLanguageModel model = new TinyLanguageModel();
  private final Scorer scorer = new Scorer(model);

  @ParameterizedTest
  @EnumSource
  void fillsAreScoredByTheDefinitionOfTheEnergy(EnergyKind kind) {
    Score score = scorer.scoreFills("The CAT [MASK] on the ___ .", List.of("Sat", "##s"), kind);

    assertThat(score.text()).isEqualTo("The CAT sat on thes .");
    assertThat(score.energyKind()).isEqualTo(kind);
    assertThat(score.model()).isEqualTo(model.description());
    assertThat(score.fills()).extracting(ScoredToken::token).containsExactly("sat", "##s");
    assertByDefinition(
        score, model.tokenize(BlankedText.parse("the cat sat on the mat .")).pieces(), 3, 6);
  }

  @ParameterizedTest
  @EnumSource
  void everyPieceOfSentenceIsScored(EnergyKind kind) {
    Score score = scorer.scoreSentence("The cats sat.", kind);

    assertThat(score.text()).isEqualTo("The cats sat.");
    // "sat." is one word without its full stop standing apart, and unknown to the tiny model.
    assertThat(score.fills())
        .extracting(ScoredToken::token)
        .containsExactly("the", "cat", "##s", "[UNK]");
    assertByDefinition(
        score, model.tokenize(BlankedText.parse("the cats sat.")).pieces(), 1, 2, 3, 4);
  }

  @Test
  void sentenceIsTheSumOfItsPieces() {
    Score score = scorer.scoreSentence("the cat sat", EnergyKind.PSEUDO_LOG_LIKELIHOOD);

    assertThat(score.fills().stream().mapToDouble(ScoredToken::logProbability).sum())
        .isCloseTo(score.energy(), within(1e-12));
  }

  private void assertByDefinition(Score score, int[] pieces, int... positions) {
    double energy = 0;
    int[] filled = pieces.clone();
    for (int i = 0; i < positions.length; i++) {
      filled[positions[i]] = TinyLanguageModel.TOKENS.indexOf(score.fills().get(i).token());
    }
    for (int i = 0; i < positions.length; i++) {
      int token = filled[positions[i]];
      int[] read = filled.clone();
      if (score.energyKind() != EnergyKind.UNMASKED) {
        read[positions[i]] = TinyLanguageModel.TOKENS.indexOf("[MASK]");
      }
      double log = model.logProbabilities(read, positions[i])[token];
      assertThat(score.fills().get(i).logProbability()).isCloseTo(log, within(1e-12));
      energy +=
          score.energyKind() == EnergyKind.RAW_LOGIT
              ? model.logits(read, positions[i])[token]
              : log;
    }
    assertThat(score.energy()).isCloseTo(energy, within(1e-9));
  }
}
