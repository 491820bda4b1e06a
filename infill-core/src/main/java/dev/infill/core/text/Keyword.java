package dev.infill.core.text;

import dev.infill.core.NumberRange;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** V is 1 if a text has a word, as a whole and in any case, else 0. */
final class Keyword implements TextTerm {
  private static final String PART_OF_WORD = "[\\p{L}\\p{M}\\p{N}_]";
  private static final Pattern PART = Pattern.compile(PART_OF_WORD);

  /** Does not look at the character before the word: a lookbehind takes five times as long. */
  private final Pattern pattern;

  Keyword(String word) {
    String trimmed = word.strip();
    if (trimmed.isEmpty()) {
      throw new IllegalArgumentException("a keyword is a word, not '" + word + "'");
    }
    pattern =
        Pattern.compile(
            "%s(?!%s)".formatted(Pattern.quote(trimmed), PART_OF_WORD),
            Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
  }

  @Override
  public List<Double> values(List<FilledText> texts) {
    return texts.stream().map(filled -> isIn(filled.text()) ? 1.0 : 0.0).toList();
  }

  @Override
  public Optional<NumberRange> range() {
    return Optional.of(new NumberRange(0, 1));
  }

  private boolean isIn(String text) {
    Matcher matcher = pattern.matcher(text);
    for (int from = 0; matcher.find(from); from = matcher.start() + 1) {
      if (matcher.start() == 0 || !isPartOfWord(text.codePointBefore(matcher.start()))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isPartOfWord(int codePoint) {
    return PART.matcher(Character.toString(codePoint)).matches();
  }
}
