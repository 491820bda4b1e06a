package dev.infill.core.text;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The tokens Θᵢ that may stand in one blank: ids in ascending order. The <em>index</em> of a token
 * is its place in that order; the states of the energy hold indices. Immutable.
 */
public final class TokenSet {
  private final int[] ids;

  private TokenSet(int[] ids) {
    this.ids = ids;
  }

  /**
   * Returns the set of these ids.
   *
   * @param ids at least one id, none negative; order and repetitions do not matter
   * @throws IllegalArgumentException if there is none, or one is negative
   */
  public static TokenSet of(int... ids) {
    int[] sorted = Arrays.stream(ids).sorted().distinct().toArray();
    if (sorted.length == 0 || sorted[0] < 0) {
      throw new IllegalArgumentException("a token set needs at least one id, none negative");
    }
    return new TokenSet(sorted);
  }

  /**
   * Returns the set of all ids 0 … size − 1.
   *
   * @param size the vocabulary's size, at least 1
   */
  public static TokenSet all(int size) {
    if (size < 1) {
      throw new IllegalArgumentException("a vocabulary has at least 1 token, not " + size);
    }
    return new TokenSet(IntStream.range(0, size).toArray());
  }

  /** Returns how many tokens there are. */
  public int size() {
    return ids.length;
  }

  /**
   * Returns the id of the token at an index.
   *
   * @param index 0 ≤ index &lt; {@link #size()}
   */
  public int id(int index) {
    return ids[index];
  }

  /**
   * Returns the index of a token, or −1 if it is not in the set.
   *
   * @param id a token's id
   */
  public int indexOf(int id) {
    return Math.max(-1, Arrays.binarySearch(ids, id));
  }

  /** Returns the ids in ascending order. */
  public IntStream ids() {
    return Arrays.stream(ids);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TokenSet set && Arrays.equals(ids, set.ids);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(ids);
  }
}
