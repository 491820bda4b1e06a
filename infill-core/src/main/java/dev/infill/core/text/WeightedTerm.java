package dev.infill.core.text;

/**
 * A term λ V that is added to the energy of fillings.
 *
 * @param name its name in reports, such as {@code keyword rain}; not blank
 * @param weight λ, any finite number; below 0 it makes fillings with a high V rare
 * @param term V
 */
public record WeightedTerm(String name, double weight, TextTerm term) {
  /**
   * Checks the name and the weight.
   *
   * @throws IllegalArgumentException if the name is blank or the weight is not finite
   */
  public WeightedTerm {
    if (name.isBlank()) {
      throw new IllegalArgumentException("a term has a name");
    }
    if (!Double.isFinite(weight)) {
      throw new IllegalArgumentException(
          "the weight of the term '%s' must be a finite number, not %s".formatted(name, weight));
    }
  }
}
