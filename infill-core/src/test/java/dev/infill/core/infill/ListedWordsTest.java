package dev.infill.core.infill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.InvalidInputException;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.sampler.AcceptanceKind;
import dev.infill.core.sampler.Sampler;
import dev.infill.core.sampler.Settings;
import dev.infill.core.sampler.Start;
import dev.infill.core.task.BlankConstraint;
import dev.infill.core.task.Fill;
import dev.infill.core.task.InfillSettings;
import dev.infill.core.text.BlankedText;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Words of several pieces that are listed for a blank. */
class ListedWordsTest {
  private static final List<String> WORDS = List.of("the", "cat", "dog", "sat", "ran", "on", "mat");

  private final TinyLanguageModel model = new TinyLanguageModel();
  private final Infiller infiller = new Infiller(model);

  private static InfillSettings.Builder listed(String... words) {
    return InfillSettings.defaults().toBuilder()
        .seed(1)
        .constraints(Map.of(1, BlankConstraint.allow(words)));
  }

  private static List<String> tokens(Candidate candidate) {
    return candidate.fills().stream().map(Fill::token).toList();
  }

  private static String held(Candidate candidate, int blank) {
    return candidate.fills().stream()
        .filter(fill -> fill.blank() == blank)
        .map(Fill::token)
        .collect(Collectors.joining(" "));
  }

  static Stream<InfillSettings.Builder> exactly() {
    Stream<InfillSettings.Builder> settings =
        Stream.of(
            InfillSettings.defaults().toBuilder(),
            InfillSettings.defaults().toBuilder().set(Settings.BLOCK, OptionalInt.of(2)),
            InfillSettings.defaults().toBuilder()
                .set(Settings.ACCEPTANCE, AcceptanceKind.NON_REVERSIBLE)
                .annealFrom(OptionalDouble.of(3)));
    return settings.map(each -> each.seed(2).chains(40).steps(2010).burnIn(10).top(100_000));
  }

  /**
   * Beside a free blank a listed word has its share of π: against an enumeration. The bound is five
   * standard errors of a share were each visited state worth a fifth of an independent draw.
   */
  @ParameterizedTest
  @MethodSource("exactly")
  void sharesAreThoseOfThePosteriorAmongTheWords(InfillSettings.Builder settings) {
    List<String> words = List.of("cat ##s", "dog ran", "the dog", "sat ##s");
    Posterior all =
        new Posterior(
            model,
            "the [MASK] [MASK] sat on [MASK] .",
            List.of(TinyLanguageModel.TOKENS, TinyLanguageModel.TOKENS, WORDS),
            1);
    Posterior posterior = all.of(tokens -> words.contains(String.join(" ", tokens.subList(0, 2))));

    Infilling infilling =
        infiller.infill(
            "the [MASK:2] sat on [MASK] .",
            settings
                .constraints(Map.of(1, BlankConstraint.allow("cats", "dog ran", "the dog", "sats")))
                .build());

    assertThat(infilling.candidates()).hasSize(words.size() * WORDS.size());
    for (Candidate candidate : infilling.candidates()) {
      double expected = posterior.probability(tokens(candidate));
      double standardError = Math.sqrt(expected * (1 - expected) / (40 * 2000 / 5.0));
      assertThat(candidate.visits() / 80_000.0)
          .as("%s", tokens(candidate))
          .isCloseTo(expected, within(5 * standardError + 1e-4));
      assertThat(candidate.energy()).isCloseTo(posterior.energy(tokens(candidate)), within(1e-9));
    }
  }

  /** Chains are spread over the lengths that words have. */
  @Test
  void wordsOfSeveralLengthsAreCompared() {
    Infilling infilling =
        infiller.infill(
            "the [MASK:1-3] sat on [MASK:1-2] .",
            listed("dog", "dog ran on", "cats sat", "cats").top(1000).build());

    assertThat(infilling.candidates())
        .extracting(candidate -> held(candidate, 1))
        .contains("dog", "dog ran on", "cat ##s sat", "cat ##s")
        .containsOnly("dog", "dog ran on", "cat ##s sat", "cat ##s");
    assertThat(infilling.lengths()).hasSize(6);

    Infilling twoLengths =
        infiller.infill("the [MASK:1-3] sat .", listed("dog", "dog ran on").top(1000).build());

    assertThat(twoLengths.lengths())
        .extracting(SampledLengths::lengths)
        .containsExactly(List.of(1), List.of(3));
    assertThat(twoLengths.candidates())
        .extracting(candidate -> held(candidate, 1))
        .containsExactlyInAnyOrder("dog", "dog ran on");
  }

  /** Where all words have one length, it is as if the blank had said so. */
  @Test
  void oneLengthThatAllWordsHaveIsKnown() {
    InfillSettings settings =
        listed("dog ran", "cats")
            .set(Settings.KEYWORD, new TreeMap<>(Map.of("ran", 1.0)))
            .top(1000)
            .build();
    Infilling ranged = infiller.infill("the [MASK:1-3] sat .", settings);

    assertThat(ranged.candidates())
        .extracting(candidate -> held(candidate, 1))
        .containsExactlyInAnyOrder("dog ran", "cat ##s");
    assertThat(ranged.lengths()).isEmpty();
    assertThat(ranged.candidates())
        .isEqualTo(infiller.infill("the [MASK:2] sat .", settings).candidates());
  }

