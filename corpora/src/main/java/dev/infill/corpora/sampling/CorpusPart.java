package dev.infill.corpora.sampling;

import dev.infill.core.InvalidInputException;
import java.util.regex.Pattern;

/**
 * A part that a corpus is split into.
 *
 * @param name its name, fit for a file: letters, digits, {@code _}, {@code -} and, within, points
 * @param share how likely a line is to go there, above 0 and at most 1
 */
public record CorpusPart(String name, double share) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}");

  /**
   * Checks the values.
   *
   * @throws InvalidInputException for field {@code parts} if they are not as said
   */
  public CorpusPart {
    if (!NAME.matcher(name).matches()) {
      throw new InvalidInputException(
          "parts",
          "'%s' cannot be the name of a part; names have letters, digits, _, - and points"
              .formatted(name));
    }
    if (!(share > 0 && share <= 1)) {
      throw new InvalidInputException(
          "parts", "the share of %s must be above 0 and at most 1, not %s".formatted(name, share));
    }
  }
}
