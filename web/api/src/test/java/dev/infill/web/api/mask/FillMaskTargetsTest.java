package dev.infill.web.api.mask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.State;
import dev.infill.core.lab.FakeModel;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.task.TextOfLengths;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.Vocabulary;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Words that are asked about in a blank, and the probabilities of those of several pieces. */
class FillMaskTargetsTest {
  private static final BlankedText TEXT = BlankedText.parse("the ___ sat .");

  private final TinyLanguageModel model = new TinyLanguageModel();

  private FillMaskTargets targets(boolean continues, String... words) {
    return FillMaskTargets.of(model, List.of(words), continues);
  }

  private List<String> spelled(State word) {
    return IntStream.range(0, word.size())
        .mapToObj(place -> model.vocabulary().token(word.get(place)))
        .toList();
  }

  @Test
  void wordsAreSortedByTheirNumberOfPieces() {
    FillMaskTargets targets =
        targets(false, "dogs", "mat", "the mat ran", "DOGS", "cat ##s", "Cat", "cat");

    assertThat(targets.single().orElseThrow().ids().mapToObj(model.vocabulary()::token))
        .containsExactly("cat", "mat");
    assertThat(targets.several())
        .extracting(FillMaskTargets.OfLength::pieces)
        .containsExactly(2, 3);
    assertThat(targets.several().get(0).states().stream().map(this::spelled))
        .containsExactly(List.of("dog", "##s"), List.of("cat", "##s"));
    assertThat(targets.several().get(1).states().stream().map(this::spelled))
        .containsExactly(List.of("the", "mat", "ran"));
  }

  @ParameterizedTest
  @CsvSource({"the ___ sat .", "___ .", "cat___ sat", "the ___s ran"})
  void probabilitiesAreThoseOfTheChainRuleFromTheLeft(String text) {
    BlankedText blanked = BlankedText.parse(text);
    FillMaskTargets targets =
        targets(false, "dogs", "dog ran", "##s ##ing", "mat on", "the mat ran", "on on on on");

    for (FillMaskTargets.OfLength words : targets.several()) {
      TextOfLengths its = words.in(model, blanked);
      List<Double> told = words.logProbabilities(model, its);

      assertThat(told).hasSameSizeAs(words.states());
      for (int word = 0; word < told.size(); word++) {
        assertThat(told.get(word))
            .as("%s", spelled(words.states().get(word)))
            .isCloseTo(chainRule(blanked, words.states().get(word)), within(1e-12));
      }
    }
  }

  /** log p of the pieces, each read where those after it are masked, by the model's f alone. */
  private double chainRule(BlankedText text, State word) {
    BlankedText masks =
        BlankedText.parse(text.fill(List.of("[MASK] ".repeat(word.size()).strip())).text());
    TokenizedText tokenized = model.tokenize(masks);
    double sum = 0;
    for (int place = 0; place < word.size(); place++) {
      int[] pieces = tokenized.pieces();
      List<Integer> masked = new ArrayList<>();
      for (int other = 0; other < word.size(); other++) {
        if (other < place) {
          pieces[tokenized.blankPosition(other)] = word.get(other);
        } else {
          masked.add(tokenized.blankPosition(other));
        }
      }
      TokenizedText read =
          new TokenizedText(pieces, masked.stream().mapToInt(Integer::intValue).toArray());
      sum += model.allMaskedLogProbabilities(read).get(0)[word.get(place)];
    }
    return sum;
  }

  /** Those of all fillings of k pieces are one distribution, at a sequence for each beginning. */
  @ParameterizedTest
  @CsvSource({"2, 18", "3, 307"})
  void allFillingsOfALengthAreADistribution(int pieces, int contexts) {
    int size = model.vocabulary().size();
    List<State> all = Stream.of(State.of()).toList();
    for (int place = 0; place < pieces; place++) {
      all =
          all.stream()
              .flatMap(
                  word ->
                      IntStream.range(0, size)
                          .mapToObj(
                              id ->
                                  State.of(
                                      IntStream.concat(
                                              IntStream.range(0, word.size()).map(word::get),
                                              IntStream.of(id))
                                          .toArray())))
              .toList();
    }
    FillMaskTargets.OfLength words = new FillMaskTargets.OfLength(pieces, all, contexts);

    List<Double> told = words.logProbabilities(model, words.in(model, TEXT));

    assertThat(told.stream().mapToDouble(Math::exp).sum()).isCloseTo(1, within(1e-9));
    assertThat(model.passes()).isEqualTo(contexts);
  }

