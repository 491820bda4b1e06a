package dev.infill.bert.tokenizer;

import dev.infill.core.text.BlankedText;
import dev.infill.core.text.FilledText;
import dev.infill.core.text.Vocabulary;
import dev.infill.core.text.Vocabulary.TokenClass;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Pieces of letters that blanks are filled with while a text is read. A tokenizer makes each of
 * them of its letters.
 *
 * @param vocabulary the model's pieces
 * @param words pieces behind a space
 * @param continuations pieces behind a sign or a word
 */
record Probes(Vocabulary vocabulary, List<Integer> words, List<Integer> continuations) {
  private static final int MOST = 6;
  private static final int MOST_TRIED = 400;

  /** A tokenizer reads a blank alike, whatever is further away. */
  private static final int NEAR = 64;

  /** Latin letters, or others where a vocabulary has none. */
  private static final List<Pattern> LETTERS =
      List.of(
          Pattern.compile("[A-Za-z]{2,8}"),
          Pattern.compile("[\\p{L}&&[^\\p{IsIdeographic}]]{2,8}"));

  /**
   * Finds a few pieces.
   *
   * @param vocabulary the model's pieces
   * @param marksSpaces whether pieces tell the spaces before them, not the words that they go on
   * @param tokenizer the model's tokenizer
   */
  static Probes of(Vocabulary vocabulary, boolean marksSpaces, NativeTokenizer tokenizer) {
    return new Probes(
        vocabulary,
        probes(vocabulary, TokenClass.WORD, id -> isLast(vocabulary, tokenizer, id, " ")),
        // Word pieces continue letters and signs alone: blanks behind those try them all.
        probes(
            vocabulary,
            TokenClass.CONTINUATION,
            id -> !marksSpaces || isLast(vocabulary, tokenizer, id, "(")));
  }

  private static List<Integer> probes(
      Vocabulary vocabulary, TokenClass wanted, IntPredicate isMade) {
    return LETTERS.stream()
        .map(letters -> probes(vocabulary, letters, wanted, isMade))
        .filter(found -> !found.isEmpty())
        .findFirst()
        .orElse(List.of());
  }

  private static List<Integer> probes(
      Vocabulary vocabulary, Pattern letters, TokenClass wanted, IntPredicate isMade) {
    return IntStream.range(0, vocabulary.size())
        .filter(id -> vocabulary.classOf(id) == wanted)
        .filter(id -> letters.matcher(vocabulary.letters(id)).matches())
        .limit(MOST_TRIED)
        .filter(isMade)
        .limit(MOST)
        .boxed()
        .toList();
  }

  private static boolean isLast(
      Vocabulary vocabulary, NativeTokenizer tokenizer, int id, String before) {
    int[] pieces = tokenizer.encode(before + vocabulary.letters(id)).ids();
    return pieces.length > 2 && pieces[pieces.length - 2] == id;
  }

  /** Returns the text right before a blank, with words in the blanks there. */
  String before(BlankedText text, int blank) {
    String probe = vocabulary.token(words.get(0));
    FilledText filled =
        text.fill(
            IntStream.range(0, text.blanks().size())
                .mapToObj(each -> each == blank ? BlankedText.MASK : probe)
                .toList());
    int end = filled.fills().get(blank).start();
    int from = Math.max(0, end - NEAR);
    boolean splitsPair = from > 0 && Character.isLowSurrogate(filled.text().charAt(from));
    return filled.text().substring(splitsPair ? from - 1 : from, end);
  }
}
