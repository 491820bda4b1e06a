package dev.infill.web.protein;

import dev.infill.core.InvalidInputException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Residues that may stand at positions, or may not: {@code C} or {@code C,W} everywhere, {@code
 * 12-14=AVL} at these.
 *
 * @param positions where
 * @param residues their letters
 */
public record ResidueRule(Positions positions, String residues) {
  private static final Pattern FORM = Pattern.compile("(?:([^=]*)=)?([A-Za-z,\\s]*)");

  /**
   * Reads a rule.
   *
   * @param field the option that gives it
   * @param written as above
   * @throws InvalidInputException if it is written otherwise, or names what is no amino acid
   */
  public static ResidueRule parse(String field, String written) {
    Matcher matcher = FORM.matcher(written);
    String residues =
        matcher.matches() ? matcher.group(2).replaceAll("[,\\s]", "").toUpperCase(Locale.ROOT) : "";
    if (residues.isEmpty()
        || !residues.chars().allMatch(c -> ProteinSequence.isResidue((char) c))) {
      throw new InvalidInputException(
          field,
          "expected amino acids, such as C or C,W, or positions and theirs, such as 12-14=AVL; not '%s'"
              .formatted(written));
    }
    String positions = matcher.group(1);
    return new ResidueRule(
        positions == null ? Positions.all(field) : Positions.parse(field, positions), residues);
  }
}
