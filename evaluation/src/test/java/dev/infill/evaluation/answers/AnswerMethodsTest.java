package dev.infill.evaluation.answers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.chain.Cancellation;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.TokenizedText;
import dev.infill.corpora.task.MaskingTask;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Every method against the enumeration of all fillings of a text of two blanks. */
class AnswerMethodsTest {
  private static final TinyLanguageModel MODEL = new TinyLanguageModel();
  private static final AnswerText TEXT = AnswerText.of(MODEL, "the [MASK] [MASK] on .");
  private static final int WORDS = TEXT.words().size();
  private static final List<List<Integer>> ALL =
      IntStream.range(0, WORDS * WORDS)
          .mapToObj(k -> List.of(TEXT.words().id(k / WORDS), TEXT.words().id(k % WORDS)))
          .toList();

  /** log f of a token at a blank, straight from the model; the other blank masked (−1) or not. */
  private static double logProbability(int token, int blank, int other) {
    TokenizedText text = TEXT.tokenized();
    int[] pieces = text.pieces();
    List<Integer> masked = new ArrayList<>(List.of(text.blankPosition(blank)));
    if (other < 0) {
      masked.add(1 - blank, text.blankPosition(1 - blank));
    } else {
      pieces[text.blankPosition(1 - blank)] = other;
    }
    return MODEL.allMaskedLogProbabilities(
            new TokenizedText(pieces, masked.stream().mapToInt(Integer::intValue).toArray()))
        .get(masked.indexOf(text.blankPosition(blank)))[token];
  }

  /** log of a probability of the words alone. */
  private static double amongWords(int token, int blank, int other) {
    double all =
        TEXT.words().ids().mapToDouble(id -> Math.exp(logProbability(id, blank, other))).sum();
    return logProbability(token, blank, other) - Math.log(all);
  }

  private static double energy(List<Integer> filling) {
    return logProbability(filling.get(0), 0, filling.get(1))
        + logProbability(filling.get(1), 1, filling.get(0));
  }

  private static double leftToRight(List<Integer> filling) {
    return logProbability(filling.get(0), 0, -1)
        + logProbability(filling.get(1), 1, filling.get(0));
  }

  private static double rightToLeft(List<Integer> filling) {
    return logProbability(filling.get(1), 1, -1)
        + logProbability(filling.get(0), 0, filling.get(1));
  }

  private static double independent(List<Integer> filling) {
    return logProbability(filling.get(0), 0, -1) + logProbability(filling.get(1), 1, -1);
  }

  private static double twoWay(List<Integer> filling) {
    return (leftToRight(filling) + rightToLeft(filling)) / 2;
  }

  private static List<List<Integer>> best(ToDoubleFunction<List<Integer>> score, int count) {
    return ALL.stream().sorted(Comparator.comparingDouble(score).reversed()).limit(count).toList();
  }

  @Test
  void theEnergyIsTheSumOfTheTermsOfTheBlanks() {
    List<Double> energies = TEXT.energies(MODEL, ALL.subList(0, 9));

    for (int k = 0; k < energies.size(); k++) {
      assertThat(energies.get(k)).isCloseTo(energy(ALL.get(k)), within(1e-9));
    }
  }

  @Test
  void independentBlanksAreTheLargestProducts() {
    Answers answers = BeamSearch.independent(7).answers(MODEL, TEXT, 7);

    assertThat(answers.fillings()).isEqualTo(best(AnswerMethodsTest::independent, 7));
    for (List<Integer> filling : ALL) {
      assertThat(answers.logProbability().applyAsDouble(filling))
          .isCloseTo(
              amongWords(filling.get(0), 0, -1) + amongWords(filling.get(1), 1, -1), within(1e-9));
    }
  }

  @Test
  void aBeamOfAllFillingsRanksByTheChainRule() {
    Answers answers = BeamSearch.of(ALL.size()).answers(MODEL, TEXT, 9);

    assertThat(answers.fillings()).isEqualTo(best(AnswerMethodsTest::leftToRight, 9));
    for (List<Integer> filling : ALL) {
      assertThat(answers.logProbability().applyAsDouble(filling))
          .isCloseTo(
              amongWords(filling.get(0), 0, -1) + amongWords(filling.get(1), 1, filling.get(0)),
              within(1e-9));
    }
  }

