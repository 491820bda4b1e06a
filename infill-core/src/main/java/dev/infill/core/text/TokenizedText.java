package dev.infill.core.text;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * A text as the model reads it: word-piece ids from {@code [CLS]} to {@code [SEP]}, and the
 * positions whose tokens are the coordinates of the state. Immutable.
 *
 * <p>A piece that is spelled as a continuation continues the word before it, unless it {@linkplain
 * #beginsWord begins one}: byte-level tokenizers and SentencePiece spell every piece without a
 * space before it so, also behind a quote.
 */
public final class TokenizedText {
  private final int[] pieces;
  private final int[] blanks;
  private final BitSet beginnings;

  /**
   * Creates a text whose words all begin with a space before them.
   *
   * @param pieces the ids of all pieces; copied
   * @param blanks the positions of the blanks in pieces, ascending; copied
   * @throws IllegalArgumentException if the positions do not ascend, or one is outside
   */
  public TokenizedText(int[] pieces, int[] blanks) {
    this(pieces, blanks, new BitSet());
  }

  /**
   * Creates a tokenized text.
   *
   * @param pieces the ids of all pieces; copied
   * @param blanks the positions of the blanks in pieces, ascending; copied
   * @param beginnings the positions where a word begins without a space before it; copied
   * @throws IllegalArgumentException if the positions do not ascend, or one is outside
   */
  public TokenizedText(int[] pieces, int[] blanks, BitSet beginnings) {
    this.pieces = pieces.clone();
    this.blanks = blanks.clone();
    this.beginnings = (BitSet) beginnings.clone();
    for (int i = 0; i < blanks.length; i++) {
      if (blanks[i] < (i == 0 ? 0 : blanks[i - 1] + 1) || blanks[i] >= pieces.length) {
        throw new IllegalArgumentException(
            "blanks at " + Arrays.toString(blanks) + " of " + pieces.length + " pieces");
      }
    }
  }

  /** Returns T, the number of pieces. */
  public int length() {
    return pieces.length;
  }

  /** Returns m, the number of blanks. */
  public int blankCount() {
    return blanks.length;
  }

  /**
   * Returns the id at a position. At a blank this is the mask token, or the piece that {@link
   * #withBlanksAt} made a blank of; a model does not read it.
   *
   * @param position 0 ≤ position &lt; {@link #length()}
   */
  public int piece(int position) {
    return pieces[position];
  }

  /**
   * Returns the position of a blank.
   *
   * @param blank 0 ≤ blank &lt; {@link #blankCount()}
   */
  public int blankPosition(int blank) {
    return blanks[blank];
  }

  /**
   * Says whether a word begins at a position though no space stands before it.
   *
   * @param position 0 ≤ position &lt; {@link #length()}
   */
  public boolean beginsWord(int position) {
    return beginnings.get(position);
  }

  /** Returns the ids of all pieces as a fresh array. */
  public int[] pieces() {
    return pieces.clone();
  }

  /** Returns the positions of all blanks as a fresh array. */
  public int[] blanks() {
    return blanks.clone();
  }

  /**
   * Returns the same pieces with other blanks.
   *
   * @param positions the positions of the new blanks, ascending
   * @throws IllegalArgumentException if the positions do not ascend, or one is outside
   */
  public TokenizedText withBlanksAt(List<Integer> positions) {
    return new TokenizedText(
        pieces, positions.stream().mapToInt(Integer::intValue).toArray(), beginnings);
  }
}