  /** One word of each length: p is the prior, and no chain needs to move. */
  @Test
  void whereEveryLengthHasOneFillingItIsCertain() {
    Infilling infilling =
        infiller.infill(
            "the [MASK:1-3] sat .", listed("dog", "cats", "dog ran on").top(1000).build());

    assertThat(infilling.candidates())
        .hasSize(3)
        .allSatisfy(
            candidate ->
                assertThat(candidate.probability().estimate())
                    .hasValueCloseTo(1.0 / 3, within(1e-12)));
    assertThat(infilling.marginals().get(0).words()).hasSize(3);
    assertThat(infilling.verdict().reliability()).isEqualTo(Verdict.Reliability.EXACT);
  }

  /** What cannot be filled without repetitions is known before a chain starts. */
  @ParameterizedTest
  @CsvSource({"cats, true", "sats, false", "dog, false"})
  void aLengthWithoutAFillingIsRefusedAtOnce(String second, boolean refused) {
    InfillSettings settings =
        InfillSettings.defaults().toBuilder()
            .seed(1)
            .set(Settings.DISTINCT_WORDS, true)
            .constraints(
                Map.of(1, BlankConstraint.allow("cats"), 2, BlankConstraint.allow("mat", second)))
            .build();
    BlankedText text = BlankedText.parse("[MASK:2] on [MASK:1-2] .");
    if (refused) {
      assertThatThrownBy(() -> infiller.prepare(text, settings))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageStartingWith("no filling was found without repetitions");
    } else {
      assertThat(infiller.prepare(text, settings).text().lengths()).hasSize(2);
    }
  }

  @Test
  void whatIsForbiddenIsForbiddenBehindLettersToo() {
    assertThat(
            infiller
                .infill(
                    "cat[MASK:2] ran .",
                    InfillSettings.defaults().toBuilder()
                        .seed(1)
                        .top(1000)
                        .constraints(
                            Map.of(
                                1,
                                new BlankConstraint(List.of("s sat", "ing ran"), List.of("ran"))))
                        .build())
                .candidates())
        .extracting(candidate -> held(candidate, 1))
        .containsOnly("##s sat");
  }

  static Stream<InfillSettings.Builder> others() {
    return Stream.of(
        listed("cats", "dog ran", "sats").start(Start.RANDOM).burnIn(0),
        listed("cats", "dog ran", "sats").set(Settings.DISTINCT_WORDS, true),
        listed("cats", "dog ran", "sats").temperature(2));
  }

  @ParameterizedTest
  @MethodSource("others")
  void noSettingLeavesTheWords(InfillSettings.Builder settings) {
    assertThat(
            infiller
                .infill("the [MASK:2] sat on [MASK] .", settings.top(1000).build())
                .candidates())
        .isNotEmpty()
        .extracting(candidate -> held(candidate, 1))
        .containsOnly("cat ##s", "dog ran", "sat ##s");
  }

  @Test
  void aWordThatIsForbiddenAndOneThatRepeatsAreLeftOut() {
    String text = "the [MASK:2] sat on [MASK] .";
    assertThat(
            infiller
                .infill(
                    text,
                    InfillSettings.defaults().toBuilder()
                        .seed(1)
                        .top(1000)
                        .constraints(
                            Map.of(
                                1, new BlankConstraint(List.of("cats", "dog ran"), List.of("ran"))))
                        .build())
                .candidates())
        .extracting(candidate -> held(candidate, 1))
        .containsOnly("cat ##s");
    // "dog ran on" would repeat two pieces of the text.
    assertThat(
            infiller
                .infill(
                    "ran on [MASK:2] on [MASK] .",
                    listed("cats", "dog ran")
                        .set(Settings.NO_REPEAT_NGRAM, OptionalInt.of(2))
                        .top(1000)
                        .build())
                .candidates())
        .extracting(candidate -> held(candidate, 1))
        .containsOnly("cat ##s");
  }

  static Stream<String> otherSamplers() {
    return Sampler.labels().stream().filter(sampler -> !sampler.equals("gibbs-mh"));
  }

  @ParameterizedTest
  @MethodSource("otherSamplers")
  void otherSamplersAreRefused(String sampler) {
    assertThatThrownBy(
            () ->
                infiller.infill(
                    "the [MASK:2] sat .", listed("cats", "dog ran").sampler(sampler).build()))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith(
            "words of several pieces are allowed, which takes gibbs-mh and a model ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          the [MASK:2] sat | dog | 'dog', allowed in blank 1, is 1 word piece (dog); the blank holds 2 pieces
          the [MASK:1-2] sat | the dog ran | 'the dog ran', allowed in blank 1, is more than 2 words; the blank holds 1-2 pieces
          the [MASK:1-2] sat | *at | '*at', allowed in blank 1, is a pattern, which is for a blank of one piece; the blank holds 1-2 pieces
          the [MASK] sat | cats | 'cats', allowed in blank 1, is 2 word pieces (cat ##s); a blank holds one piece: name words of the model's vocabulary, or write [MASK:1-2]
          """)
  void whatCannotStandInTheBlankIsSaid(String text, String word, String message) {
    assertThatThrownBy(() -> infiller.infill(text, listed("cat", word).build()))
        .isInstanceOf(InvalidInputException.class);
    assertThatThrownBy(() -> infiller.infill(text, listed(word).build()))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(message);
  }
}
