package dev.infill.core.infill;

import static dev.infill.core.Refusals.assertRefused;
import static dev.infill.core.sample.Samples.WORDS;
import static dev.infill.core.sample.Samples.tokens;
import static dev.infill.core.task.BlankConstraint.EVERY_BLANK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.chain.Cancellation;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.sample.Candidate;
import dev.infill.core.sample.SampleResult;
import dev.infill.core.sampler.Precondition;
import dev.infill.core.sampler.Sampler;
import dev.infill.core.sampler.Settings;
import dev.infill.core.sampler.Start;
import dev.infill.core.task.BlankConstraint;
import dev.infill.core.task.Fill;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.text.BlankedText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Fillings in which nothing is repeated, and words that no blank may hold. */
class RepetitionsInFillingsTest {

  private final TinyLanguageModel model = new TinyLanguageModel();
  private final Infiller infiller = new Infiller(model);

  private static SampleSettings few() {
    return SampleSettings.defaults()
        .with(Settings.CHAINS, 8)
        .with(Settings.STEPS, 20)
        .with(Settings.BURN_IN, 4)
        .withSeed(3)
        .with(Settings.TOP, 1000);
  }

  static Stream<SampleSettings> settings() {
    Stream<SampleSettings> samplers =
        Sampler.labels().stream()
            .map(
                sampler ->
                    few()
                        .with(Settings.SAMPLER, sampler)
                        .withConstraints(
                            Map.of(
                                EVERY_BLANK, BlankConstraint.allow(WORDS.toArray(String[]::new)))));
    return Stream.concat(
        samplers,
        Stream.of(
            few().with(Settings.START, Start.RANDOM).with(Settings.BURN_IN, 0),
            few().with(Settings.ANNEAL, OptionalDouble.of(4)),
            few().with(Settings.TEMPERATURE, 3.0),
            few()
                .with(Settings.SAMPLER, "dmala")
                .with(Settings.PRECONDITION, Precondition.CURVATURE),
            few().with(Settings.SAMPLER, "dula").with(Settings.MINIBATCH, OptionalInt.of(1))));
  }

  @ParameterizedTest
  @MethodSource("settings")
  void noSamplerRepeatsAWord(SampleSettings settings) {
    SampleResult filled =
        infiller.sample("[MASK] on [MASK] [MASK] .", settings.with(Settings.DISTINCT_WORDS, true));

    assertThat(filled.candidates())
        .isNotEmpty()
        .allSatisfy(candidate -> assertThat(tokens(candidate)).doesNotHaveDuplicates());
  }

  @ParameterizedTest
  @MethodSource("settings")
  void noSamplerRepeatsABigram(SampleSettings settings) {
    SampleResult filled =
        infiller.sample(
            "the [MASK] on the [MASK] [MASK] .",
            settings.with(Settings.NO_REPEAT_NGRAM, OptionalInt.of(2)));

    assertThat(filled.candidates()).isNotEmpty();
    for (Candidate candidate : filled.candidates()) {
      List<String> words = List.of(candidate.text().split(" ", -1));
      List<List<String>> bigrams = new ArrayList<>();
      for (int k = 1; k < words.size(); k++) {
        bigrams.add(words.subList(k - 1, k + 1));
      }
      assertThat(new HashSet<>(bigrams)).as(candidate.text()).hasSameSizeAs(bigrams);
    }
  }

  @ParameterizedTest
  @MethodSource("settings")
  void noSamplerMakesALongerRun(SampleSettings settings) {
    SampleResult filled =
        infiller.sample(
            "the [MASK] [MASK] the on .", settings.with(Settings.MAX_RUN, OptionalInt.of(1)));

    assertThat(filled.candidates()).isNotEmpty();
    for (Candidate candidate : filled.candidates()) {
      List<String> words = List.of(candidate.text().split(" ", -1));
      for (int k = 1; k < words.size(); k++) {
        assertThat(words.get(k)).as(candidate.text()).isNotEqualTo(words.get(k - 1));
      }
    }
  }

