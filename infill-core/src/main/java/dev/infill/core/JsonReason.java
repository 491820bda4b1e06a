package dev.infill.core;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Words for the failure to read JSON. Jackson's own messages name its switches and classes, which
 * no user can set.
 */
public final class JsonReason {
  /** The reason of a line of JSON lines that ends in the middle of an object. */
  public static final String GOES_ON =
      "its JSON goes on behind the end of the line, as where each object is written over several"
          + " lines; JSON lines have one object a line (jq -c . FILE puts each on one)";

  private static final String TRAILING = "Trailing token";
  private static final Map<Pattern, String> REPLACEMENTS = new LinkedHashMap<>();

  static {
    replace(":? enable `[^`]*`( to allow)?", "");
    replace(" ?\\(bound as `[^`]*`\\)", "");
    replace(": not allowed as per `[^`]*`", "");
    replace(", from `[^`]*`", "");
    replace(
        " ?\\((start marker )?at \\[[^\\]]*line: (\\d+), column: (\\d+)\\]\\)",
        " (it began at line $2, column $3)");
    replace(" ?\\(start marker at \\[[^\\]]*\\]\\)", "");
    replace(" ?\\[Source: [^\\]]*\\]", "");
    replace(" ?\\(not recognized as one since Feature '[^']*' not enabled for parser\\)", "");
    replace(
        "Token count \\(\\d+\\) exceeds the maximum allowed \\((\\d+)\\)", "more than $1 values");
    replace("\\(CTRL-CHAR, code (\\d+)\\)", "control character $1");
    replace(
        "Cannot deserialize value of type `[^`]*` from (\\w+)[^`]*\\(token `[^`]*`\\)",
        "$1 is not what is due here");
    // Names that a later version may add.
    replace(" ?`[^`]*(Feature|Constraints|Token|fasterxml|java\\.)[^`]*`", "");
    replace("'?(ALLOW|FAIL|USE|STRICT)_[A-Z_]+'?", "");
  }

  private JsonReason() {}

  private static void replace(String pattern, String words) {
    REPLACEMENTS.put(Pattern.compile(pattern), words);
  }

  /**
   * Returns the reason in one line.
   *
   * @param message a message of Jackson
   */
  public static String of(String message) {
    String reason = message.lines().findFirst().orElse("");
    if (reason.startsWith(TRAILING)) {
      return "something follows its end";
    }
    for (Map.Entry<Pattern, String> one : REPLACEMENTS.entrySet()) {
      reason = one.getKey().matcher(reason).replaceAll(one.getValue());
    }
    return reason.strip();
  }

  /**
   * Says whether a line is the first one of JSON over several lines.
   *
   * @param line a line
   */
  public static boolean isBeginOfMany(String line) {
    String begin = line.strip();
    return begin.equals("{") || begin.equals("[");
  }
}
