package dev.infill.bert.weights.tokenizer;

import static java.util.Map.entry;

import com.fasterxml.jackson.databind.JsonNode;
import dev.infill.bert.weights.format.MalformedFileException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The steps by which a {@code tokenizer.json} cuts a text into words. */
final class PreTokenizers {
  /** Those that published models have; each takes time in proportion to the text. */
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

  private static final Member PATTERN =
      Normalizers.pattern(EXPRESSIONS, "a text (String) or a Regex that models publish");

  private static final Member BEHAVIOR =
      Member.choice(
          "behavior", "Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous");

  /** The members of a step of bytes, before a text is cut and behind it. */
  static final List<Member> BYTE_LEVEL =
      List.of(
          Member.flag("add_prefix_space"), Member.flag("trim_offsets"), Member.flag("use_regex"));

  private static final Kinds KINDS =
      new Kinds(
          "pre_tokenizer",
          Map.ofEntries(
              entry("BertPreTokenizer", List.of()),
              entry("ByteLevel", BYTE_LEVEL),
              entry("Digits", List.of(Member.flag("individual_digits"))),
              entry(
                  "Metaspace",
                  List.of(
                      Member.choice("replacement", PieceMarking.SPACE).optional(),
                      Member.choice("str_rep", PieceMarking.SPACE).optional(),
                      Member.choice("prepend_scheme", "always", "first", "never").optional(),
                      Member.flag("add_prefix_space"),
                      Member.flag("split"))),
              entry("Punctuation", List.of(BEHAVIOR.optional())),
              entry("Split", List.of(PATTERN, BEHAVIOR, Member.flag("invert"))),
              entry("Whitespace", List.of()),
              entry("WhitespaceSplit", List.of())));

  private PreTokenizers() {}

  /**
   * Checks the steps.
   *
   * @param tree the member of the file
   * @return the steps
   */
  static List<Kinds.Step> check(JsonNode tree) throws MalformedFileException {
    return KINDS.steps(tree, "pretokenizers");
  }
}
