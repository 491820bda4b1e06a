package dev.infill.core.infill;

import static dev.infill.core.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.infill.core.InvalidInputException;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.sample.SampleResult;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.BlankConstraint;
import dev.infill.core.task.Fill;
import dev.infill.core.task.FillSettings;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.text.BlankedText;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Words of several pieces that are listed for a blank: fill finds them, chains are refused. */
class ListedWordsTest {
  private static final String REFUSAL =
      "sample does not move words of several pieces together; use fill";

  private final Infiller infiller = new Infiller(new TinyLanguageModel());

  private static SampleSettings listed(String... words) {
    return SampleSettings.defaults()
        .withSeed(1)
        .withConstraints(Map.of(1, BlankConstraint.allow(words)));
  }

  @ParameterizedTest
  @MethodSource("dev.infill.core.sampler.Sampler#labels")
  void everySamplerIsRefused(String sampler) {
    SampleSettings settings = listed("cats", "dog ran").with(Settings.SAMPLER, sampler);
    for (String text : List.of("the [MASK:2] sat .", "the [MASK:1-3] sat on [MASK] .")) {
      assertRefused("allow", () -> infiller.sample(text, settings)).hasMessage(REFUSAL);
    }
  }

  private static FillSettings found(BlankConstraint constraint) {
    return FillSettings.defaults()
        .with(Settings.SEED, OptionalLong.of(1))
        .with(Settings.TOP, 1000)
        .with(Settings.ALLOW, new TreeMap<>(Map.of(1, constraint.allowed())))
        .with(Settings.FORBID, new TreeMap<>(Map.of(1, constraint.forbidden())));
  }

  private Stream<String> held(String text, FillSettings settings) {
    return infiller.fill(text, settings).fillings().stream()
        .map(
            filling ->
                filling.fills().stream()
                    .filter(fill -> fill.blank() == 1)
                    .map(Fill::token)
                    .collect(Collectors.joining(" ")));
  }

  static Stream<FillSettings> others() {
    FillSettings settings = found(BlankConstraint.allow("cats", "dog ran", "sats"));
    return Stream.of(
        settings,
        settings.with(Settings.DISTINCT_WORDS, true),
        settings.with(Settings.TEMPERATURE, 2.0));
  }

  @ParameterizedTest
  @MethodSource("others")
  void noSettingLeavesTheWords(FillSettings settings) {
    assertThat(held("the [MASK:2] sat on [MASK] .", settings))
        .contains("cat ##s", "dog ran", "sat ##s")
        .containsOnly("cat ##s", "dog ran", "sat ##s");
  }

  @Test
  void wordsOfSeveralLengthsAreFound() {
    assertThat(
            held(
                "the [MASK:1-3] sat on [MASK:1-2] .",
                found(BlankConstraint.allow("dog", "dog ran on", "cats sat", "cats"))))
        .contains("dog", "dog ran on", "cat ##s sat", "cat ##s")
        .containsOnly("dog", "dog ran on", "cat ##s sat", "cat ##s");
  }

  @Test
  void aWordThatIsForbiddenAndOneThatRepeatsAreLeftOut() {
    assertThat(
            held(
                "the [MASK:2] sat on [MASK] .",
                found(new BlankConstraint(List.of("cats", "dog ran"), List.of("ran")))))
        .containsOnly("cat ##s");
    // Behind letters too.
    assertThat(
            held(
                "cat[MASK:2] ran .",
                found(new BlankConstraint(List.of("s sat", "ing ran"), List.of("ran")))))
        .containsOnly("##s sat");
    // "dog ran on" would repeat two pieces of the text.
    assertThat(
            held(
                "ran on [MASK:2] on [MASK] .",
                found(BlankConstraint.allow("cats", "dog ran"))
                    .with(Settings.NO_REPEAT_NGRAM, OptionalInt.of(2))))
        .containsOnly("cat ##s");
  }

  /** Where all words are of one piece the blank holds one, whatever else it might. */
  @Test
  void wordsOfOnePieceAreSampled() {
    SampleResult infilling =
        infiller.sample("the [MASK:1-3] sat .", listed("cat", "dog").with(Settings.TOP, 1000));

    assertThat(infilling.candidates())
        .extracting(candidate -> candidate.fills().get(0).token())
        .containsExactlyInAnyOrder("cat", "dog");
  }

  /** What cannot be filled without repetitions is known before. */
  @ParameterizedTest
  @CsvSource({"cats, true", "sats, false", "dog, false"})
  void aLengthWithoutAFillingIsRefusedAtOnce(String second, boolean refused) {
    FillSettings settings =
        found(BlankConstraint.NONE)
            .with(Settings.DISTINCT_WORDS, true)
            .with(
                Settings.ALLOW,
                new TreeMap<>(Map.of(1, List.of("cats"), 2, List.of("mat", second))));
    BlankedText text = BlankedText.parse("[MASK:2] on [MASK:1-2] .");
    if (refused) {
      assertThatThrownBy(() -> infiller.prepare(text, settings))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageStartingWith("no filling was found without repetitions");
    } else {
      assertThatCode(() -> infiller.prepare(text, settings)).doesNotThrowAnyException();
    }
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
    assertThatThrownBy(() -> infiller.sample(text, listed("cat", word)))
        .isInstanceOf(InvalidInputException.class);
    assertThatThrownBy(() -> infiller.sample(text, listed(word)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(message);
  }
}
