package dev.infill.core.task;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.Restriction;
import dev.infill.core.energy.State;
import dev.infill.core.sampler.Settings;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.Vocabulary;
import dev.infill.core.text.Vocabulary.TokenClass;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntPredicate;

/**
 * The fillings of a text without repetitions: no word in two blanks, no n pieces in a row that
 * stand elsewhere in the text, or no long run of one piece.
 *
 * <p>A word is a piece and the continuations behind it. Repetitions of the text itself do not
 * count: a word has a piece in a blank, and so has a run, and one of two equal rows of pieces.
 *
 * @param text the text as the model reads it
 * @param candidates Θ₁ … Θ_m
 * @param vocabulary the model's
 * @param distinctWords whether no word may stand in two blanks
 * @param ngram n, at least 1; empty if pieces may be repeated
 * @param longestRun how many equal pieces may stand in a row, at least 1; empty for any number
 */
record Repetitions(
    TokenizedText text,
    List<TokenSet> candidates,
    Vocabulary vocabulary,
    boolean distinctWords,
    OptionalInt ngram,
    OptionalInt longestRun)
    implements Restriction {
  /**
   * Returns the restriction of the settings; empty if a filling may repeat everything.
   *
   * @param settings name the repetitions that are not allowed
   * @param text the text as the model reads it
   * @param candidates Θ₁ … Θ_m
   * @param vocabulary the model's
   */
  static Optional<Restriction> of(
      TextSettings<?> settings,
      TokenizedText text,
      List<TokenSet> candidates,
      Vocabulary vocabulary) {
    boolean distinctWords = settings.get(Settings.DISTINCT_WORDS);
    OptionalInt ngram = settings.get(Settings.NO_REPEAT_NGRAM);
    OptionalInt longestRun = settings.get(Settings.MAX_RUN);
    return distinctWords || ngram.isPresent() || longestRun.isPresent()
        ? Optional.of(
            new Repetitions(text, candidates, vocabulary, distinctWords, ngram, longestRun))
        : Optional.empty();
  }

  @Override
  public boolean admits(State state) {
    return !repeats(filled(state));
  }

  /**
   * Pieces that stand nowhere else in the text are of two kinds: some continue the word before
   * them, and some do not. One piece of each kind is looked at; all others of its kind repeat the
   * same.
   */
  @Override
  public IntPredicate values(State state, int coordinate) {
    int[] pieces = filled(state);
    int position = text.blankPosition(coordinate);
    BitSet elsewhere = new BitSet();
    for (int other = 0; other < pieces.length; other++) {
      if (other != position && pieces[other] >= 0) {
        elsewhere.set(pieces[other]);
      }
    }
    Map<Integer, Boolean> known = new HashMap<>();
    return value -> {
      int id = word(position, candidates.get(coordinate).id(value));
      int alike = elsewhere.get(id) ? id : continues(position, id) ? -1 : -2;
      return known.computeIfAbsent(
          alike,
          first -> {
            pieces[position] = id;
            return !repeats(pieces);
          });
    };
  }

  /** Returns the pieces of the text. A place that is not filled yet has a number of its own. */
  private int[] filled(State state) {
    int[] pieces = text.pieces();
    for (int position = 0; position < pieces.length; position++) {
      pieces[position] = word(position, pieces[position]);
    }
    for (int place = 0; place < state.size(); place++) {
      int position = text.blankPosition(place);
      int index = state.get(place);
      pieces[position] =
          index < 0 ? -1 - position : word(position, candidates.get(place).id(index));
    }
    return pieces;
  }

  private boolean repeats(int[] pieces) {
    return (distinctWords && repeatsWord(pieces))
        || (ngram.isPresent() && repeatsRow(pieces, ngram.getAsInt()))
        || (longestRun.isPresent() && hasLongerRun(pieces, longestRun.getAsInt()));
  }

  private boolean repeatsWord(int[] pieces) {
    int[] starts = text.blanks();
    int[] ends = new int[starts.length];
    for (int k = 0; k < starts.length; k++) {
      ends[k] = starts[k] + 1;
      while (starts[k] > 1 && continues(starts[k], pieces[starts[k]])) {
        starts[k]--;
      }
      while (ends[k] < pieces.length && continues(ends[k], pieces[ends[k]])) {
        ends[k]++;
      }
      // The word may continue in an unfilled place; it equals no other word then.
      if (ends[k] < pieces.length && pieces[ends[k]] < 0) {
        ends[k]++;
      }
      for (int j = 0; j < k; j++) {
        if (starts[j] != starts[k]
            && Arrays.equals(pieces, starts[j], ends[j], pieces, starts[k], ends[k])) {
          return true;
        }
      }
    }
    return false;
  }

  /** The first and the last piece of the text belong to no row. */
  private boolean repeatsRow(int[] pieces, int n) {
    int last = pieces.length - 1 - n;
    int next = 1;
    for (int position : text.blanks()) {
      for (next = Math.max(next, position - n + 1); next <= Math.min(position, last); next++) {
        for (int other = 1; other <= last; other++) {
          if (other != next && Arrays.equals(pieces, next, next + n, pieces, other, other + n)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /** An unfilled place ends a run, and so do the first and the last piece of the text. */
  private boolean hasLongerRun(int[] pieces, int longest) {
    for (int position : text.blanks()) {
      int start = position;
      int end = position + 1;
      while (start > 1 && pieces[start - 1] == pieces[position]) {
        start--;
      }
      while (end < pieces.length - 1 && pieces[end] == pieces[position]) {
        end++;
      }
      if (end - start > longest) {
        return true;
      }
    }
    return false;
  }

  private boolean continues(int position, int id) {
    return id >= 0
        && vocabulary.classOf(id) == TokenClass.CONTINUATION
        && !text.beginsWord(position);
  }

  /**
   * Returns the piece that begins the same word behind a space, in place of a piece that begins it
   * without one.
   */
  private int word(int position, int id) {
    return text.beginsWord(position) ? vocabulary.id(vocabulary.letters(id)).orElse(id) : id;
  }

  @Override
  public InvalidInputException refusal() {
    String field =
        (distinctWords
                ? Settings.DISTINCT_WORDS
                : ngram.isPresent() ? Settings.NO_REPEAT_NGRAM : Settings.MAX_RUN)
            .name();
    return new InvalidInputException(
        field,
        "no filling was found without repetitions, which %s forbids: allow more words, or take it back"
            .formatted(field));
  }
}
