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

  /** Returns the restriction of {@code words}, {@code ngram N} or {@code run N}. */
  private static Repetitions of(String kind, TokenizedText text) {
    OptionalInt number =
        kind.equals("words")
            ? OptionalInt.empty()
            : OptionalInt.of(Integer.parseInt(kind.substring(kind.indexOf(' ') + 1)));
    return new Repetitions(
        text,
        Collections.nCopies(text.blankCount(), ALL),
        MODEL.vocabulary(),
        kind.equals("words"),
        kind.startsWith("ngram") ? number : OptionalInt.empty(),
        kind.startsWith("run") ? number : OptionalInt.empty());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "words; the [MASK] sat on the [MASK] .; cat mat; true",
        "words; the [MASK] sat on the [MASK] .; cat cat; false",
        // What the text says is no filling.
        "words; the cat sat on the [MASK] .; cat; true",
        "words; [MASK] cat on [MASK]; the the; false",
        // A word goes on where its continuations do.
        "words; the cat[MASK] on dog[MASK]; ##s ##s; true",
        "words; the cat[MASK] on cat[MASK]; ##s ##s; false",
        "words; the cat[MASK] on cat[MASK]; ##s ##ing; true",
        "words; [MASK] [MASK] on [MASK] [MASK]; cat ##s cat ##ing; true",
        "words; [MASK] [MASK] on [MASK] [MASK]; cat ##s cat ##s; false",
        "words; [MASK] [MASK] on [MASK] [MASK]; cat ##s cat dog; true",
        "words; [MASK] [MASK] on [MASK] [MASK]; cat ran cat dog; false",
        // What is not chosen yet may make another word of it.
        "words; [MASK] [MASK] on [MASK] .; cat ? cat; true",
        "words; [MASK] the [MASK] on [MASK] .; cat ? cat; false",
        "words; [MASK] the [MASK] on [MASK] .; cat ? ?; true",
        "ngram 2; the [MASK] sat on the [MASK] .; cat cat; false",
        "ngram 2; the [MASK] sat on the [MASK] .; cat dog; true",
        "ngram 3; the [MASK] sat on the [MASK] .; cat cat; true",
        // The text repeats the bigram itself, and the filling does not.
        "ngram 2; the cat sat . the cat [MASK]; ran; true",
        "ngram 2; the cat sat . the cat [MASK]; sat; false",
        "ngram 3; the cat sat . the cat [MASK]; sat; false",
        "ngram 4; the cat sat . the cat [MASK]; sat; true",
        "ngram 1; the cat [MASK] .; the; false",
        "ngram 1; the cat [MASK] .; sat; true",
        // Rows of pieces may overlap.
        "ngram 2; the [MASK] [MASK] [MASK]; cat cat cat; false",
        "ngram 2; the [MASK] [MASK] sat; cat cat; true",
        "ngram 9; the [MASK] sat; cat; true",
        "ngram 1; the [MASK] the [MASK] .; ? ?; true",
        "ngram 3; the [MASK] sat the [MASK] sat; cat ?; true",
        "run 1; the [MASK] [MASK] sat; cat cat; false",
        "run 2; the [MASK] [MASK] sat; cat cat; true",
        "run 1; the [MASK] sat the; the; false",
        "run 2; the [MASK] the sat; the; false",
        "run 3; the [MASK] the sat; the; true",
        // A run of the text is no filling's, and its neighbour makes it one.
        "run 2; sat sat sat [MASK]; the; true",
        "run 3; sat sat sat [MASK]; sat; false",
        "run 2; the [MASK] [MASK] the; ? the; true",
        "run 1; [MASK] cat [MASK]; cat ?; false",
        "run 1; [MASK] [MASK] [MASK]; ? ? ?; true"
      })
  void admitsWhatDoesNotRepeat(String row) {
    String[] of = row.split("; ", -1);
    State fills =
        State.of(
            Arrays.stream(of[2].split(" ", -1))
                .mapToInt(fill -> fill.equals("?") ? -1 : TOKENS.indexOf(fill))
                .toArray());

    assertThat(of(of[0], MODEL.tokenize(BlankedText.parse(of[1]))).admits(fills))
        .as(row)
        .isEqualTo(Boolean.parseBoolean(of[3]));
  }

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

  /** On many texts of few different pieces, against the definition written out. */
  @ParameterizedTest
  @ValueSource(strings = {"words", "ngram 1", "ngram 2", "ngram 3", "run 1", "run 2", "run 3"})
  void everyValueIsTriedAsIfByItself(String kind) {
    SplittableRandom random = new SplittableRandom(kind.hashCode());
    // Runs and long rows come twice where there are few different pieces.
    int pieceEnd = kind.startsWith("run") || kind.endsWith("3") ? 9 : TOKENS.size();
    int admitted = 0;
    int refused = 0;
    for (int k = 0; k < 600; k++) {
      int[] pieces = random.ints(random.nextInt(5, 14), 6, pieceEnd).toArray();
      pieces[0] = TOKENS.indexOf("[CLS]");
      pieces[pieces.length - 1] = TOKENS.indexOf("[SEP]");
      int[] blanks =
          IntStream.range(1, pieces.length - 1)
              .filter(at -> at == 2 || random.nextInt(3) == 0)
              .toArray();
      TokenizedText text = new TokenizedText(pieces, blanks);
      Repetitions repetitions = of(kind, text);
      State state = State.of(random.ints(blanks.length, 6, pieceEnd).toArray());
      int coordinate = random.nextInt(blanks.length);
      IntPredicate values = repetitions.values(state, coordinate);
      for (int value = 0; value < TOKENS.size(); value++) {
        State changed = state.with(coordinate, value);
        boolean expected = !repeats(kind, text, changed);
        assertThat(repetitions.admits(changed)).as("%s in %s", changed, text).isEqualTo(expected);
        assertThat(values.test(value)).as("%s in %s", changed, text).isEqualTo(expected);
        admitted += expected ? 1 : 0;
        refused += expected ? 0 : 1;
        for (int other = 0; expected && other < blanks.length; other++) {
          assertThat(repetitions.admits(changed.with(other, -1)))
              .as("%s without %s", changed, other)
              .isTrue();
        }
      }
    }
    assertThat(admitted).isGreaterThan(600);
    assertThat(refused).isGreaterThan(100);
  }

  private static boolean repeats(String kind, TokenizedText text, State state) {
    int[] pieces = text.pieces();
    boolean[] filled = new boolean[pieces.length];
    for (int blank = 0; blank < state.size(); blank++) {
      pieces[text.blankPosition(blank)] = state.get(blank);
      filled[text.blankPosition(blank)] = true;
    }
    int number = kind.equals("words") ? 0 : kind.charAt(kind.length() - 1) - '0';
    // A blank at the end of a long run of the text is in a row of one piece more.
    int length = kind.startsWith("run") ? number + 1 : number;
    List<List<String>> rows = new ArrayList<>();
    List<Boolean> ofBlanks = new ArrayList<>();
    if (length > 0) {
      for (int from = 1; from + length < pieces.length; from++) {
        int start = from;
        rows.add(
            IntStream.range(from, from + length).mapToObj(at -> TOKENS.get(pieces[at])).toList());
        ofBlanks.add(IntStream.range(0, length).anyMatch(k -> filled[start + k]));
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
    if (kind.startsWith("run")) {
      return IntStream.range(0, rows.size())
          .anyMatch(row -> ofBlanks.get(row) && new HashSet<>(rows.get(row)).size() == 1);
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
    return repeated || (number > 0 && !Collections.disjoint(ofText, ofFilling));
  }

  @Test
  void theRefusalNamesWhatWasAsked() {
    TokenizedText text = MODEL.tokenize(BlankedText.parse("the [MASK] ."));
    assertThatThrownBy(
            () -> {
              throw of("ngram 2", text).refusal();
            })
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("no filling was found without repetitions, which no-repeat-ngram");
    assertThat(of("words", text).refusal().field()).isEqualTo("distinct-words");
    assertThat(of("run 2", text).refusal().field()).isEqualTo("max-run");
  }
}
