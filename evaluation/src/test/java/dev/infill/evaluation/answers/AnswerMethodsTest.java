package dev.infill.evaluation.answers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.task.InfillSettings;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.VocabularyChoice;
import dev.infill.evaluation.answers.BeamSearch.Order;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Every method against the enumeration of all fillings of a text of two blanks. */
class AnswerMethodsTest {
  private static final TinyLanguageModel MODEL = new TinyLanguageModel();
  private static final AnswerText TEXT = AnswerText.of(MODEL, "the [MASK] [MASK] on .");
  private static final int WORDS = TEXT.words().size();
  private static final int FILLINGS = WORDS * WORDS;

  /** log f at a position, straight from the model. */
  private static double logProbability(int first, int second, int blank) {
    TokenizedText text = TEXT.tokenized();
    int[] pieces = text.pieces();
    List<Integer> masked = new ArrayList<>();
    int[] filling = {first, second};
    for (int i = 0; i < 2; i++) {
      if (filling[i] < 0 || i == blank) {
        masked.add(text.blankPosition(i));
      } else {
        pieces[text.blankPosition(i)] = filling[i];
      }
    }
    double[] known =
        MODEL
            .allMaskedLogProbabilities(
                new TokenizedText(pieces, masked.stream().mapToInt(Integer::intValue).toArray()))
            .get(masked.indexOf(text.blankPosition(blank)));
    return known[filling[blank]];
  }

  private static double maskedLogProbability(int token, int blank) {
    TokenizedText text = TEXT.tokenized();
    return MODEL.allMaskedLogProbabilities(text).get(blank)[token];
  }

  private static List<List<Integer>> all(Comparator<List<Integer>> order) {
    return IntStream.range(0, FILLINGS)
        .mapToObj(k -> List.of(TEXT.words().id(k / WORDS), TEXT.words().id(k % WORDS)))
        .sorted(order.reversed())
        .toList();
  }

  private static double energy(List<Integer> filling) {
    return logProbability(filling.get(0), filling.get(1), 0)
        + logProbability(filling.get(0), filling.get(1), 1);
  }

  @Test
  void theEnergyIsTheSumOfTheTermsOfTheBlanks() {
    List<List<Integer>> some = all(Comparator.comparingDouble(filling -> 0)).subList(0, 9);

    List<Double> energies = TEXT.energies(MODEL, some);

    for (int k = 0; k < some.size(); k++) {
      assertThat(energies.get(k)).isCloseTo(energy(some.get(k)), within(1e-9));
    }
  }

  @Test
  void independentBlanksAreTheLargestProducts() {
    List<List<Integer>> expected =
        all(
            Comparator.comparingDouble(
                filling ->
                    maskedLogProbability(filling.get(0), 0)
                        + maskedLogProbability(filling.get(1), 1)));

    assertThat(new IndependentBlanks().answers(MODEL, TEXT, 7).fillings())
        .isEqualTo(expected.subList(0, 7));
  }

  @Test
  void aBeamOfAllFillingsRanksByTheChainRule() {
    List<List<Integer>> expected =
        all(
            Comparator.comparingDouble(
                filling ->
                    maskedLogProbability(filling.get(0), 0)
                        + logProbability(filling.get(0), filling.get(1), 1)));

    assertThat(
            new BeamSearch(Order.LEFT_TO_RIGHT, FILLINGS, false).answers(MODEL, TEXT, 9).fillings())
        .isEqualTo(expected.subList(0, 9));
  }

  @Test
  void aBeamOfAllFillingsReRankedIsTheOrderOfU() {
    List<List<Integer>> expected = all(Comparator.comparingDouble(AnswerMethodsTest::energy));

    for (Order order : Order.values()) {
      assertThat(new BeamSearch(order, FILLINGS, true).answers(MODEL, TEXT, 9).fillings())
          .as("%s", order)
          .isEqualTo(expected.subList(0, 9));
    }
  }

