package dev.infill.evaluation.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scores that NLTK's documentation and sacreBLEU's own tests print. */
class PublishedScoresTest {
  private static final List<String> HYPOTHESIS_1 =
      words(
          "It is a guide to action which ensures that the military always obeys the commands of"
              + " the party");
  private static final List<String> HYPOTHESIS_2 =
      words("he read the book because he was interested in world history");
  private static final List<List<String>> REFERENCES_1 =
      List.of(
          words(
              "It is a guide to action that ensures that the military will forever heed Party"
                  + " commands"),
          words(
              "It is the guiding principle which guarantees the military forces always being under"
                  + " the command of the Party"),
          words(
              "It is the practical guide for the army always to heed the directions of the party"));
  private static final List<List<String>> REFERENCES_2 =
      List.of(words("he was interested in world history because he read the book"));

  /** nltk.translate.bleu_score.sentence_bleu and corpus_bleu. */
  @Test
  void ofNltk() {
    BleuStatistics first = statistics(HYPOTHESIS_1, REFERENCES_1);
    BleuStatistics second = statistics(HYPOTHESIS_2, REFERENCES_2);

    BleuSettings standard = BleuSettings.standard();
    assertThat(first.score(standard)).isBetween(50.45, 50.46);
    assertThat(
            statistics(
                    words(
                        "It is to insure the troops forever hearing the activity guidebook that"
                            + " party direct"),
                    REFERENCES_1)
                .score(standard))
        .isZero();
    assertThat(first.plus(second).score(standard)).isBetween(59.20, 59.21);
    assertThat((first.score(standard) + second.score(standard)) / 2).isBetween(62.23, 62.24);
  }

  /** nltk.translate.bleu_score.SmoothingFunction: methods 0 to 3. */
  @ParameterizedTest
  @CsvSource({"none,41.18", "epsilon,41.18", "add-k:1,44.52", "exp,41.18"})
  void ofNltksSmoothing(String smoothing, double expected) {
    double score =
        statistics(HYPOTHESIS_1, REFERENCES_1.subList(0, 1))
            .score(BleuSettings.uniform(4, Smoothing.parse(smoothing), false));

    assertThat(score).isBetween(expected, expected + 0.01);
  }

  /**
   * sacreBLEU's test_sentence_bleu.py; its tokenizer 13a parts the semicolon from the last word.
   */
  @ParameterizedTest
  @CsvSource({
    "exp,8.493",
    "none,0",
    "epsilon:0.1,4.51688",
    "epsilon:0.5,10.10",
    "add-k:1,14.882",
    "add-k:2,21.389"
  })
  void ofSacreBleusSmoothing(String smoothing, double expected) {
    double score =
        statistics(
                words("Producția de zahăr primă va fi exprimată în ceea ce privește zahărul alb ;"),
                List.of(words("producţia de zahăr brut se exprimă în zahăr alb ;")))
            .score(BleuSettings.uniform(4, Smoothing.parse(smoothing), true));

    assertThat(score).isCloseTo(expected, within(1e-3));
  }

  /** sacreBLEU's test_bleu.py: test_case_effective_order and test_raw_bleu_cases. */
  @ParameterizedTest
  @CsvSource({
    "test,a test,0.3678794411714425",
    "a test,a test,1",
    "a little test,a test,0.03218297948685433",
    "this is a fest,this is a test,0.223606797749979"
  })
  void ofSacreBleusEffectiveOrder(String hypothesis, String reference, double expected) {
    double score =
        statistics(words(hypothesis), List.of(words(reference)))
            .score(BleuSettings.uniform(4, new Smoothing(Smoothing.Kind.EPSILON, 0.01), true));

    assertThat(score).isCloseTo(100 * expected, within(1e-8));
  }

  /** sacreBLEU's test_bleu.py: test_case_statistics and test_case_scoring. */
  @Test
  void ofSacreBleusStatistics() {
    BleuStatistics statistics =
        statistics(
            words("am I am a character sequence"),
            List.of(words("I am a symbol string sequence a a")));
    assertThat(statistics.matches()).containsExactly(4L, 2L, 1L, 0L);
    assertThat(statistics.totals()).containsExactly(6L, 5L, 4L, 3L);

    assertThat(
            new BleuStatistics(List.of(9L, 7L, 5L, 3L), List.of(10L, 8L, 6L, 4L), 11, 11)
                .score(BleuSettings.standard()))
        .isCloseTo(83.75922397, within(1e-6));
  }

  private static BleuStatistics statistics(List<String> hypothesis, List<List<String>> references) {
    return CorpusBleu.statistics(List.of(hypothesis), ReferenceIndex.of(references), 4).get(0);
  }

  private static List<String> words(String sentence) {
    return List.of(sentence.split(" "));
  }
}
