package dev.infill.core.task;

import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.Vocabulary;
import dev.infill.core.text.Vocabulary.TokenClass;
import java.lang.Character.UnicodeScript;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Finds texts of another language than their model's by how its vocabulary takes them: words that
 * are unknown to it, letters of which it has no words, or words that it has to cut where those of
 * its own language are whole.
 */
final class ForeignText {
  /** Fewer words say too little. */
  private static final int FEWEST_WORDS = 4;

  /** German and French sentences have more; of English ones hardly one in a thousand has. */
  private static final double MOST_CUT = 0.35;

  /** Two rare names make no foreign text. */
  private static final int MOST_CUT_WORDS = 2;

  private static final double MOST_UNKNOWN = 0.25;

  /** Vocabularies of one language are smaller. */
  private static final int MANY_LANGUAGES = 60_000;

  /**
   * So many words of a script, or signs of one that writes words with one, are those of a model.
   */
  private static final int FEWEST_KNOWN = 150;

  private static final int FEWEST_KNOWN_SIGNS = 1_500;

  private ForeignText() {}

  /**
   * Returns what to say of a text, one sentence; empty for one that seems to be the model's.
   *
   * @param vocabulary the model's
   * @param text the text
   */
  static Optional<String> notice(Vocabulary vocabulary, TokenizedText text) {
    Words words = Words.of(vocabulary, text);
    if (words.all < FEWEST_WORDS) {
      return Optional.empty();
    }
    Optional<UnicodeScript> script = words.otherScript();
    String reason = "";
    if (words.unknown > MOST_UNKNOWN * words.all) {
      reason = "%d of its %d words are unknown to the model".formatted(words.unknown, words.all);
    } else if (script.isPresent() && !isKnown(vocabulary, script.get())) {
      reason = "the model has hardly a word in %s letters".formatted(name(script.get()));
    } else if (vocabulary.size() < MANY_LANGUAGES
        && words.cut > MOST_CUT_WORDS
        && words.cut > MOST_CUT * words.latin) {
      reason =
          "%d of its %d words are not whole words of the model".formatted(words.cut, words.latin);
    }
    return reason.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "The text may be of another language than the model: "
                + reason
                + ". Fillings are poor then, whatever their probability.");
  }

  private static String name(UnicodeScript script) {
    String name = script.name();
    return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** Says whether a vocabulary has words of a script, not its letters alone. */
  private static boolean isKnown(Vocabulary vocabulary, UnicodeScript script) {
    int[] lengths =
        IntStream.range(0, vocabulary.size())
            .filter(id -> vocabulary.classOf(id) != TokenClass.SPECIAL)
            .mapToObj(vocabulary::token)
            .filter(token -> script(token) == script)
            .mapToInt(token -> (int) token.codePoints().filter(Character::isLetter).count())
            .toArray();
    return Arrays.stream(lengths).filter(length -> length > 1).count() >= FEWEST_KNOWN
        || lengths.length >= FEWEST_KNOWN_SIGNS;
  }

  /** Returns the script of a token's first letter. */
  private static UnicodeScript script(String token) {
    return token
        .codePoints()
        .filter(Character::isLetter)
        .mapToObj(UnicodeScript::of)
        .findFirst()
        .orElse(UnicodeScript.COMMON);
  }

  /** What a text is made of. */
  private static final class Words {
    private final Map<UnicodeScript, Integer> scripts = new EnumMap<>(UnicodeScript.class);
    private int all;
    private int unknown;

    /** Words in Latin letters, and how many of them are cut into pieces. */
    private int latin;

    private int cut;

    static Words of(Vocabulary vocabulary, TokenizedText text) {
      Words words = new Words();
      boolean isWhole = false;
      for (int position = 1; position < text.length() - 1; position++) {
        int piece = text.piece(position);
        String token = vocabulary.token(piece);
        UnicodeScript script = script(token);
        if (vocabulary.unknown().isPresent() && vocabulary.unknown().getAsInt() == piece) {
          words.all++;
          words.unknown++;
          isWhole = false;
        } else if (vocabulary.classOf(piece) == TokenClass.CONTINUATION) {
          // To some tokenizers the comma right behind a word is a continuation of it.
          words.cut += isWhole && script != UnicodeScript.COMMON ? 1 : 0;
          isWhole = false;
        } else if (vocabulary.classOf(piece) == TokenClass.WORD && script != UnicodeScript.COMMON) {
          words.all++;
          words.scripts.merge(script, 1, Integer::sum);
          isWhole = script == UnicodeScript.LATIN;
          words.latin += isWhole ? 1 : 0;
        } else {
          isWhole = false;
        }
      }
      return words;
    }

    /**
     * Returns the script of most of the words, if it is not Latin, of which all models have some.
     */
    Optional<UnicodeScript> otherScript() {
      return scripts.entrySet().stream()
          .filter(entry -> entry.getKey() != UnicodeScript.LATIN && entry.getValue() * 2 > all)
          .map(Map.Entry::getKey)
          .findFirst();
    }
  }
}
