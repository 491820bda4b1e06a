package dev.infill.bert.tokenizer;

import dev.infill.core.InvalidInputException;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.Vocabulary;
import java.util.Optional;
import java.util.function.Function;

/**
 * Leaves out pieces that a tokenizer does not make of their letters where a blank is. Behind an
 * apostrophe, for instance, it has pieces of its own for words that begin like "'t".
 */
final class ReadableBlanks {
  private final Vocabulary vocabulary;
  private final boolean marksSpaces;
  private final Probes probes;
  private final ReadableWords words;

  /**
   * Asks nothing yet.
   *
   * @param marksSpaces whether pieces tell the spaces before them, not the words that they go on
   * @param probes pieces that the tokenizer makes of their letters, at least one word
   * @param encoder cuts a text into pieces
   */
  ReadableBlanks(boolean marksSpaces, Probes probes, Function<String, Encoded> encoder) {
    this.vocabulary = probes.vocabulary();
    this.marksSpaces = marksSpaces;
    this.probes = probes;
    words = new ReadableWords(vocabulary, encoder, probes.words());
  }

  /** Says whether the tokenizer makes a piece of its letters anywhere. */
  boolean isRead(int piece) {
    return words.isRead(piece);
  }

  /**
   * Returns the candidates that the tokenizer makes of their letters in a blank.
   *
   * @throws InvalidInputException for field {@code text} if there are none
   */
  TokenSet readable(BlankedText text, int blank, TokenSet candidates) {
    return text.isContinued(blank) && !marksSpaces
        ? beside(text, blank, withoutIdeographs(blank, candidates))
        : beside(text, blank, candidates);
  }

  /** Word pieces go on no ideograph, which is a word of its own. */
  private TokenSet withoutIdeographs(int blank, TokenSet candidates) {
    int[] left =
        candidates
            .ids()
            .filter(
                id -> {
                  String token = vocabulary.token(id);
                  return !Character.isIdeographic(token.codePointBefore(token.length()));
                })
            .toArray();
    if (left.length == 0) {
      throw unreadable(blank, "right before letters", "behind");
    }
    return left.length == candidates.size() ? candidates : TokenSet.of(left);
  }

  private TokenSet beside(BlankedText text, int blank, TokenSet candidates) {
    String behind = text.signsBehind(blank);
    if (!text.continuesWord(blank)) {
      return behind.isEmpty()
          ? candidates
          : words
              .beforeSigns(behind, candidates)
              .orElseThrow(
                  () -> unreadable(blank, "right before '%s'".formatted(behind), "behind"));
    }
    String near = probes.before(text, blank);
    String signs = near.substring(beginOfSigns(near));
    Optional<TokenSet> read =
        text.isBehindLetters(blank)
            ? words.behindLetters(lastWord(near), behind, candidates)
            : words.behindSigns(signs, behind, candidates);
    return read.orElseThrow(
        () ->
            unreadable(
                blank,
                signs.isBlank()
                    ? "at the beginning of a line"
                    : "right behind '%s'".formatted(signs.strip()),
                "before"));
  }

  private static InvalidInputException unreadable(int blank, String place, String side) {
    return new InvalidInputException(
        "text",
        "blank %d is %s, where the model has none of the words that it may hold as one piece: put a space %s it, or allow others"
            .formatted(blank + 1, place, side));
  }

  /** Returns the text behind the last space. */
  private static String lastWord(String near) {
    int from = near.length();
    while (from > 0 && !Encoded.isBlank(near, from - 1, from)) {
      from--;
    }
    return near.substring(from);
  }

  /** Returns where the signs at the end begin, with the letter or the space before them. */
  private static int beginOfSigns(String near) {
    int from = near.length();
    while (from > 0
        && !Character.isLetterOrDigit(near.charAt(from - 1))
        && !Character.isWhitespace(near.charAt(from - 1))) {
      from--;
    }
    return Math.max(0, from - 1);
  }
}