  /** What is counted is what goes through the model: beginnings that words share count once. */
  @Test
  void contextsAreTheSequencesThatAreAskedFor() {
    FillMaskTargets.OfLength words =
        targets(false, "the mat ran", "the mat sat", "the cats", "on on on").several().get(0);

    words.logProbabilities(model, words.in(model, TEXT));

    // Nothing; the, on; the mat, the cat, on on.
    assertThat(words.contexts()).isEqualTo(6);
    assertThat(model.passes()).isEqualTo(6);
  }

  /** Of a long text the part around the blank is read, as where there are as many blanks. */
  @Test
  void ofALongTextThePartAroundTheBlankIsRead() {
    String before = "on ".repeat(20);
    FillMaskTargets.OfLength words = targets(false, "dogs").several().get(0);
    TextOfLengths text = words.in(model, BlankedText.parse(before + "___ ran"));

    assertThat(text.tokenized().length()).isEqualTo(model.maxPieces());
    assertThat(text.filled(words.states().get(0)).text()).isEqualTo(before + "dogs ran");
    assertThat(words.logProbabilities(model, text).get(0))
        .isCloseTo(
            chainRule(BlankedText.parse("on ".repeat(11) + "___ ran"), words.states().get(0)),
            within(1e-12));
  }

  @Test
  void aWordThatDoesNotFitTheModelIsRefused() {
    FillMaskTargets.OfLength words = targets(false, "cat ".repeat(15)).several().get(0);

    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> words.in(model, TEXT))
        .withMessageContaining("takes 15 word pieces, and the model reads at most 14 at once");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "zebra | 'zebra', one of the targets, holds 'zebra', which is unknown to the model",
        "the zebra | 'the zebra', one of the targets, holds 'zebra', which is unknown to the model",
        "\"\" | '', one of the targets, is no word; the blank holds 1-16 pieces",
        "cat [MASK] | 'cat [MASK]', one of the targets, holds [MASK], which is a blank; the blank",
        "[MASK]s | '[MASK]s', one of the targets, holds [MASK], which is a blank; the blank holds",
        "a a a a a a a a a a a a a a a a a | is more than 16 words; the blank holds 1-16 pieces",
        "ons ons ons ons ons ons ons ons on | is 17 word pieces (",
      })
  void whatIsNoWordOfUpTo16PiecesIsRefused(String word, String message) {
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> targets(false, "cat", word))
        .withMessageContaining(message)
        .satisfies(refused -> assertThat(refused.field()).isEqualTo("targets"));
  }

  /** The tokenizer's own cut begins a word; behind letters the longest continuations count. */
  @Test
  void behindLettersAWordIsCutIntoContinuations() {
    Vocabulary vocabulary =
        new Vocabulary(
            List.of(
                "[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "in", "##gs", "##in", "##ing",
                "##s"));
    FakeModel cutting =
        new FakeModel() {
          @Override
          public Vocabulary vocabulary() {
            return vocabulary;
          }

          @Override
          public TokenizedText tokenize(BlankedText text) {
            int[] pieces =
                switch (text.text()) {
                  case " ings" -> new int[] {2, 5, 6, 3};
                  case " (" -> new int[] {2, 1, 3};
                  case " (ings" -> new int[] {2, 1, 5, 6, 3};
                  default -> throw new AssertionError(text.text());
                };
            return new TokenizedText(pieces, new int[0]);
          }
        };

    assertThat(FillMaskTargets.of(cutting, List.of("ings"), false).several().get(0).states())
        .containsExactly(State.of(5, 6));
    assertThat(FillMaskTargets.of(cutting, List.of("ings"), true).several().get(0).states())
        .containsExactly(State.of(8, 9));
    assertThat(FillMaskTargets.of(cutting, List.of("ing", "in"), true).single())
        .hasValue(TokenSet.of(7, 8));
  }

  @Test
  void piecesMayBeSpelledAsContinuations() {
    FillMaskTargets.OfLength words = targets(true, "##s ##ing", "s cat").several().get(0);
    TextOfLengths text = words.in(model, BlankedText.parse("the cat___ ran"));

    assertThat(words.states().stream().map(text::words))
        .containsExactly(List.of("##sing"), List.of("##s cat"));
    assertThat(words.states().stream().map(word -> text.filled(word).text()))
        .containsExactly("the catsing ran", "the cats cat ran");
  }
}
