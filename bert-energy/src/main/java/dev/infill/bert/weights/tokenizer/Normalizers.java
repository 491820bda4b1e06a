package dev.infill.bert.weights.tokenizer;

import static java.util.Map.entry;

import com.fasterxml.jackson.databind.JsonNode;
import dev.infill.bert.weights.format.Limits;
import dev.infill.bert.weights.format.MalformedFileException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The steps by which a {@code tokenizer.json} changes a text before it is cut. They may not make
 * the text much longer.
 */
final class Normalizers {
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

  private static final Member PATTERN =
      pattern(EXPRESSIONS, "a text (String) or a Regex of white space that models publish");

  private static final Kinds KINDS =
      new Kinds(
          "normalizer",
          Map.ofEntries(
              entry(
                  "BertNormalizer",
                  List.of(
                      Member.flag("clean_text"),
                      Member.flag("handle_chinese_chars"),
                      Member.flag("strip_accents").nullable(),
                      Member.flag("lowercase"))),
              entry("ByteLevel", List.of()),
              entry("Lowercase", List.of()),
              entry("NFC", List.of()),
              entry("NFD", List.of()),
              entry("NFKC", List.of()),
              entry("NFKD", List.of()),
              entry("Nmt", List.of()),
              entry(
                  "Precompiled",
                  List.of(Member.text("precompiled_charsmap", Limits.CHARACTER_MAP_CHARS))),
              entry("Prepend", List.of(Member.text("prepend", 1))),
              entry("Replace", List.of(PATTERN, Member.text("content", Limits.STEP_CHARS))),
              entry("Strip", List.of(Member.flag("strip_left"), Member.flag("strip_right"))),
              entry("StripAccents", List.of())));

  private Normalizers() {}

  /**
   * Returns a pattern to look for: a text, or one of some regular expressions. Others can take more
   * time than there is, and then end the process.
   */
  static Member pattern(Set<String> expressions, String expected) {
    return new Member(
        "pattern",
        value -> {
          String text = value.path("String").asText();
          boolean isText = !text.isEmpty() && text.length() <= Limits.STEP_CHARS;
          return value.size() == 1
              && (isText || expressions.contains(value.path("Regex").asText()));
        },
        expected);
  }

  /**
   * Checks the steps.
   *
   * @param tree the member of the file
   * @return the steps
   */
  static List<Kinds.Step> check(JsonNode tree) throws MalformedFileException {
    List<Kinds.Step> steps = KINDS.steps(tree, "normalizers");
    double growth = 1;
    for (Kinds.Step step : steps) {
      growth *= growth(step);
    }
    if (growth > Limits.NORMALIZED_CHARS) {
      throw new MalformedFileException(
          "holds a normalizer that can make a text %.0f times as long; up to %.0f is supported"
              .formatted(growth, Limits.NORMALIZED_CHARS));
    }
    return steps;
  }

  /** Says whether a step takes upper case away. */
  static boolean isLowerCase(Kinds.Step step) {
    return step.kind().equals("Lowercase") || step.member("lowercase").asBoolean();
  }

  /** Returns how many characters can stand for one behind a step. */
  private static double growth(Kinds.Step step) throws MalformedFileException {
    return switch (step.kind()) {
      // U+FDFA becomes 18.
      case "NFKC", "NFKD" -> 18;
      case "BertNormalizer", "ByteLevel", "NFC", "NFD" -> 4;
      // U+0130 becomes two.
      case "Lowercase" -> 2;
      case "Precompiled" ->
          Math.max(
              1,
              PrecompiledCharacters.longestReplacement(
                  step.member("precompiled_charsmap").asText()));
      case "Replace" -> {
        int shortestMatch = Math.max(1, step.member("pattern").path("String").asText().length());
        yield Math.max(1, (double) step.member("content").asText().length() / shortestMatch);
      }
      default -> 1;
    };
  }
}