  @Test
  void aBeamOfAllFillingsReRankedIsTheOrderOfU() {
    Answers answers = BeamSearch.rankedByEnergy(ALL.size()).answers(MODEL, TEXT, 9);

    assertThat(answers.fillings()).isEqualTo(best(AnswerMethodsTest::energy, 9));
    assertThat(answers.logProbability().applyAsDouble(ALL.get(0))).isNaN();
  }

  @Test
  void fillListsTheMostProbableByBothReadingOrders() {
    Answers answers = new FilledAnswers(1).answers(MODEL, TEXT, 5);

    assertThat(answers.fillings()).isEqualTo(best(AnswerMethodsTest::twoWay, 5));
    AnswerRun.Certainty quality = answers.fill().orElseThrow();
    assertThat(quality.reliable()).isTrue();
    assertThat(quality.certainAfter().orElseThrow()).isBetween(2L, 2L * WORDS);
    // Z is known to 5 % of its size: every log p is off by the same amount.
    double logNormalizer =
        Math.log(ALL.stream().mapToDouble(filling -> Math.exp(twoWay(filling))).sum());
    double off = answers.logProbability().applyAsDouble(ALL.get(0)) - twoWay(ALL.get(0));
    assertThat(off).isCloseTo(-logNormalizer, within(0.15));
    for (List<Integer> filling : ALL) {
      assertThat(answers.logProbability().applyAsDouble(filling) - twoWay(filling))
          .isCloseTo(off, within(1e-6));
    }
  }

  @Test
  void ofOneBlankFillAndTheIndependentAnswerAreTheSame() {
    AnswerText text = AnswerText.of(MODEL, "the cat [MASK] on .");
    Answers independent = BeamSearch.independent(5).answers(MODEL, text, 5);

    Answers fill = new FilledAnswers(1).answers(MODEL, text, 5);

    assertThat(fill.fillings()).isEqualTo(independent.fillings());
    text.words()
        .ids()
        .mapToObj(List::of)
        .forEach(
            filling ->
                assertThat(fill.logProbability().applyAsDouble(filling))
                    .isCloseTo(independent.logProbability().applyAsDouble(filling), within(1e-6)));
  }

  @Test
  void samplersGiveTheirCandidates() {
    Answers answers =
        new SampledAnswers("dmala", SampleSettings.defaults().withSeed(1)).answers(MODEL, TEXT, 3);

    // Few enough fillings for all to be found.
    assertThat(answers.fillings()).isEqualTo(best(AnswerMethodsTest::energy, 3));
    assertThat(answers.logProbability().applyAsDouble(ALL.get(0))).isNaN();
  }

  @Test
  void passesAreOneForEachPartialFilling() {
    AtomicLong passes = new AtomicLong();

    BeamSearch.rankedByEnergy(3).answers(MODEL.watched(passes::addAndGet), TEXT, 2);

    // The text with both masked, three with one, and two blanks of each of three for U.
    assertThat(passes).hasValue(1 + 3 + 3 * 2);
  }

  @Test
  void aRunTellsWhatWasWritten() {
    MaskingTask task =
        new MaskingTask("tbc:1", "tbc", List.of("the", "cat", "sat", "on", "."), List.of(1, 2));
    List<Integer> original =
        List.of(TinyLanguageModel.TOKENS.indexOf("cat"), TinyLanguageModel.TOKENS.indexOf("sat"));
    AnswerMethod fixed = fixed(List.of(original.get(0), original.get(0)), original);

    AnswerRun run =
        AnswerComparison.run(
                MODEL, fixed, new DrawnText(task, new BlankDesign(2, true)), new Cancellation())
            .orElseThrow();

    assertThat(run.answers()).containsExactly("the cat cat on .", "the cat sat on .");
    assertThat(run.original()).isEqualTo(2);
    assertThat(run.originalWords()).isEqualTo(2);
    assertThat(run.differentWords()).isEqualTo(1.5);
    assertThat(run.logProbability()).isEqualTo(-2.5);
    // The score of the original is no part of the answer.
    assertThat(run.modelPasses()).isEqualTo(1);
  }

  @SafeVarargs
  private static AnswerMethod fixed(List<Integer>... fillings) {
    return new AnswerMethod() {
      @Override
      public String name() {
        return "fixed";
      }

      @Override
      public Answers answers(MaskedLanguageModel model, AnswerText text, int count) {
        text.logProbabilities(model, text.allMasked());
        return Answers.of(
            List.of(fillings),
            filling -> {
              text.logProbabilities(model, text.allMasked());
              return filling.equals(fillings[1]) ? -2.5 : 0;
            });
      }
    };
  }
}
