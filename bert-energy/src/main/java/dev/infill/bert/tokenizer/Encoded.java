package dev.infill.bert.tokenizer;

import dev.infill.core.text.CharSpan;
import java.util.Arrays;
import java.util.List;

/** A text as a tokenizer cuts it. The arrays are its owner's, and nobody changes them. */
final class Encoded {
  private final String text;
  private final int[] ids;
  private final List<CharSpan> spans;
  private final long[] words;

  /**
   * Keeps what a tokenizer says.
   *
   * @param text the text
   * @param ids the pieces, those around the text included
   * @param spans where each stands in the text, in chars; empty of those around it
   * @param words which word of the text each belongs to by the tokenizer; −1 for those around it,
   *     and for tokens that are found before words are
   */
  Encoded(String text, int[] ids, List<CharSpan> spans, long[] words) {
    this.text = text;
    this.ids = ids;
    this.spans = spans;
    this.words = words;
  }

  int[] ids() {
    return ids;
  }

  List<CharSpan> spans() {
    return spans;
  }

  long[] words() {
    return words;
  }

  /** Says whether the piece at a position stands for a part of the text. */
  boolean isText(int position) {
    return spans.get(position).end() > spans.get(position).start();
  }

  /**
   * Returns the first piece, from a position on, that ends behind a char; −1 if there is none.
   *
   * @param at the char's place in the text
   */
  int pieceAt(int at, int from) {
    for (int position = from; position < ids.length; position++) {
      if (isText(position) && at < spans.get(position).end()) {
        return position;
      }
    }
    return -1;
  }

  /**
   * Returns the position of a piece that holds a part of the text, and nothing else but white space
   * before that and marks behind it; −1 if another piece or several stand there.
   *
   * @param id the piece
   * @param part the part of the text
   * @param from the position from which the piece is looked for
   */
  int positionOf(int id, CharSpan part, int from) {
    int position = pieceAt(part.start(), from);
    boolean isIt =
        position >= 0
            && ids[position] == id
            && spans.get(position).start() < part.end()
            && spans.get(position).end() >= part.end()
            && isBlank(text, spans.get(position).start(), part.start())
            && (position + 1 == ids.length
                || !isText(position + 1)
                || spans.get(position + 1).start() >= part.end());
    return isIt ? position : -1;
  }

  /**
   * Says whether pieces stand from a position on, and no others before a place in the text.
   *
   * @param pieces their ids
   * @param from the position
   * @param end the place in the text
   */
  boolean holds(int[] pieces, int from, int end) {
    int to = from;
    while (to < ids.length && isText(to) && spans.get(to).start() < end) {
      to++;
    }
    return Arrays.equals(pieces, 0, pieces.length, ids, from, to);
  }

  /** Says whether a part of a text is spaces alone, those that do not break included. */
  static boolean isBlank(String text, int from, int to) {
    return text.substring(Math.min(from, to), to)
        .codePoints()
        .allMatch(point -> Character.isWhitespace(point) || Character.isSpaceChar(point));
  }
}
