package dev.infill.web.cli.option;

import dev.infill.core.InvalidInputException;
import dev.infill.core.task.BlankConstraint;
import dev.infill.web.api.SettingsJson;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Words for one blank, as {@code --allow 2=red,green} gives them.
 *
 * @param blank which blank, counted from 1, or every one: {@code all=red,green}
 * @param words at least one word
 */
record BlankWords(int blank, List<String> words) {
  private static final Pattern FORM =
      Pattern.compile("\\s*(" + SettingsJson.EVERY_BLANK + "|[1-9][0-9]{0,5})\\s*=(.*)");

  BlankWords {
    words = List.copyOf(words);
  }

  static BlankWords parse(String option, String value) {
    Matcher matcher = FORM.matcher(value);
    List<String> words = matcher.matches() ? CommaList.parse(matcher.group(2)) : List.of();
    if (words.isEmpty() || words.contains("")) {
      throw new InvalidInputException(
          option,
          "expected a blank, counted from 1, or all, and its words, such as 1=red,green; not '"
              + value
              + "'");
    }
    String blank = matcher.group(1);
    return new BlankWords(
        blank.equals(SettingsJson.EVERY_BLANK)
            ? BlankConstraint.EVERY_BLANK
            : Integer.parseInt(blank),
        words);
  }
}
