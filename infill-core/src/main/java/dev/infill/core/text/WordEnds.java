package dev.infill.core.text;

import dev.infill.core.text.Vocabulary.TokenClass;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Reads letters right behind a blank ({@code [MASK]ing}) as the rest of the word that the blank
 * begins. A tokenizer that finds its mask first takes them for a word of their own. They stay so if
 * the vocabulary has no continuations that spell them.
 */
public final class WordEnds {
  private final Vocabulary vocabulary;
  private final TokenizedText read;
  private final List<Integer> pieces = new ArrayList<>();
  private final BitSet beginnings = new BitSet();

  private WordEnds(Vocabulary vocabulary, TokenizedText read) {
    this.vocabulary = vocabulary;
    this.read = read;
  }

  /**
   * Joins the ends of words to their blanks.
   *
   * @param vocabulary the model's pieces
   * @param text the text
   * @param read the same as a tokenizer gives it
   */
  public static TokenizedText joined(Vocabulary vocabulary, BlankedText text, TokenizedText read) {
    return IntStream.range(0, read.blankCount()).anyMatch(text::isContinued)
        ? new WordEnds(vocabulary, read).joined(text)
        : read;
  }

  private TokenizedText joined(BlankedText text) {
    int[] blanks = read.blanks();
    int from = 0;
    for (int blank = 0; blank < blanks.length; blank++) {
      int rest = blanks[blank] + 1;
      copy(from, rest);
      blanks[blank] = pieces.size() - 1;
      from = rest;
      if (text.isContinued(blank) && vocabulary.classOf(read.piece(rest)) == TokenClass.WORD) {
        int end = endOfWord(rest);
        List<Integer> joined = vocabulary.continuations(letters(rest, end));
        pieces.addAll(joined);
        from = joined.isEmpty() ? rest : end;
      }
    }
    copy(from, read.length());
    return new TokenizedText(
        pieces.stream().mapToInt(Integer::intValue).toArray(), blanks, beginnings);
  }

  private void copy(int from, int to) {
    for (int position = from; position < to; position++) {
      beginnings.set(pieces.size(), read.beginsWord(position));
      pieces.add(read.piece(position));
    }
  }

  private int endOfWord(int start) {
    int end = start + 1;
    while (vocabulary.classOf(read.piece(end)) == TokenClass.CONTINUATION) {
      end++;
    }
    return end;
  }

  private String letters(int from, int to) {
    StringBuilder letters = new StringBuilder();
    for (int position = from; position < to; position++) {
      letters.append(vocabulary.letters(read.piece(position)));
    }
    return letters.toString();
  }
}
