package dev.infill.core.infill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.infill.core.Refusals;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.Target;
import dev.infill.core.lab.DecoratedEnergy;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.sample.Samples;
import dev.infill.core.sampler.AcceptanceKind;
import dev.infill.core.sampler.Pool;
import dev.infill.core.sampler.Sampler;
import dev.infill.core.sampler.Selection;
import dev.infill.core.sampler.Settings;
import dev.infill.core.score.Scorer;
import dev.infill.core.task.BlankConstraint;
import dev.infill.core.task.PreparedSample;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.TokenSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every message that a user can provoke: its field, and the one line that is shown. */
class InvalidInputTest {
  private static final String TEXT = "the [MASK] sat ___ .";
  private static final SampleSettings SETTINGS = Samples.settings();

  private final Infiller infiller = new Infiller(new TinyLanguageModel());
  private final Scorer scorer = new Scorer(new TinyLanguageModel());

  @ParameterizedTest
  @ValueSource(strings = {"", "   ", "the cat sat", "the _cat_", "the [maks] sat"})
  void textWithoutBlank(String text) {
    assertInvalid(
        () -> infiller.sample(text),
        "text",
        "the text has no blank: write [MASK] or ___ for each missing word, as in \"the cat [MASK]"
            + " on the mat .\"");
  }

  @Test
  void whatWasMeantForABlankIsNamed() {
    Refusals.assertRefused("text", () -> infiller.sample("the {mask} sat ."))
        .hasMessageStartingWith("the text has no blank ('{mask}' is none): write [MASK] or ___");
  }

