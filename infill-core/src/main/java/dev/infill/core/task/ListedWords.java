package dev.infill.core.task;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.Restriction;
import dev.infill.core.energy.State;
import dev.infill.core.text.TokenSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * The fillings of a text in which every blank of several pieces holds one of the words that are
 * listed for it.
 */
final class ListedWords implements Restriction {
  private static final int[][] FREE = {};

  /** By place the words of its blank, as the indices of their pieces; none where it is free. */
  private final List<int[][]> words;

  /** By place the first place of its blank. */
  private final List<Integer> firsts;

  private final Optional<Restriction> besides;

  private ListedWords(List<int[][]> words, List<Integer> firsts, Optional<Restriction> besides) {
    this.words = List.copyOf(words);
    this.firsts = List.copyOf(firsts);
    this.besides = besides;
  }

  /**
   * Returns the restriction to listed words within another one; that one if no words are listed.
   *
   * @param blanks what each blank may hold
   * @param lengths how many pieces each blank has
   * @param candidates Θ₁ … Θ_n, of all places
   * @param besides the other one; empty for none
   */
  static Optional<Restriction> of(
      List<AllowedTokens.OfBlank> blanks,
      List<Integer> lengths,
      List<TokenSet> candidates,
      Optional<Restriction> besides) {
    List<int[][]> words = new ArrayList<>();
    List<Integer> firsts = new ArrayList<>();
    boolean listed = false;
    for (int blank = 0; blank < lengths.size(); blank++) {
      int pieces = lengths.get(blank);
      int first = words.size();
      int[][] ofBlank = pieces == 1 ? FREE : blanks.get(blank).words(pieces).toArray(int[][]::new);
      for (int[] word : ofBlank) {
        for (int j = 0; j < pieces; j++) {
          word[j] = candidates.get(first + j).indexOf(word[j]);
        }
      }
      listed |= ofBlank.length > 0;
      words.addAll(Collections.nCopies(pieces, ofBlank));
      firsts.addAll(Collections.nCopies(pieces, first));
    }
    return listed ? Optional.of(new ListedWords(words, firsts, besides)) : besides;
  }

  @Override
  public boolean admits(State state) {
    // A word whose first piece fits beside the others fits as a whole.
    for (int first = 0; first < words.size(); first++) {
      if (firsts.get(first) == first && words.get(first).length > 0) {
        int known = state.get(first);
        BitSet fitting = fitting(state, first);
        if (known < 0 ? fitting.isEmpty() : !fitting.get(known)) {
          return false;
        }
      }
    }
    return besides.isEmpty() || besides.get().admits(state);
  }

  @Override
  public IntPredicate values(State state, int coordinate) {
    IntPredicate admitted =
        words.get(coordinate).length == 0 ? value -> true : fitting(state, coordinate)::get;
    return besides.isEmpty() ? admitted : admitted.and(besides.get().values(state, coordinate));
  }

  /** Returns the values of a coordinate that make a listed word with the known ones. */
  private BitSet fitting(State state, int coordinate) {
    int first = firsts.get(coordinate);
    BitSet fitting = new BitSet();
    for (int[] word : words.get(coordinate)) {
      boolean fits = true;
      for (int j = 0; j < word.length; j++) {
        int known = state.get(first + j);
        fits &= first + j == coordinate || known < 0 || known == word[j];
      }
      if (fits) {
        fitting.set(word[coordinate - first]);
      }
    }
    return fitting;
  }

  @Override
  public InvalidInputException refusal() {
    return besides
        .map(Restriction::refusal)
        .orElseGet(
            () -> new InvalidInputException("allow", "no filling was found of the allowed words"));
  }
}
