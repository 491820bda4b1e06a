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

  private static final String CHARACTER = "Unexpected character \\('(.)' \\(code [^)]*\\)\\)";

  /** What each message of Jackson says, in the order in which they are tried. */
  private static final Map<Pattern, String> WORDS = new LinkedHashMap<>();

  static {
    say("Trailing token.*", "something follows its end");
    say(
        "Unexpected end-of-input.*\\(start marker at .*line: (\\d+), column: (\\d+).*",
        "it ends before the bracket of line $1, column $2 is closed");
    say("Unexpected end-of-input.*", "it ends in the middle");
    say("Duplicate field '(.{60}).+'", "the member '$1…' is there twice");
    say("Duplicate field '(.*)'", "the member '$1' is there twice");
    say("(?:Unrecognized|Non-standard) token '([^']*)'.*", "unrecognized token '$1'");
    say("Unexpected character \\('(['`])'.*", "a string stands in double quotes, not in $1");
    say(
        "Unexpected character \\('/'.*comment.*",
        "JSON has no comments, and one seems to begin here");
    say(CHARACTER + " in numeric value: .*plus sign.*", "a number has no plus sign");
    say(CHARACTER + " in numeric value.*", "a number cannot go on with $1");
    say(CHARACTER + ": was expecting (?:a )?(colon|comma).*", "a $2 is missing before $1");
    say(
        CHARACTER + ": was expecting double-quote.*",
        "a name in double quotes is due where $1 stands");
    say(
        CHARACTER + ": expected a hex-digit.*",
        "four digits or letters A to F are due behind \\\\u");
    say(CHARACTER + ".*", "a value is due where $1 stands");
    say(
        "Illegal unquoted character \\(\\(CTRL-CHAR, code (\\d+).*",
        "control character $1 in a string; write it as an escape, such as \\\\n or \\\\t");
    say(
        "(?:Illegal|Unexpected) character \\(\\(CTRL-CHAR, code (\\d+).*",
        "control character $1 stands here");
    say("Unrecognized character escape '(.)'.*", "there is no escape \\\\$1");
    say("Unrecognized character escape.*", "\\\\ stands before a character that has no escape");
    say("Unexpected close marker '(.)': expected '(.)'.*", "$1 stands where $2 is due");
    say("Unexpected close marker '(.)'.*", "$1 closes nothing");
    say("Invalid numeric value: Leading zeroes.*", "a number cannot begin with 0 and a digit");
    say("Numeric value \\(([^)]*)\\) out of range of.*", "the number $1 is too large");
    say("Document nesting depth.*allowed \\((\\d+).*", "it is nested more than $1 deep");
    say("Token count.*allowed \\((\\d+).*", "more than $1 values");
    say(
        "(Number value|String value|Name) length.*allowed \\((\\d+).*",
        "$1 of more than $2 characters");
    say(".*surrogate.*", "half of a surrogate pair is no character");
    say("Invalid UTF-8 .*", "it is not in UTF-8");
    say("Cannot deserialize value of type `[^`]*` from (\\w+).*", "$1 is not what is due here");
  }

  private JsonReason() {}

  private static void say(String message, String words) {
    WORDS.put(Pattern.compile(message, Pattern.DOTALL), words);
  }

  /**
   * Returns the reason in one line.
   *
   * @param message a message of Jackson
   */
  public static String of(String message) {
    return WORDS.entrySet().stream()
        .filter(each -> each.getKey().matcher(message).matches())
        .findFirst()
        .map(each -> each.getKey().matcher(message).replaceFirst(each.getValue()))
        .orElse("it is malformed")
        .replaceAll("[\\p{Cc}\\p{Zl}\\p{Zp}]", "?");
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
