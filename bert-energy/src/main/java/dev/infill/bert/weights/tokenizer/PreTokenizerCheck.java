package dev.infill.bert.weights.tokenizer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.infill.bert.weights.format.MalformedFileException;
import java.util.List;
import java.util.Set;

/** Checks how a {@code tokenizer.json} cuts a text into words: by steps that are known. */
final class PreTokenizerCheck {
  static final String PART = "pre_tokenizer";

  private static final String SUPPORTED =
      "BertPreTokenizer, ByteLevel, Digits, Metaspace, Punctuation, Sequence, Split, Whitespace"
          + " and WhitespaceSplit";

  /**
   * Those that published models have; each takes time in proportion to the text. Others can take
   * more time than there is, and then end the process.
   */
  private static final Set<String> EXPRESSIONS =
      Set.of(
          "\\s",
          "\\s+",
          "\\d",
          "\\d+",
          "[0-9]",
          "[0-9]+",
          "\\p{N}",
          "\\p{N}+",
          "\\p{N}{1,3}",
          "\\w+|[^\\w\\s]+",
          // GPT-2's, and with it RoBERTa's.
          "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+",
          // CLIP's.
          "'s|'t|'re|'ve|'m|'ll|'d|[\\p{L}]+|[\\p{N}]|[^\\s\\p{L}\\p{N}]+",
          // That of tiktoken's cl100k_base, as Llama 3 and EuroBERT have it, and Qwen's.
          "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}"
              + "| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
          "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}"
              + "| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+");

  private static final Set<String> BEHAVIORS =
      Set.of("Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous");

  private static final int MOST_TEXT = 100;

  private PreTokenizerCheck() {}

  /**
   * Checks one.
   *
   * @param tree what the file has as its pre-tokenizer
   * @return its steps
   */
  static List<TokenizerStep> check(JsonNode tree) throws MalformedFileException {
    List<TokenizerStep> steps = TokenizerStep.all(PART, tree, "pretokenizers");
    for (TokenizerStep step : steps) {
      check(step);
    }
    return steps;
  }

  private static void check(TokenizerStep step) throws MalformedFileException {
    switch (step.type()) {
      case "BertPreTokenizer", "Whitespace", "WhitespaceSplit" -> step.allow();
      case "ByteLevel" -> step.allowFlags("add_prefix_space", "trim_offsets", "use_regex");
      case "Digits" -> step.allowFlags("individual_digits");
      case "Metaspace" -> {
        step.allow("replacement", "str_rep", "add_prefix_space", "prepend_scheme", "split");
        step.requireFlags("add_prefix_space", "split");
        for (String name : List.of("replacement", "str_rep")) {
          if (!step.member(name).isMissingNode()
              && !step.text(name, MOST_TEXT).equals(PieceMarking.SPACE)) {
            throw step.wrong(name, "'" + PieceMarking.SPACE + "'");
          }
        }
        JsonNode scheme = step.member("prepend_scheme");
        if (!scheme.isMissingNode()
            && !Set.of("always", "first", "never").contains(scheme.asText())) {
          throw step.wrong("prepend_scheme", "always, first or never");
        }
      }
      case "Punctuation" -> {
        step.allow("behavior");
        if (!step.member("behavior").isMissingNode()) {
          requireBehavior(step);
        }
      }
      case "Split" -> {
        step.allow("pattern", "behavior", "invert");
        step.requireFlags("invert");
        requireBehavior(step);
        requirePattern(step);
      }
      default -> throw step.unknown(SUPPORTED);
    }
  }

  private static void requireBehavior(TokenizerStep step) throws MalformedFileException {
    if (!BEHAVIORS.contains(step.text("behavior", MOST_TEXT))) {
      throw step.wrong("behavior", "one of those of Hugging Face's tokenizers");
    }
  }

  private static void requirePattern(TokenizerStep step) throws MalformedFileException {
    JsonNode pattern = step.member("pattern");
    String text = pattern.path("String").asText();
    boolean isText = !text.isEmpty() && text.length() <= MOST_TEXT;
    if (pattern.size() != 1 || !(isText || EXPRESSIONS.contains(pattern.path("Regex").asText()))) {
      throw step.wrong("pattern", "a text (String) or a Regex that models publish");
    }
  }
}
