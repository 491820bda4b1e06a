package dev.infill.core.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.State;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.Vocabulary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RepetitionsTest {
  private static final List<String> TOKENS = TinyLanguageModel.TOKENS;
  private static final TinyLanguageModel MODEL = new TinyLanguageModel(64);
  private static final TokenSet ALL = TokenSet.all(TOKENS.size());

  private static Repetitions of(TokenizedText text, boolean distinctWords, OptionalInt ngram) {
    return new Repetitions(
        text,
        Collections.nCopies(text.blankCount(), ALL),
        MODEL.vocabulary(),
        distinctWords,
        ngram,
        OptionalInt.empty());
  }

  private static boolean admits(
      String text, String fills, boolean distinctWords, OptionalInt ngram) {
    return of(MODEL.tokenize(BlankedText.parse(text)), distinctWords, ngram)
        .admits(
            State.of(
                Arrays.stream(fills.split(" ", -1))
                    .mapToInt(fill -> fill.equals("?") ? -1 : TOKENS.indexOf(fill))
                    .toArray()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "the [MASK] sat on the [MASK] .; cat mat; true",
        "the [MASK] sat on the [MASK] .; cat cat; false",
        // What the text says is no filling.
        "the cat sat on the [MASK] .; cat; true",
        "[MASK] cat on [MASK]; the the; false",
        // A word goes on where its continuations do.
        "the cat[MASK] on dog[MASK]; ##s ##s; true",
        "the cat[MASK] on cat[MASK]; ##s ##s; false",
        "the cat[MASK] on cat[MASK]; ##s ##ing; true",
        "[MASK] [MASK] on [MASK] [MASK]; cat ##s cat ##ing; true",
        "[MASK] [MASK] on [MASK] [MASK]; cat ##s cat ##s; false",
        "[MASK] [MASK] on [MASK] [MASK]; cat ##s cat dog; true",
        "[MASK] [MASK] on [MASK] [MASK]; cat ran cat dog; false",
        // What is not chosen yet may make another word of it.
        "[MASK] [MASK] on [MASK] .; cat ? cat; true",
        "[MASK] the [MASK] on [MASK] .; cat ? cat; false",
        "[MASK] the [MASK] on [MASK] .; cat ? ?; true"
      })
  void noWordStandsInTwoBlanks(String row) {
    String[] of = row.split("; ", -1);
    assertThat(admits(of[0], of[1], true, OptionalInt.empty()))
        .as(row)
        .isEqualTo(Boolean.parseBoolean(of[2]));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "the [MASK] sat on the [MASK] .; cat cat; 2; false",
        "the [MASK] sat on the [MASK] .; cat dog; 2; true",
        "the [MASK] sat on the [MASK] .; cat cat; 3; true",
        // The text repeats the bigram itself, and the filling does not.
        "the cat sat . the cat [MASK]; ran; 2; true",
        "the cat sat . the cat [MASK]; sat; 2; false",
        "the cat sat . the cat [MASK]; sat; 3; false",
        "the cat sat . the cat [MASK]; sat; 4; true",
        "the cat [MASK] .; the; 1; false",
        "the cat [MASK] .; sat; 1; true",
        // Rows of pieces may overlap.
        "the [MASK] [MASK] [MASK]; cat cat cat; 2; false",
        "the [MASK] [MASK] sat; cat cat; 2; true",
        "the [MASK] sat; cat; 9; true",
        "the [MASK] the [MASK] .; ? ?; 1; true",
        "the [MASK] sat the [MASK] sat; cat ?; 3; true"
      })
  void noPiecesInARowStandThereTwice(String row) {
    String[] of = row.split("; ", -1);
    assertThat(admits(of[0], of[1], false, OptionalInt.of(Integer.parseInt(of[2]))))
        .as(row)
        .isEqualTo(Boolean.parseBoolean(of[3]));
  }

  private static Repetitions ofRuns(TokenizedText text, int longest) {
    return new Repetitions(
        text,
        Collections.nCopies(text.blankCount(), ALL),
        MODEL.vocabulary(),
        /* distinctWords= */ false,
        OptionalInt.empty(),
        OptionalInt.of(longest));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "the [MASK] [MASK] sat; cat cat; 1; false",
        "the [MASK] [MASK] sat; cat cat; 2; true",
        "the [MASK] sat the; the; 1; false",
        "the [MASK] the sat; the; 2; false",
        "the [MASK] the sat; the; 3; true",
        // A run of the text is no filling's, and its neighbour makes it one.
        "sat sat sat [MASK]; the; 2; true",
        "sat sat sat [MASK]; sat; 3; false",
        "the [MASK] [MASK] the; ? the; 2; true",
        "[MASK] cat [MASK]; cat ?; 1; false",
        "[MASK] [MASK] [MASK]; ? ? ?; 1; true"
      })
  void noPieceStandsThereMoreOftenInARow(String row) {
    String[] of = row.split("; ", -1);
    assertThat(
            ofRuns(MODEL.tokenize(BlankedText.parse(of[0])), Integer.parseInt(of[2]))
                .admits(
                    State.of(
                        Arrays.stream(of[1].split(" ", -1))
                            .mapToInt(fill -> fill.equals("?") ? -1 : TOKENS.indexOf(fill))
                            .toArray())))
        .as(row)
        .isEqualTo(Boolean.parseBoolean(of[3]));
  }

  /** Against windows of N + 1 pieces, counted out. */
  /** Behind a quote a word has no space before it, and is another piece; it is the same word. */
  @Test
  void aWordIsTheSameWithoutTheSpaceBeforeIt() {
    Vocabulary vocabulary = new Vocabulary(List.of("[CLS]", "[SEP]", "s", "cat", "##s", "##."));
    BitSet beginnings = new BitSet();
    beginnings.set(2);
    beginnings.set(4);
    // [CLS] _ . cat _ [SEP], where the full stop and the second blank begin words.
    TokenizedText text =
        new TokenizedText(new int[] {0, 2, 5, 3, 4, 1}, new int[] {1, 4}, beginnings);
    Repetitions distinct =
        new Repetitions(
            text,
            List.of(TokenSet.all(6), TokenSet.all(6)),
            vocabulary,
            true,
            OptionalInt.empty(),
            OptionalInt.empty());

    assertThat(distinct.admits(State.of(2, 4))).as("s twice").isFalse();
    assertThat(distinct.admits(State.of(3, 4))).isTrue();
    assertThat(distinct.values(State.of(2, 3), 1).test(4)).isFalse();
    assertThat(distinct.values(State.of(3, 3), 1).test(4)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void everyValueIsTriedForRunsAsIfByItself(int longest) {
    SplittableRandom random = new SplittableRandom(longest);
    int refused = 0;
    for (int k = 0; k < 400; k++) {
      int[] pieces = new int[random.nextInt(6, 12)];
      Arrays.setAll(pieces, position -> random.nextInt(6, 9));
      pieces[0] = TOKENS.indexOf("[CLS]");
      pieces[pieces.length - 1] = TOKENS.indexOf("[SEP]");
      int[] blanks =
          IntStream.range(1, pieces.length - 1)
              .filter(at -> at == 2 || random.nextInt(3) == 0)
              .toArray();
      TokenizedText text = new TokenizedText(pieces, blanks);
      Repetitions runs = ofRuns(text, longest);
      State state =
          State.of(IntStream.range(0, blanks.length).map(blank -> random.nextInt(6, 9)).toArray());
      int coordinate = random.nextInt(blanks.length);
      IntPredicate values = runs.values(state, coordinate);
      for (int value = 0; value < TOKENS.size(); value++) {
        State changed = state.with(coordinate, value);
        int[] filled = pieces.clone();
        Set<Integer> ofBlanks = new HashSet<>();
        for (int blank = 0; blank < blanks.length; blank++) {
          filled[blanks[blank]] = changed.get(blank);
          ofBlanks.add(blanks[blank]);
        }
        boolean admitted = true;
        for (int from = 1; from + longest < pieces.length - 1; from++) {
          int[] row = Arrays.copyOfRange(filled, from, from + longest + 1);
          boolean holdsBlank =
              IntStream.rangeClosed(from, from + longest).anyMatch(ofBlanks::contains);
          // A blank at the end of a long run of the text is in one of its windows.
          admitted &= !(holdsBlank && Arrays.stream(row).distinct().count() == 1);
        }
        assertThat(runs.admits(changed)).as("%s in %s", changed, text).isEqualTo(admitted);
        assertThat(values.test(value)).as("%s in %s", changed, text).isEqualTo(admitted);
        refused += admitted ? 0 : 1;
      }
    }
    assertThat(refused).isGreaterThan(100);
  }

  /** On many texts of few different pieces, against the definition written out. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void everyValueIsTriedAsIfByItself(int n) {
    SplittableRandom random = new SplittableRandom(n);
    int admitted = 0;
    int states = 600;
    for (int k = 0; k < states; k++) {
      int[] pieces = new int[random.nextInt(5, 14)];
      Arrays.setAll(pieces, position -> random.nextInt(6, TOKENS.size()));
      pieces[0] = TOKENS.indexOf("[CLS]");
      pieces[pieces.length - 1] = TOKENS.indexOf("[SEP]");
      int[] blanks =
          IntStream.range(1, pieces.length - 1).filter(at -> random.nextInt(3) == 0).toArray();
      if (blanks.length == 0) {
        continue;
      }
      TokenizedText text = new TokenizedText(pieces, blanks);
      Repetitions repetitions = of(text, n == 0, n == 0 ? OptionalInt.empty() : OptionalInt.of(n));
      State state =
          State.of(
              IntStream.range(0, blanks.length)
                  .map(blank -> random.nextInt(6, TOKENS.size()))
                  .toArray());
      int coordinate = random.nextInt(blanks.length);
      IntPredicate values = repetitions.values(state, coordinate);
      for (int value = 0; value < TOKENS.size(); value++) {
        State changed = state.with(coordinate, value);
        boolean expected = !repeats(text, changed, n);
        assertThat(repetitions.admits(changed)).as("%s in %s", changed, text).isEqualTo(expected);
        assertThat(values.test(value)).as("%s in %s", changed, text).isEqualTo(expected);
        admitted += expected ? 1 : 0;
        if (expected) {
          for (int other = 0; other < blanks.length; other++) {
            assertThat(repetitions.admits(changed.with(other, -1)))
                .as("%s without %s", changed, other)
                .isTrue();
          }
        }
      }
    }
    assertThat(admitted).isBetween(states, states * (TOKENS.size() - 1));
  }

  /** Rows of pieces for n, words for 0. */
  private static boolean repeats(TokenizedText text, State state, int n) {
    int[] pieces = text.pieces();
    boolean[] filled = new boolean[pieces.length];
    for (int blank = 0; blank < state.size(); blank++) {
      pieces[text.blankPosition(blank)] = state.get(blank);
      filled[text.blankPosition(blank)] = true;
    }
    List<List<String>> rows = new ArrayList<>();
    List<Boolean> ofBlanks = new ArrayList<>();
    if (n > 0) {
      for (int from = 1; from + n < pieces.length; from++) {
        int start = from;
        rows.add(IntStream.range(from, from + n).mapToObj(at -> TOKENS.get(pieces[at])).toList());
        ofBlanks.add(IntStream.range(0, n).anyMatch(k -> filled[start + k]));
      }
    } else {
      for (int at = 1; at < pieces.length - 1; at++) {
        if (at == 1 || !TOKENS.get(pieces[at]).startsWith("##")) {
          rows.add(new ArrayList<>());
          ofBlanks.add(false);
        }
        int last = rows.size() - 1;
        rows.get(last).add(TOKENS.get(pieces[at]));
        ofBlanks.set(last, ofBlanks.get(last) || filled[at]);
      }
    }
    Set<List<String>> ofText = new HashSet<>();
    Set<List<String>> ofFilling = new HashSet<>();
    boolean repeated = false;
    for (int row = 0; row < rows.size(); row++) {
      repeated |= ofBlanks.get(row) && !ofFilling.add(rows.get(row));
      if (!ofBlanks.get(row)) {
        ofText.add(rows.get(row));
      }
    }
    return repeated || (n > 0 && !Collections.disjoint(ofText, ofFilling));
  }

  @Test
  void theRefusalNamesWhatWasAsked() {
    TokenizedText text = MODEL.tokenize(BlankedText.parse("the [MASK] ."));
    assertThatThrownBy(
            () -> {
              throw of(text, false, OptionalInt.of(2)).refusal();
            })
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("no filling was found without repetitions, which no-repeat-ngram");
    assertThat(of(text, true, OptionalInt.of(2)).refusal().field()).isEqualTo("distinct-words");
    assertThat(ofRuns(text, 2).refusal().field()).isEqualTo("max-run");
  }
}
