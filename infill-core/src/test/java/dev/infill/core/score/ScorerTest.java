package dev.infill.core.score;

import static dev.infill.core.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.chain.ProgressListener;
import dev.infill.core.fill.FillResult;
import dev.infill.core.fill.Filling;
import dev.infill.core.infill.Infiller;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.score.Score.ScoredToken;
import dev.infill.core.task.Fill;
import dev.infill.core.task.FillSettings;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.VocabularyChoice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ScorerTest {
  private static final VocabularyChoice WORDS = VocabularyChoice.WORDS;

  private final TinyLanguageModel model = new TinyLanguageModel();
  private final Scorer scorer = new Scorer(model);

  @Test
  void fillsAreScoredByTheDefinitionOfTheEnergy() {
    Score score = scorer.scoreFills("The CAT [MASK] on the ___ .", List.of("Sat", "##s"));

    assertThat(score.text()).isEqualTo("The CAT sat on thes .");
    assertThat(score.model()).isEqualTo(model.description());
    assertThat(score.fills()).extracting(ScoredToken::token).containsExactly("sat", "##s");
    assertByDefinition(
        score, model.tokenize(BlankedText.parse("the cat sat on the mat .")).pieces(), 3, 6);
  }

  @Test
  void everyPieceOfSentenceIsScored() {
    Score score = scorer.scoreSentence("The cats sat.");

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
    Score score = scorer.scoreSentence("the cat sat");

    assertThat(score.fills().stream().mapToDouble(ScoredToken::logProbability).sum())
        .isCloseTo(score.energy(), within(1e-12));
  }

  /** By hand: of "cats", "cat" is scored with "##s" masked too; all else as ever. */
  @Test
  void withinAWordPiecesToTheRightAreMaskedAsWell() {
    String sentence = "the cats sat on the mat .";
    Score score =
        scorer.scoreSentence(sentence, SentenceMasking.WITHIN_WORD_L2R, ProgressListener.NONE);
    Score original = scorer.scoreSentence(sentence);

    int[] pieces = model.tokenize(BlankedText.parse(sentence)).pieces();
    int cat = 2;
    assertThat(TinyLanguageModel.TOKENS.get(pieces[cat + 1])).isEqualTo("##s");
    int mask = TinyLanguageModel.TOKENS.indexOf("[MASK]");
    int[] read = pieces.clone();
    read[cat] = mask;
    read[cat + 1] = mask;
    double expected = model.logProbabilities(read, cat)[pieces[cat]];
    assertThat(score.masking()).isEqualTo(SentenceMasking.WITHIN_WORD_L2R);
    assertThat(score.fills().get(cat - 1).logProbability())
        .isCloseTo(expected, within(1e-12))
        .isNotCloseTo(original.fills().get(cat - 1).logProbability(), within(1e-6));
    for (int k = 0; k < score.fills().size(); k++) {
      assertThat(score.fills().get(k).token()).isEqualTo(original.fills().get(k).token());
      if (k != cat - 1) {
        assertThat(score.fills().get(k)).isEqualTo(original.fills().get(k));
      }
    }
    assertThat(score.energy())
        .isCloseTo(
            score.fills().stream().mapToDouble(ScoredToken::logProbability).sum(), within(1e-12));
    for (int piecesAtOnce : new int[] {29, 1}) {
      assertThat(
              new Scorer(model, piecesAtOnce)
                  .scoreSentence(sentence, SentenceMasking.WITHIN_WORD_L2R, ProgressListener.NONE)
                  .fills())
          .isEqualTo(score.fills());
    }
  }

  /** The tiny model's own distributions are the reference. */
  @ParameterizedTest
  @EnumSource
  void alternativesAreTheLikeliestTokensGivenTheOtherFills(VocabularyChoice choice) {
    String text = "The CAT [MASK] on the ___ .";
    int[] pieces = model.tokenize(BlankedText.parse("the cat sat on the mat .")).pieces();
    int[] positions = {3, 6};

    for (int count : new int[] {1, 5, 1000}) {
      List<List<Alternative>> told =
          scorer.alternatives(text, List.of("sat", "mat"), choice, count);
      assertThat(told).hasSize(2);
      for (int blank = 0; blank < 2; blank++) {
        int[] read = pieces.clone();
        read[positions[blank]] = TinyLanguageModel.TOKENS.indexOf("[MASK]");
        double[] log = model.logProbabilities(read, positions[blank]);
        List<String> expected =
            model
                .vocabulary()
                .select(choice)
                .ids()
                .boxed()
                .sorted(Comparator.comparingDouble((Integer id) -> -log[id]))
                .limit(count)
                .map(TinyLanguageModel.TOKENS::get)
                .toList();
        assertThat(told.get(blank)).extracting(Alternative::token).isEqualTo(expected);
        assertThat(told.get(blank))
            .allSatisfy(
                alternative ->
                    assertThat(alternative.logProbability())
                        .isCloseTo(
                            log[TinyLanguageModel.TOKENS.indexOf(alternative.token())],
                            within(1e-12)));
      }
    }
  }

  @Test
  void alternativesNeedFillsThatFitAndACount() {
    assertRefused("fills", () -> scorer.alternatives("a [MASK]", List.of(), WORDS, 5));
    assertRefused("fills", () -> scorer.alternatives("a cat", List.of("sat"), WORDS, 5));
    assertRefused("fills", () -> scorer.alternatives("a [MASK]", List.of("no piece"), WORDS, 5));
    assertRefused("alternatives", () -> scorer.alternatives("a [MASK]", List.of("cat"), WORDS, 0));
  }

  @Test
  void partsOfALongTextAddUpToTheWhole() {
    Score whole = scorer.scoreSentence("the cats sat on the mat .");
    List<Long> told = new ArrayList<>();
    // 10 pieces, of which 8 are scored: two sequences at once, and one where one is too much.
    for (int piecesAtOnce : new int[] {29, 1}) {
      Score parts =
          new Scorer(model, piecesAtOnce)
              .scoreSentence(
                  "the cats sat on the mat .",
                  SentenceMasking.ORIGINAL,
                  (phase, done, total) -> told.add(done));

      assertThat(parts.energy()).isCloseTo(whole.energy(), within(1e-12));
      assertThat(parts.fills()).isEqualTo(whole.fills());
    }
    assertThat(told).containsExactly(0L, 2L, 4L, 6L, 8L, 0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
    String text = "the [MASK] sat on the ___ .";
    List<String> fills = List.of("dog", "mat");
    assertThat(new Scorer(model, 1).scoreFills(text, fills).fills())
        .isEqualTo(scorer.scoreFills(text, fills).fills());
    assertThat(new Scorer(model, 1).alternatives(text, fills, WORDS, 3))
        .isEqualTo(scorer.alternatives(text, fills, WORDS, 3));
  }

  /** So one that nobody waits for any more ends soon. */
  @Test
  void aListenerEndsTheScoringOfALongText() {
    TinyLanguageModel large = new TinyLanguageModel(512);
    IllegalStateException gone = new IllegalStateException("nobody waits");

    assertThatThrownBy(
            () ->
                new Scorer(large)
                    .scoreSentence(
                        "cat ".repeat(510),
                        SentenceMasking.ORIGINAL,
                        (phase, done, total) -> {
                          if (done > 0) {
                            throw gone;
                          }
                        }))
        .isSameAs(gone);
    assertThat(large.passes()).isEqualTo(8);
  }

  private void assertByDefinition(Score score, int[] pieces, int... positions) {
    double energy = 0;
    int[] filled = pieces.clone();
    for (int i = 0; i < positions.length; i++) {
      filled[positions[i]] = TinyLanguageModel.TOKENS.indexOf(score.fills().get(i).token());
    }
    for (int i = 0; i < positions.length; i++) {
      int position = positions[i];
      double[] all = model.logProbabilities(masked(filled, position), position);
      double own = all[filled[position]];
      assertThat(score.fills().get(i).logProbability()).isCloseTo(own, within(1e-12));
      assertThat(score.fills().get(i).rank())
          .isEqualTo(1 + (int) Arrays.stream(all).filter(other -> other > own).count());
      energy += own;
    }
    assertThat(score.energy()).isCloseTo(energy, within(1e-9));
  }

  private static int[] masked(int[] pieces, int position) {
    int[] masked = pieces.clone();
    masked[position] = TinyLanguageModel.TOKENS.indexOf("[MASK]");
    return masked;
  }

  /** M of fills is what fill says of the same filling. */
  @Test
  void theTwoWayChainRuleIsThatOfFill() {
    FillResult result =
        new Infiller(model).fill("the [MASK] sat [MASK] the [MASK] .", FillSettings.defaults());
    for (Filling filling : result.fillings()) {
      Score score =
          new Scorer(model)
              .scoreFills(
                  "the [MASK] sat [MASK] the [MASK] .",
                  filling.fills().stream().map(Fill::token).toList());
      assertThat(score.twoWay().orElseThrow()).isCloseTo(filling.twoWay(), within(1e-9));
      assertThat(score.energy()).isCloseTo(filling.energy(), within(1e-9));
    }
  }
}
