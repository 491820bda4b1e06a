package dev.infill.corpora;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** Lines whose words stand apart already. */
record TokenizedLines(
    boolean lowerCased,
    boolean withHeadings,
    Map<String, String> replacements,
    boolean splitSentences)
    implements SentenceCutter {
  private static final String UNKNOWN = "[UNK]";
  private static final String EQUALS = "=";
  private static final String QUOTE = "\"";

  static TokenizedLines ofTbc(boolean splitSentences) {
    return new TokenizedLines(true, false, Map.of("``", QUOTE, "''", QUOTE), splitSentences);
  }

  static TokenizedLines ofWikiText(boolean splitSentences) {
    // The last one makes what is clean already stay as it is.
    Map<String, String> unknown =
        Map.of("<unk>", UNKNOWN, "@@unknown@@", UNKNOWN, "[unk]", UNKNOWN);
    return new TokenizedLines(true, true, unknown, splitSentences);
  }

  static TokenizedLines asTheyStand(boolean splitSentences) {
    return new TokenizedLines(false, false, Map.of(), splitSentences);
  }

  /** Says whether a line's words are a heading of WikiText, such as {@code = = History = =}. */
  static boolean isHeading(List<String> words) {
    return words.size() >= 3
        && words.get(0).equals(EQUALS)
        && words.get(words.size() - 1).equals(EQUALS);
  }

  @Override
  public void accept(LineSource.Line line, Consumer<Sentence> found) {
    List<String> words =
        WhiteSpace.split(lowerCased ? line.text().toLowerCase(Locale.ROOT) : line.text());
    if (words.isEmpty() || (withHeadings && isHeading(words))) {
      return;
    }
    words.replaceAll(this::replaced);
    if (splitSentences) {
      split(words).forEach(sentence -> found.accept(new Sentence(sentence, line.number())));
    } else {
      found.accept(new Sentence(words, line.number()));
    }
  }

  /** No word that is replaced begins with a letter, so that most need not be looked up. */
  private String replaced(String word) {
    return Character.isLetter(word.charAt(0)) ? word : replacements.getOrDefault(word, word);
  }

  private static List<List<String>> split(List<String> words) {
    List<List<String>> sentences = new ArrayList<>();
    int start = 0;
    boolean quoteIsOpen = false;
    boolean ended = false;
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      boolean closes = closes(word) || (word.equals(QUOTE) && quoteIsOpen);
      if (ended && !closes && !ends(word)) {
        sentences.add(words.subList(start, i));
        start = i;
        ended = false;
      }
      ended |= ends(word);
      quoteIsOpen ^= word.equals(QUOTE);
    }
    sentences.add(words.subList(start, words.size()));
    return sentences;
  }

  private static boolean ends(String word) {
    return word.equals(".") || word.equals("!") || word.equals("?");
  }

  private static boolean closes(String word) {
    return word.equals("''") || word.equals(")") || word.equals("]");
  }
}