  @Test
  @SuppressWarnings("NullAway") // What callers without such a check may do.
  void nullIsRefusedInOneLine() {
    String line = "the text is null: give one with blanks, as in \"the cat [MASK] on the mat .\"";
    for (ThrowingCallable call :
        List.<ThrowingCallable>of(
            () -> infiller.sample(null),
            () -> infiller.fill(null),
            () -> BlankedText.parse(null),
            () -> scorer.scoreSentence(null),
            () -> scorer.scoreFills(null, List.of("cat")),
            () -> infiller.chains(null, SETTINGS, null, null, null))) {
      assertInvalid(call, "text", line);
    }
    for (ThrowingCallable call :
        List.<ThrowingCallable>of(
            () -> infiller.sample(TEXT, null), () -> infiller.fill(TEXT, null))) {
      assertThatIllegalArgumentException()
          .isThrownBy(call)
          .withMessage("settings must not be null");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Infiller(null))
        .withMessage("model must not be null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Scorer(null))
        .withMessage("model must not be null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> scorer.scoreFills(TEXT, null))
        .withMessage("fills must not be null");
    assertInvalid(
        () -> scorer.scoreFills(TEXT, Collections.singletonList(null)),
        "fills",
        "a fill is null: give a word for each blank");
    assertInvalid(() -> SETTINGS.with(Settings.STEPS, null), "steps", "steps must not be null");
  }

  @Test
  void moreBlanksThanAllowed() {
    assertInvalid(
        () -> infiller.sample("___ ___ ___", SETTINGS.with(Settings.MAX_BLANKS, 2)),
        "text",
        "the text has 3 blanks, more than max-blanks allows, which is 2");
    assertThat(infiller.sample("___ ___ ___", SETTINGS.with(Settings.MAX_BLANKS, 3)).candidates())
        .isNotEmpty();
  }

  @Test
  void textThatIsTooLong() {
    String text = "the [MASK]" + " cat".repeat(20) + " ___:1-3 .";
    String tooFar =
        "from the first of the 2 blanks to the last there are 24 word pieces, and the model reads"
            + " at most 14 at once: fill those that are far from each other in texts of their own";

    assertInvalid(() -> infiller.sample(text), "text", tooFar);
    assertInvalid(() -> scorer.scoreFills(text, List.of("cat", "dog")), "text", tooFar);
    assertInvalid(
        () -> scorer.scoreSentence("cat ".repeat(15)),
        "text",
        "the text has 17 pieces; at most 16 fit");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          2 | allow | cat,*zz* | '*zz*', allowed in blank 2, matches no word that the blank may hold; * stands for any letters
          1 | forbid | ##* | '##*', forbidden in blank 1, matches no word that the blank may hold; * stands for any letters
          2 | allow | cat,catsing | 'catsing', allowed in blank 2, is 3 word pieces (cat ##s ##ing); a blank holds one piece: name words of the model's vocabulary, or write [MASK:1-3]
          1 | forbid | dogs | 'dogs', forbidden in blank 1, is 2 word pieces (dog ##s); a blank holds one piece: name words of the model's vocabulary
          1 | allow | zebra | 'zebra', allowed in blank 1, is unknown to the model; a blank holds one piece: name words of the model's vocabulary
          1 | allow | ` ` | ' ', allowed in blank 1, is no word; a blank holds one piece: name words of the model's vocabulary
          2 | allow | x [MASK] | 'x [MASK]', allowed in blank 2, holds [MASK], which is a blank; a blank holds one piece: name words of the model's vocabulary
          3 | allow | cat | allow names blank 3, but the text has 2 blanks, numbered from 1 to 2
          0 | forbid | cat | forbid names blank 0, but the text has 2 blanks, numbered from 1 to 2
          """)
  void constraintThatDoesNotFit(int blank, String field, String words, String message) {
    List<String> named = List.of(words.split(","));
    BlankConstraint constraint =
        field.equals("allow")
            ? new BlankConstraint(named, List.of())
            : new BlankConstraint(List.of(), named);

    assertInvalid(() -> infiller.sample(TEXT, constraint(blank, constraint)), field, message);
  }

  @Test
  void fillThatIsNotOnePiece() {
    assertInvalid(
        () -> scorer.scoreFills(TEXT, List.of("cat", "the cat")),
        "fills",
        "'the cat', the fill of blank 2, is 2 word pieces (the cat); a blank holds one piece: name"
            + " words of the model's vocabulary, or write [MASK:1-2]");
  }

  @Test
  void wordThatIsLongerThanAText() {
    String word = "cat ".repeat(15);

    assertInvalid(
        () -> infiller.sample(TEXT, constraint(1, BlankConstraint.forbid(word))),
        "forbid",
        "'"
            + word
            + "', forbidden in blank 1, is longer than a text may be; a blank holds one piece: name"
            + " words of the model's vocabulary");
    assertInvalid(
        () -> scorer.scoreFills("___", List.of("x".repeat(100_000))),
        "fills",
        "'"
            + "x".repeat(60)
            + "…', the fill of blank 1, is unknown to the model; a blank holds one piece: name"
            + " words of the model's vocabulary");
  }

  /** Whoever has to wait for the model can be refused before. */
  @Test
  void whatCannotBeFilledIsKnownWithoutAPassOfTheModel() {
    TinyLanguageModel model = new TinyLanguageModel();
    Infiller checking = new Infiller(model);

    assertThatCode(() -> prepare(checking, TEXT, SampleSettings.defaults()))
        .doesNotThrowAnyException();
    assertRefused("text", checking, "the cat", SampleSettings.defaults());
    assertRefused("text", checking, "___" + " cat".repeat(20) + " ___", SampleSettings.defaults());
    assertRefused("allow", checking, TEXT, constraint(1, BlankConstraint.allow("zebra")));
    assertRefused(
        "adapt",
        checking,
        TEXT,
        SETTINGS.with(Settings.BURN_IN, 0).with(Settings.ADAPT, OptionalDouble.of(0.5)));
    assertThat(model.passes()).isZero();
  }

  private static PreparedSample prepare(Infiller infiller, String text, SampleSettings settings) {
    return infiller.prepare(BlankedText.parse(text), settings);
  }

  @Test
  void acceptanceOfSamplersThatRefuseNothing() {
    assertInvalid(
        () ->
            SETTINGS
                .with(Settings.SAMPLER, "gibbs")
                .with(Settings.ACCEPTANCE, AcceptanceKind.NON_REVERSIBLE),
        "acceptance",
        "gibbs accepts every proposal; dmala, gwg and gibbs-mh refuse some");
  }

  private static void assertRefused(
      String field, Infiller infiller, String text, SampleSettings settings) {
    Refusals.assertRefused(field, () -> prepare(infiller, text, settings));
  }

  @Test
  void constraintsThatLeaveNothing() {
    assertInvalid(
        () -> infiller.sample("a ___", constraint(2, BlankConstraint.forbid("cat"))),
        "forbid",
        "forbid names blank 2, but the text has one blank, which is blank 1");
    assertInvalid(
        () ->
            infiller.sample(
                TEXT,
                constraint(2, new BlankConstraint(List.of("cat", "dog"), List.of("dog", "Cat")))),
        "forbid",
        "all 2 words that blank 2 could hold are forbidden; leave at least one");
  }

  @Test
  void gradientThatTheEnergyDoesNotHave() {
    SampleSettings exact = SETTINGS.with(Settings.GRADIENT, GradientKind.EXACT);
    assertInvalid(
        () -> exact.sampler().kernel(exact).requireFor(ofOwnTerms()),
        "gradient",
        "this energy has no exact gradient; use the other one");
    SampleSettings between = SETTINGS.with(Settings.SAMPLER, "cdmala");
    assertInvalid(
        () -> between.sampler().kernel(between).requireFor(ofOwnTerms()),
        "sampler",
        "this energy is known at fillings only, not between them, which continuous intermediates"
            + " need; take dmala, dula or gwg");
  }

  private static Target ofOwnTerms() {
    TinyLanguageModel model = new TinyLanguageModel();
    Energy energy =
        model.energy(model.tokenize(BlankedText.parse("a ___")), List.of(TokenSet.of(7, 8)));
    return Target.of(
        new DecoratedEnergy() {
          @Override
          public Energy energy() {
            return energy;
          }

          @Override
          public boolean supports(GradientKind gradient) {
            return gradient != GradientKind.EXACT;
          }
        });
  }

  static Stream<String> withoutAdaptation() {
    return Sampler.labels().stream().filter(sampler -> !Sampler.of(sampler).has(Settings.ADAPT));
  }

  @ParameterizedTest
  @MethodSource("withoutAdaptation")
  void adaptationOfSamplersWithNothingToAdapt(String sampler) {
    Refusals.assertRefused(
            "adapt",
            () ->
                infiller.sample(
                    TEXT,
                    SETTINGS
                        .with(Settings.SAMPLER, sampler)
                        .with(Settings.ADAPT, OptionalDouble.of(0.574))))
        .hasMessageStartingWith(sampler + " ");
  }

  @Test
  void fillsThatDoNotFitTheText() {
    assertInvalid(
        () -> scorer.scoreFills(TEXT, List.of("cat")),
        "fills",
        "the text has 2 blanks, but there is 1 fill: give one fill for each blank");
    assertInvalid(
        () -> scorer.scoreFills("a ___", List.of()),
        "fills",
        "the text has 1 blank, but there are 0 fills: give one fill for each blank");
    assertInvalid(
        () -> scorer.scoreFills("the cat", List.of("cat")),
        "fills",
        "there are fills, but the text has no blank: write [MASK] or ___ where they stand, or give"
            + " no fills to score the whole text");
  }

  @Test
  void sentenceThatCannotBeScored() {
    assertInvalid(
        () -> scorer.scoreSentence(TEXT),
        "fills",
        "the text has 2 blanks: give a fill for each, or a text without blanks");
    assertInvalid(
        () -> scorer.scoreSentence(" \t"),
        "text",
        "the text is empty: there must be at least one word to score");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -0.2, Double.MIN_VALUE, Double.NaN, Double.POSITIVE_INFINITY})
  void stepSizeTemperatureAndAcceptanceOutOfRange(double value) {
    assertInvalid(
        () -> SETTINGS.with(Settings.ALPHA, value),
        "alpha",
        "alpha must be from 1.0E-9 to 1000000000, not " + value);
    assertInvalid(
        () -> SETTINGS.with(Settings.TEMPERATURE, value),
        "temperature",
        "temperature must be from 0.001 to 1000, not " + value);
    assertInvalid(
        () -> SETTINGS.with(Settings.ADAPT, OptionalDouble.of(value)),
        "adapt",
        "adapt must be from 0.01 to 0.99, not " + value);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -3, Integer.MAX_VALUE, Integer.MIN_VALUE})
  void countsOutOfRange(int value) {
    Map.of(
            Settings.CHAINS, 100_000,
            Settings.STEPS, 1_000_000_000,
            Settings.TOP, 1_000_000,
            Settings.BATCH, 10_000,
            Settings.CONCURRENT_BATCHES, 1_000,
            Settings.MAX_BLANKS, 1_000_000)
        .forEach(
            (setting, most) ->
                assertInvalid(
                    () -> SETTINGS.with(setting, value),
                    setting.name(),
                    "%s must be from 1 to %d, not %d".formatted(setting, most, value)));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 50, 51})
  void burnInThatLeavesNothing(int burnIn) {
    assertInvalid(
        () -> SETTINGS.with(Settings.BURN_IN, burnIn),
        "burn-in",
        "burn-in must leave steps to keep: from 0 to 49, not " + burnIn);
  }

  @Test
  void annealingOfTooManySteps() {
    assertInvalid(
        () ->
            SETTINGS
                .with(Settings.STEPS, 3_000_000)
                .with(Settings.BURN_IN, 2_000_000)
                .with(Settings.ANNEAL, OptionalDouble.of(5)),
        "anneal",
        "the temperature falls over at most 1000000 steps of burn-in, not 2000000");
  }

  @Test
  void choicesThatDoNotGoTogether() {
    assertInvalid(
        () -> SETTINGS.with(Settings.REPEATS, true),
        "repeats",
        "repeats needs the pool 'last': equal last states are listed one by one");
    assertInvalid(
        () -> SETTINGS.with(Settings.DIVERSITY, OptionalDouble.of(0.5)),
        "diversity",
        "diversity needs select 'diverse': other lists have none");
    assertInvalid(
        () ->
            SETTINGS
                .with(Settings.SELECT, Selection.DIVERSE)
                .with(Settings.POOL, Pool.LAST)
                .with(Settings.REPEATS, true),
        "select",
        "select 'diverse' and repeats do not go together: equal fillings do not differ");
    assertInvalid(
        () -> SETTINGS.with(Settings.SELECT, Selection.DIVERSE).with(Settings.TOP, 1001),
        "top",
        "select 'diverse' shows at most 1000 fillings, not 1001");
    assertInvalid(
        () -> SETTINGS.with(Settings.GRADIENT, GradientKind.NONE),
        "gradient",
        "gradient must be exact or own-term");
  }

  private static void assertInvalid(ThrowingCallable call, String field, String message) {
    Refusals.assertRefused(field, call).hasMessage(message);
  }

  private static SampleSettings constraint(int blank, BlankConstraint constraint) {
    return SETTINGS.withConstraints(Map.of(blank, constraint));
  }
}
