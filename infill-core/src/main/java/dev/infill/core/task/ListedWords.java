package dev.infill.core.task;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.Restriction;
import dev.infill.core.energy.State;
import dev.infill.core.text.TokenSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * The fillings of a text in which every blank of several pieces holds one of the words that are
 * listed for it.
 *
 * @param blanks the blanks with listed words
 * @param besides another restriction; empty for none
 */
record ListedWords(List<Blank> blanks, Optional<Restriction> besides) implements Restriction {
  /**
   * A blank with listed words.
   *
   * @param first its first place
   * @param words the words, as the indices of their pieces
   */
  private record Blank(int first, List<int[]> words) {
    boolean holds(int coordinate) {
      return first <= coordinate && coordinate < first + words.get(0).length;
    }

    /** Returns the words that agree with the known places, but for one. */
    List<int[]> fitting(State state, int except) {
      return words.stream().filter(word -> fits(word, state, except)).toList();
    }

    private boolean fits(int[] word, State state, int except) {
      for (int j = 0; j < word.length; j++) {
        int known = state.get(first + j);
        if (first + j != except && known >= 0 && known != word[j]) {
          return false;
        }
      }
      return true;
    }
  }

  /**
   * Returns the restriction to listed words within another one; that one if no words are listed.
   *
   * @param allowed what each blank may hold
   * @param lengths how many pieces each blank has
   * @param candidates Θ₁ … Θ_n, of all places
   * @param besides the other one; empty for none
   */
  static Optional<Restriction> of(
      List<AllowedTokens.OfBlank> allowed,
      List<Integer> lengths,
      List<TokenSet> candidates,
      Optional<Restriction> besides) {
    List<Blank> blanks = new ArrayList<>();
    int first = 0;
    for (int blank = 0; blank < lengths.size(); blank++) {
      int pieces = lengths.get(blank);
      List<int[]> words = allowed.get(blank).words(pieces).toList();
      if (pieces > 1 && !words.isEmpty()) {
        for (int[] word : words) {
          for (int j = 0; j < pieces; j++) {
            word[j] = candidates.get(first + j).indexOf(word[j]);
          }
        }
        blanks.add(new Blank(first, words));
      }
      first += pieces;
    }
    return blanks.isEmpty() ? besides : Optional.of(new ListedWords(blanks, besides));
  }

  @Override
  public boolean admits(State state) {
    return blanks.stream().noneMatch(blank -> blank.fitting(state, -1).isEmpty())
        && (besides.isEmpty() || besides.get().admits(state));
  }

  @Override
  public IntPredicate values(State state, int coordinate) {
    IntPredicate admitted =
        blanks.stream()
            .filter(blank -> blank.holds(coordinate))
            .findFirst()
            .map(blank -> values(blank, state, coordinate))
            .orElse(value -> true);
    return besides.isEmpty() ? admitted : admitted.and(besides.get().values(state, coordinate));
  }

  private static IntPredicate values(Blank blank, State state, int coordinate) {
    BitSet fitting = new BitSet();
    blank.fitting(state, coordinate).forEach(word -> fitting.set(word[coordinate - blank.first()]));
    return fitting::get;
  }

  @Override
  public InvalidInputException refusal() {
    return besides
        .map(Restriction::refusal)
        .orElseGet(
            () -> new InvalidInputException("allow", "no filling was found of the allowed words"));
  }
}
