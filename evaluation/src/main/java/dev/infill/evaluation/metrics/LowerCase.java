package dev.infill.evaluation.metrics;

import java.util.List;
import java.util.Locale;

/**
 * Lower-cases sentences as the corpora of the experiment are: words become lower case, but the
 * model's token for an unknown word stays {@code [UNK]}, so that it equals that of the references.
 */
public final class LowerCase {
  private static final String UNKNOWN = "[UNK]";

  private LowerCase() {}

  /**
   * Returns the words in lower case.
   *
   * @param words a sentence
   */
  public static List<String> of(List<String> words) {
    return words.stream()
        .map(word -> word.equals(UNKNOWN) ? word : word.toLowerCase(Locale.ROOT))
        .toList();
  }
}
