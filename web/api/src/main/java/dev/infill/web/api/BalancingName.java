package dev.infill.web.api;

import dev.infill.core.Excerpt;
import dev.infill.core.InvalidInputException;
import dev.infill.core.proposal.BalancingFunction;
import java.util.List;

/** Balancing functions by the names that users type. */
public final class BalancingName {
  private static final List<String> EXAMPLES = List.of("sqrt", "barker", "power:0.9");

  private BalancingName() {}

  /**
   * Returns the function of a name.
   *
   * @param name {@code sqrt}, {@code barker}, or {@code power:} and an exponent from 0.5 to 1
   * @throws InvalidInputException if there is none of that name; the message gives the nearest
   */
  public static BalancingFunction parse(String name) {
    try {
      return BalancingFunction.of(name);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(
          "balancing",
          name.startsWith("power:")
              ? "power: takes a number from 0.5 to 1, such as power:0.9; not '"
                  + Excerpt.of(name)
                  + "'"
              : new NearestNames(EXAMPLES).unknown("balancing function", name),
          e);
    }
  }
}
