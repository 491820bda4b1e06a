package dev.infill.core.infill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.Cancellation;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.chain.StoppingRule;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.sampler.AcceptanceKind;
import dev.infill.core.sampler.Pool;
import dev.infill.core.sampler.Precondition;
import dev.infill.core.sampler.Sampler;
import dev.infill.core.sampler.Settings;
import dev.infill.core.sampler.Start;
import dev.infill.core.task.BlankConstraint;
import dev.infill.core.task.Fill;
import dev.infill.core.task.InfillSettings;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.VocabularyChoice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class UnknownLengthTest {
  private static final String TEXT = "the ___:1-2 sat on [MASK:1-3] .";
  private static final List<String> WORDS = List.of("the", "cat", "dog", "sat", "ran", "on", "mat");
  private static final List<String> PIECES =
      TinyLanguageModel.TOKENS.stream().filter(token -> token.matches("(##)?[a-z]+")).toList();

  private final TinyLanguageModel model = new TinyLanguageModel();
  private final Infiller infiller = new Infiller(model);

  private static InfillSettings.Builder settings() {
    return InfillSettings.defaults().toBuilder().seed(1);
  }

  private static List<Integer> lengths(Candidate candidate) {
    return candidate.fills().stream()
        .collect(Collectors.groupingBy(Fill::blank, Collectors.counting()))
        .values()
        .stream()
        .map(Long::intValue)
        .toList();
  }

  private static List<String> tokens(Candidate candidate) {
    return candidate.fills().stream().map(Fill::token).toList();
  }

  /** Ū from the model's f alone, by its definition. */
  private double normalizedEnergy(String text, List<Integer> lengths, List<String> tokens) {
    BlankedText places = BlankedText.parse(text).withLengths(lengths);
    var tokenized = model.tokenize(places);
    int mask = TinyLanguageModel.TOKENS.indexOf("[MASK]");
    double sum = 0;
    int first = 0;
    for (int length : lengths) {
      for (int place = first; place < first + length; place++) {
        int[] pieces = tokenized.pieces();
        for (int other = 0; other < tokens.size(); other++) {
          boolean hidden = other >= place && other < first + length;
          pieces[tokenized.blankPosition(other)] =
              hidden ? mask : TinyLanguageModel.TOKENS.indexOf(tokens.get(other));
        }
        sum +=
            model
                .logProbabilities(pieces, tokenized.blankPosition(place))[
                TinyLanguageModel.TOKENS.indexOf(tokens.get(place))];
      }
      first += length;
    }
    return sum / tokens.size();
  }

  @ParameterizedTest
  @MethodSource("dev.infill.core.sampler.Sampler#labels")
  void candidatesOfAllLengthsAreComparedByTheirNormalizedEnergy(String sampler) {
    Infilling infilling = infiller.infill(TEXT, settings().sampler(sampler).top(5000).build());

    assertThat(infilling.candidates())
        .isSortedAccordingTo(
            Comparator.comparingDouble(
                    (Candidate candidate) -> candidate.normalizedEnergy().orElseThrow())
                .reversed())
        .allSatisfy(
            candidate ->
                assertThat(candidate.normalizedEnergy().orElseThrow())
                    .isCloseTo(
                        normalizedEnergy(TEXT, lengths(candidate), tokens(candidate)),
                        within(1e-9)));
    assertThat(infilling.candidates())
        .extracting(UnknownLengthTest::lengths)
        .contains(List.of(1, 1), List.of(2, 3), List.of(2, 1), List.of(1, 3));
    assertThat(infilling.candidates().stream().mapToInt(Candidate::visits).sum())
        .isEqualTo(25 * infilling.diagnostics().keptSteps());
    assertThat(infilling.exact()).isEqualTo(Sampler.of(sampler).isExact());
  }

  /** U of a filling is what it is for the same text with as many single blanks. */
  @Test
  void energiesAreThoseOfTextsOfTheSameLength() {
    InfillSettings settings = settings().set(Settings.GRADIENT, GradientKind.EXACT).build();

    assertThat(infiller.infill(TEXT, settings).candidates())
        .isNotEmpty()
        .allSatisfy(
            candidate -> {
              String masks = BlankedText.parse(TEXT).withLengths(lengths(candidate)).masked();
              Score score = new Scorer(model).scoreFills(masks, tokens(candidate));
              assertThat(candidate.energy()).isCloseTo(score.energy(), within(1e-9));
              assertThat(candidate.text()).isEqualTo(score.text());
            });
  }

  /**
   * Each length has an equal part of the chains, and given it a filling its share of π: against an
   * enumeration of all fillings of one and of two pieces. The bound is five standard errors of a
   * share as 40 chains would have it were each visited state worth a fifth of an independent draw.
   */
  @Test
  void sharesAreThoseOfAUniformPriorTimesThePosteriorOfTheLength() {
    String text = "the [MASK:1-2] sat .";
    InfillSettings settings =
        settings().chains(40).steps(2010).burnIn(10).top(100_000).temperature(1.5).build();
    Posterior one = new Posterior(model, "the [MASK] sat .", List.of(WORDS), 1.5);
    Posterior two = new Posterior(model, "the [MASK] [MASK] sat .", List.of(WORDS, PIECES), 1.5);

    Infilling infilling = infiller.infill(text, settings);

    assertThat(infilling.lengths())
        .extracting(SampledLengths::chains, SampledLengths::lengths)
        .containsExactly(tuple(20, List.of(1)), tuple(20, List.of(2)));
    for (Candidate candidate : infilling.candidates()) {
      List<String> tokens = tokens(candidate);
      double expected = (tokens.size() == 1 ? one : two).probability(tokens) / 2;
      double standardError = Math.sqrt(expected * (1 - expected) / (40 * 2000 / 5.0));
      assertThat(candidate.visits() / 80_000.0)
          .as("%s", tokens)
          .isCloseTo(expected, within(5 * standardError + 1e-4));
    }
  }

  /** Read from left to right, the probabilities of all fillings of a blank are one distribution. */
  @Property(tries = 3, seed = "1")
  void normalizedEnergiesOfABlankAreOfADistribution(
      @ForAll @IntRange(min = 1, max = 3) int length) {
    TinyLanguageModel tiny = new TinyLanguageModel();
    UnknownLengthTest outer = new UnknownLengthTest();
    double sum = 0;
    for (List<String> tokens : product(length)) {
      sum += Math.exp(length * outer.normalizedEnergy("the [MASK:1-3] .", List.of(length), tokens));
    }
    assertThat(tiny.vocabulary().size()).isEqualTo(TinyLanguageModel.TOKENS.size());
    assertThat(sum).isCloseTo(1, within(1e-9));
  }

  private static List<List<String>> product(int length) {
    List<List<String>> all = List.of(List.of());
    for (int place = 0; place < length; place++) {
      all =
          all.stream()
              .flatMap(
                  front ->
                      TinyLanguageModel.TOKENS.stream()
                          .map(
                              token -> {
                                List<String> longer = new ArrayList<>(front);
                                longer.add(token);
                                return longer;
                              }))
              .toList();
    }
    return all;
  }

  @Test
  void aBlankOfSeveralPiecesHoldsWordsOfSeveralPieces() {
    Infilling infilling =
        infiller.infill("the [MASK:2] .", settings().steps(500).top(1000).build());

    assertThat(infilling.candidates()).extracting(Candidate::text).contains("the cats .");
    assertThat(infilling.candidates())
        .allSatisfy(
            candidate -> {
              assertThat(candidate.fills().get(0).token()).isIn(WORDS);
              assertThat(candidate.fills()).extracting(Fill::blank).containsExactly(1, 1);
              assertThat(candidate.normalizedEnergy()).isEmpty();
            });
    assertThat(infilling.lengths()).isEmpty();
    assertThat(infilling.candidates())
        .isSortedAccordingTo(Comparator.comparingDouble(Candidate::energy).reversed());
  }

  /** A known length is nothing new: the same chains as of so many blanks. */
  @Test
  void aKnownLengthIsAsManyBlanks() {
    InfillSettings settings = settings().vocabulary(VocabularyChoice.PIECES).build();
    Infilling pieces = infiller.infill("the [MASK:3] sat on ___ .", settings).withoutTime();
    Infilling blanks =
        infiller.infill("the [MASK] [MASK] [MASK] sat on ___ .", settings).withoutTime();

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

  @Test
  void aSeedRepeatsWhateverTheBatch() {
    InfillSettings settings = settings().build();
    Infilling once = infiller.infill(TEXT, settings).withoutTime();
    InfillSettings otherwise = settings.toBuilder().batch(3).concurrentBatches(2).build();

    assertThat(infiller.infill(TEXT, settings).withoutTime()).isEqualTo(once);
    Infilling inOtherBatches = infiller.infill(TEXT, otherwise);
    assertThat(inOtherBatches.candidates()).isEqualTo(once.candidates());
    assertThat(inOtherBatches.diagnostics().modelPasses() + inOtherBatches.diagnostics().hits())
        .isEqualTo(once.diagnostics().modelPasses() + once.diagnostics().hits());
  }

  /** More ways than chains: five blanks of one to four pieces, 1,024 ways. */
  @Test
  void manyBlanksOfUnknownLengthAreFilledAsWell() {
    String text = "___:1-4 sat ".repeat(5);
    Infilling infilling =
        new Infiller(new TinyLanguageModel(40)).infill(text, settings().top(200).build());

    assertThat(infilling.lengths()).hasSizeBetween(20, 25);
    assertThat(infilling.lengths().stream().mapToInt(SampledLengths::chains).sum()).isEqualTo(25);
    assertThat(infilling.candidates()).isNotEmpty();
  }

  @Test
  void whatCameOfEachLengthIsTold() {
    Infilling infilling = infiller.infill(TEXT, settings().top(100_000).build());

    assertThat(infilling.lengths())
        .extracting(SampledLengths::lengths)
        .containsExactly(
            List.of(1, 1),
            List.of(1, 2),
            List.of(1, 3),
            List.of(2, 1),
            List.of(2, 2),
            List.of(2, 3));
    for (SampledLengths told : infilling.lengths()) {
      List<Candidate> ofLength =
          infilling.candidates().stream()
              .filter(candidate -> lengths(candidate).equals(told.lengths()))
              .toList();
      double[] energies =
          ofLength.stream().mapToDouble(c -> c.normalizedEnergy().orElseThrow()).toArray();
      double visits = ofLength.stream().mapToDouble(Candidate::visits).sum();
      double mean =
          IntStream.range(0, energies.length)
              .mapToDouble(k -> energies[k] * ofLength.get(k).visits() / visits)
              .sum();
      assertThat(told.distinctFillings()).isEqualTo(ofLength.size());
      assertThat(told.chains()).isBetween(4, 5);
      assertThat(told.bestNormalizedEnergy().orElseThrow())
          .isCloseTo(Arrays.stream(energies).max().orElseThrow(), within(1e-12));
      assertThat(told.meanNormalizedEnergy().orElseThrow()).isCloseTo(mean, within(1e-9));
    }
    assertThat(infilling.diagnostics().convergenceOfEnergy()).isEmpty();
    assertThat(infilling.diagnostics().meanEnergy()).isEmpty();
    assertThat(infilling.diagnostics().rHat()).isEmpty();
    assertThat(infilling.diagnostics().effectiveSampleSizeOfHammingDistance()).isEmpty();
  }

  @Test
  void passesAreThoseThatTheModelIsAskedFor() {
    TinyLanguageModel counting = new TinyLanguageModel();
    Infilling infilling = new Infiller(counting).infill(TEXT, settings().build());

    assertThat(infilling.diagnostics().modelPasses()).isEqualTo(counting.passes());
  }

  @Test
  void aRunThatIsCancelledWhileLengthsAreComparedReturnsWhatIsKnown() {
    Cancellation cancellation = new Cancellation();
    AtomicLong scored = new AtomicLong();
    Infilling cut =
        infiller.infill(
            TEXT,
            settings().batch(10).top(15).build(),
            (phase, done, total) -> {
              if (phase == ProgressListener.Phase.SCORING) {
                scored.set(done);
                cancellation.cancel();
              }
            },
            cancellation);

    assertThat(cut.interrupted()).isTrue();
    assertThat(cut.candidates()).hasSize(15);
    assertThat(scored).hasValueGreaterThanOrEqualTo(15);
  }

  /** A sampler that does not trace U has two things to ask for when it is stopped. */
  @Test
  void aRunOfPseudoGibbsThatIsCancelledReturnsWhatIsKnown() {
    Cancellation cancellation = new Cancellation();
    Infilling cut =
        infiller.infill(
            TEXT,
            settings().sampler("gibbs").batch(2).top(5).build(),
            (phase, done, total) -> {
              if (done > 20) {
                cancellation.cancel();
              }
            },
            cancellation);

    assertThat(cut.interrupted()).isTrue();
    assertThat(cut.candidates()).hasSize(5);
  }

  /** One chain has one length, and which is drawn; it is compared as others are. */
  @Test
  void oneChainHasOneLengthWhichIsDrawn() {
    List<Integer> drawn = new ArrayList<>();
    for (int seed = 0; seed < 40; seed++) {
      Infilling one = infiller.infill("the ___:1-4 .", settings().chains(1).seed(seed).build());
      assertThat(one.lengths()).hasSize(1);
      assertThat(one.candidates())
          .isNotEmpty()
          .allSatisfy(
              candidate -> {
                assertThat(lengths(candidate)).isEqualTo(one.lengths().get(0).lengths());
                assertThat(candidate.normalizedEnergy()).isPresent();
              });
      drawn.add(one.lengths().get(0).lengths().get(0));
    }

    assertThat(drawn).contains(1, 2, 3, 4);
  }

  @Test
  void theStepSizeIsToldAsElsewhere() {
    InfillSettings settings = settings().sampler("dmala").set(Settings.ALPHA, 0.3).build();

    assertThat(infiller.infill(TEXT, settings).diagnostics().stepSize()).hasValue(0.3);
    assertThat(infiller.infill(TEXT, settings().build()).diagnostics().stepSize()).isEmpty();
  }

  /** What changes kernels, starts and pools goes with lengths as it does without. */
  @Test
  void otherSettingsGoWithLengths() {
    List<InfillSettings.Builder> others =
        List.of(
            settings().sampler("dmala").set(Settings.PRECONDITION, Precondition.CURVATURE),
            settings().annealFrom(OptionalDouble.of(3)),
            settings().sampler("dula").set(Settings.MINIBATCH, OptionalInt.of(2)),
            settings().sampler("gwg"),
            settings().start(Start.RANDOM),
            settings().pool(Pool.LAST).repeats(true),
            settings().set(Settings.ACCEPTANCE, AcceptanceKind.NON_REVERSIBLE));
    for (InfillSettings.Builder other : others) {
      InfillSettings settings = other.chains(8).steps(12).build();
      TinyLanguageModel counting = new TinyLanguageModel();
      Infilling infilling = new Infiller(counting).infill(TEXT, settings);

      assertThat(infilling.candidates()).as("%s", settings).isNotEmpty();
      assertThat(infilling.diagnostics().modelPasses())
          .as("%s", settings)
          .isEqualTo(counting.passes());
    }
  }

  @Test
  void chainsOfAnExperimentTellNothingThatComparesThem() {
    SampledChains chains =
        infiller.sample(
            TEXT,
            settings().build(),
            StoppingRule.afterSteps(30),
            ProgressListener.NONE,
            new Cancellation());

    assertThat(chains.diagnostics(30).rHat()).isEmpty();
    assertThat(chains.diagnostics(30).effectiveSampleSizeOfHammingDistance()).isEmpty();
    assertThat(chains.at(30)).hasSize(25);
  }

  @Test
  void whatCannotBeFilledIsRefusedInOneLine() {
    refused(
        "the [MASK:1-2] .",
        settings().set(Settings.ADAPT, OptionalDouble.of(0.5)).sampler("dmala"),
        "adapt");
    refused(
        "the [MASK:1-2] .",
        settings().constraints(Map.of(1, BlankConstraint.allow("cat dog ran"))),
        "allow");
    refused("the [MASK:1-16] [MASK:1-16] ___ .", settings(), "max-blanks");
    refused("[MASK:16] ".repeat(2), settings(), "pieces");
    for (String blank :
        List.of(
            "[MASK:0]", "[MASK:2-1]", "[MASK:17]", "[MASK:x]", "[MASK:]", "[MASK:1-]", "___:0-3")) {
      refused("the " + blank + " .", settings(), "[MASK:1-4]");
    }
  }

  private void refused(String text, InfillSettings.Builder settings, String named) {
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> infiller.prepare(BlankedText.parse(text), settings.build()))
        .withMessageContaining(named)
        .withMessageNotContaining("\n");
  }

  /** What is forbidden is so at every place of the blank. */
  @Test
  void forbiddenPiecesStandNowhereInTheBlank() {
    Infilling infilling =
        infiller.infill(
            "the ___:1-3 sat .",
            settings()
                .constraints(Map.of(1, BlankConstraint.forbid("the", "##s")))
                .top(100_000)
                .build());

    assertThat(infilling.candidates())
        .allSatisfy(candidate -> assertThat(tokens(candidate)).doesNotContain("the", "##s"));
    assertThat(Collections.max(infilling.candidates().stream().map(c -> c.fills().size()).toList()))
        .isEqualTo(3);
  }
}
