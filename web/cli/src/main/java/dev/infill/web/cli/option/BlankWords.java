package dev.infill.web.cli.option;

import dev.infill.core.InvalidInputException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Words for one blank, as {@code --allow 2=red,green} gives them.
 *
 * @param blank which blank, counted from 1
 * @param words at least one word
 */
record BlankWords(int blank, List<String> words) {
  private static final Pattern FORM = Pattern.compile("\\s*([1-9][0-9]{0,5})\\s*=(.*)");

  BlankWords {
    words = List.copyOf(words);
  }

  static BlankWords parse(String option, String value) {
    Matcher matcher = FORM.matcher(value);
    List<String> words = matcher.matches() ? CommaList.parse(matcher.group(2)) : List.of();
    if (words.isEmpty() || words.contains("")) {
      throw new InvalidInputException(
          option,
          "expected a blank, counted from 1, and its words, such as 1=red,green; not '"
              + value
              + "'");
    }
    return new BlankWords(Integer.parseInt(matcher.group(1)), words);
  }
}