  @Test
  void theMostConfidentBlankIsFilledFirst() {
    int first = mostConfident();
    int second = 1 - first;
    int word = likeliest(first, -1, -1);
    int[] filling = {-1, -1};
    filling[first] = word;
    int other = likeliest(second, filling[0], filling[1]);
    filling[second] = other;

    assertThat(
            new BeamSearch(Order.MOST_CONFIDENT_FIRST, 1, false).answers(MODEL, TEXT, 1).fillings())
        .containsExactly(List.of(filling[0], filling[1]));
  }

  private static int mostConfident() {
    double first = maskedLogProbability(likeliest(0, -1, -1), 0);
    double second = maskedLogProbability(likeliest(1, -1, -1), 1);
    return first > second ? 0 : 1;
  }

  private static int likeliest(int blank, int first, int second) {
    return TEXT.words()
        .ids()
        .boxed()
        .max(
            Comparator.comparingDouble(
                token ->
                    blank == 0
                        ? second < 0
                            ? maskedLogProbability(token, 0)
                            : logProbability(token, second, 0)
                        : first < 0
                            ? maskedLogProbability(token, 1)
                            : logProbability(first, token, 1)))
        .orElseThrow();
  }

  @Test
  void maskPredictOfOneIterationIsTheIndependentFilling() {
    assertThat(new MaskPredict(1).answers(MODEL, TEXT, 3).fillings())
        .isEqualTo(new IndependentBlanks().answers(MODEL, TEXT, 3).fillings());
  }

  @Test
  void maskPredictRefillsTheLeastSure() {
    // Of two blanks, in the second of two iterations the less sure one is masked.
    List<Integer> start = new IndependentBlanks().answers(MODEL, TEXT, 1).fillings().get(0);
    int blank =
        maskedLogProbability(start.get(0), 0) < maskedLogProbability(start.get(1), 1) ? 0 : 1;
    List<Integer> expected = new ArrayList<>(start);
    expected.set(
        blank, blank == 0 ? likeliest(0, -1, start.get(1)) : likeliest(1, start.get(0), -1));

    assertThat(new MaskPredict(2).answers(MODEL, TEXT, 1).fillings()).containsExactly(expected);
  }

  @Test
  void passesAreOneForEachPartialFilling() {
    AtomicLong passes = new AtomicLong();

    new BeamSearch(Order.LEFT_TO_RIGHT, 3, true).answers(MODEL.watched(passes::addAndGet), TEXT, 2);

    // The text with both masked, three with one, and two blanks of each of three for U.
    assertThat(passes).hasValue(1 + 3 + 3 * 2);
  }

  @Test
  void samplersGiveTheirCandidates() {
    InfillSettings settings =
        InfillSettings.defaults().toBuilder()
            .sampler("gibbs-mh")
            .steps(400)
            .seed(1)
            .vocabulary(VocabularyChoice.WORDS)
            .build();

    Answers answers = new SampledAnswers("Infill", settings).answers(MODEL, TEXT, 3);

    // Few enough fillings for all to be found.
    List<List<Integer>> all = all(Comparator.comparingDouble(AnswerMethodsTest::energy));
    assertThat(answers.fillings()).isEqualTo(all.subList(0, 3));
    double z = all.stream().mapToDouble(filling -> Math.exp(energy(filling))).sum();
    assertThat(answers.logNormalizer().orElseThrow()).isCloseTo(Math.log(z), within(0.02));
    // exp(U/T) has another.
    InfillSettings warm = settings.toBuilder().temperature(2).build();
    double warmZ = all.stream().mapToDouble(filling -> Math.exp(energy(filling) / 2)).sum();
    assertThat(
            new SampledAnswers("warm", warm).answers(MODEL, TEXT, 3).logNormalizer().orElseThrow())
        .isCloseTo(Math.log(warmZ), within(0.02));
  }

  @Test
  void methodsThatTellNoProbabilitiesHaveNoNormalizer() {
    Answers beam = new BeamSearch(Order.LEFT_TO_RIGHT, 3, false).answers(MODEL, TEXT, 3);
    InfillSettings gibbs = InfillSettings.defaults().toBuilder().seed(1).sampler("gibbs").build();

    assertThat(beam.logNormalizer()).isEmpty();
    assertThat(new SampledAnswers("gibbs", gibbs).answers(MODEL, TEXT, 3).logNormalizer())
        .isEmpty();
  }
}