  /** Of a single blank all probabilities are known: f without what would repeat a bigram. */
  @Test
  void probabilitiesAreThoseAmongWhatIsLeft() {
    String text = "the cat sat the dog the [MASK] .";
    SampleResult filled =
        infiller.sample(
            text,
            few()
                .withConstraints(Map.of(1, BlankConstraint.allow("cat", "dog", "mat", "on")))
                .with(Settings.NO_REPEAT_NGRAM, OptionalInt.of(2)));

    var tokenized = model.tokenize(BlankedText.parse(text));
    double[] log = model.logProbabilities(tokenized.pieces(), tokenized.blankPosition(0));
    double mat = Math.exp(log[TinyLanguageModel.TOKENS.indexOf("mat")]);
    double on = Math.exp(log[TinyLanguageModel.TOKENS.indexOf("on")]);
    Map<String, Double> told = new HashMap<>();
    filled.marginals().get(0).words().forEach(word -> told.put(word.text(), word.estimate()));
    assertThat(told.get("mat")).isCloseTo(mat / (mat + on), within(1e-12));
    assertThat(told.get("on")).isCloseTo(on / (mat + on), within(1e-12));
    assertThat(told.getOrDefault("cat", 0.0) + told.getOrDefault("dog", 0.0)).isZero();
  }

  /** A word may hold several pieces: "cat ##s" and "cat" are two. */
  @Test
  void blanksOfSeveralPiecesRepeatNoWord() {
    SampleResult filled =
        infiller.sample("[MASK:2] on [MASK:2] .", few().with(Settings.DISTINCT_WORDS, true));

    assertThat(filled.candidates()).isNotEmpty();
    for (Candidate candidate : filled.candidates()) {
      List<List<String>> words = new ArrayList<>();
      int blank = 0;
      for (Fill fill : candidate.fills()) {
        if (fill.blank() != blank || !fill.token().startsWith("##")) {
          words.add(new ArrayList<>());
          blank = fill.blank();
        }
        words.get(words.size() - 1).add(fill.token());
      }
      assertThat(words).as(candidate.text()).doesNotHaveDuplicates();
    }
  }

  @Test
  void whatCannotBeFilledIsRefusedBeforeTheModelIsAsked() {
    assertRefused(
            "distinct-words",
            () ->
                infiller.sample(
                    "___ on ___ ___",
                    few()
                        .withConstraints(Map.of(EVERY_BLANK, BlankConstraint.allow("cat", "dog")))
                        .with(Settings.DISTINCT_WORDS, true)))
        .hasMessage(
            "no filling was found without repetitions, which distinct-words forbids: allow more words, or take it back");
    assertThat(model.passes()).isZero();
  }

  /** Where chains were to start. */
  @Test
  void aRunThatIsCancelledAtOnceRepeatsNothingEither() {
    Cancellation cancelled = new Cancellation();
    cancelled.cancel();
    SampleResult filled =
        infiller.sample(
            "[MASK] on [MASK] .",
            few()
                .withConstraints(Map.of(EVERY_BLANK, BlankConstraint.allow("cat", "dog")))
                .with(Settings.DISTINCT_WORDS, true),
            ProgressListener.NONE,
            cancelled);

    assertThat(filled.candidates())
        .isNotEmpty()
        .allSatisfy(candidate -> assertThat(tokens(candidate)).doesNotHaveDuplicates());
  }

  @Test
  void wordsOfEveryBlankAreAddedToItsOwn() {
    SampleResult filled =
        infiller.sample(
            "[MASK] on cat[MASK] [MASK] .",
            few()
                .withConstraints(
                    Map.of(
                        EVERY_BLANK,
                        BlankConstraint.forbid("cat", "the", "##s"),
                        3,
                        BlankConstraint.forbid("mat"))));

    assertThat(filled.candidates()).isNotEmpty();
    for (Candidate candidate : filled.candidates()) {
      assertThat(tokens(candidate)).doesNotContain("cat", "the", "##s");
      assertThat(tokens(candidate).get(2)).isNotEqualTo("mat");
    }
  }
}
