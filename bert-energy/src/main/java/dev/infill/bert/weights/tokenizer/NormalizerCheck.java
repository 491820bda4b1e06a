package dev.infill.bert.weights.tokenizer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.infill.bert.weights.format.MalformedFileException;
import java.util.List;
import java.util.Set;

/**
 * Checks how a {@code tokenizer.json} changes a text before it is cut: by steps that are known,
 * which do not make it much longer.
 */
final class NormalizerCheck {
  static final String PART = "normalizer";

  private static final String SUPPORTED =
      "BertNormalizer, ByteLevel, Lowercase, NFC, NFD, NFKC, NFKD, Nmt, Precompiled, Prepend,"
          + " Replace, Sequence, Strip and StripAccents";

  /** Those that published models have; each takes time in proportion to the text. */
  private static final Set<String> EXPRESSIONS =
      Set.of(
          " {2,}",
          " +",
          "\\s+",
          "\\s{2,}",
          "\\s{2,}|[\\n\\r\\t]",
          "[\\n\\r\\t]",
          "[\\r\\n\\t]",
          "[ \\t\\r\\n]+",
          "\\n",
          "\\r",
          "\\t");

  private static final int MOST_TEXT = 100;

  /** SentencePiece's are up to 320,000. */
  private static final int MOST_MAP = 1 << 20;

  /** How many characters one can become: U+FDFA is 18 in NFKC, and U+0130 two in lower case. */
  private static final double COMPATIBILITY = 18;

  private static final double CANONICAL = 4;
  private static final double LOWER_CASE = 2;
  private static final double BYTES = 4;

  /** ALBERT's, the largest of published models, could become 648: 18 · 2 · 18. */
  private static final double MOST_GROWTH = 1000;

  private NormalizerCheck() {}

  /**
   * Checks one.
   *
   * @param tree what the file has as its normalizer
   * @return its steps
   */
  static List<TokenizerStep> check(JsonNode tree) throws MalformedFileException {
    List<TokenizerStep> steps = TokenizerStep.all(PART, tree, "normalizers");
    double growth = 1;
    for (TokenizerStep step : steps) {
      growth *= growth(step);
    }
    if (growth > MOST_GROWTH) {
      throw new MalformedFileException(
          "holds a normalizer that can make a text %.0f times as long; up to %.0f is supported"
              .formatted(growth, MOST_GROWTH));
    }
    return steps;
  }

  /** Checks a step and returns how many characters can stand for one behind it. */
  private static double growth(TokenizerStep step) throws MalformedFileException {
    switch (step.type()) {
      case "BertNormalizer" -> {
        step.allow("clean_text", "handle_chinese_chars", "strip_accents", "lowercase");
        step.requireFlags("clean_text", "handle_chinese_chars", "lowercase");
        if (!step.member("strip_accents").isNull()) {
          step.requireFlags("strip_accents");
        }
        return CANONICAL;
      }
      case "NFC", "NFD" -> {
        step.allow();
        return CANONICAL;
      }
      case "NFKC", "NFKD" -> {
        step.allow();
        return COMPATIBILITY;
      }
      case "Lowercase" -> {
        step.allow();
        return LOWER_CASE;
      }
      case "ByteLevel" -> {
        step.allow();
        return BYTES;
      }
      case "Nmt", "StripAccents" -> {
        step.allow();
        return 1;
      }
      case "Strip" -> {
        step.allowFlags("strip_left", "strip_right");
        return 1;
      }
      case "Prepend" -> {
        step.allow("prepend");
        step.text("prepend", 1);
        return 1;
      }
      case "Precompiled" -> {
        step.allow("precompiled_charsmap");
        String map = step.text("precompiled_charsmap", MOST_MAP);
        return Math.max(1, PrecompiledCharacters.longestReplacement(map));
      }
      case "Replace" -> {
        step.allow("pattern", "content");
        int from = shortestMatch(step);
        return Math.max(1, (double) step.text("content", MOST_TEXT).length() / from);
      }
      default -> throw step.unknown(SUPPORTED);
    }
  }

  private static int shortestMatch(TokenizerStep step) throws MalformedFileException {
    JsonNode pattern = step.member("pattern");
    String text = pattern.path("String").asText();
    if (pattern.size() == 1 && !text.isEmpty() && text.length() <= MOST_TEXT) {
      return text.length();
    }
    if (pattern.size() == 1 && EXPRESSIONS.contains(pattern.path("Regex").asText())) {
      return 1;
    }
    throw step.wrong("pattern", "a text (String) or a Regex of white space that models publish");
  }
}
