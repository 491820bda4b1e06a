package dev.infill.web.cli;

import dev.infill.core.InvalidInputException;
import dev.infill.core.kernel.BalancingFunction;
import dev.infill.web.NearestNames;
import java.util.List;

/** The option {@code --balancing}, which means the same for every command. */
final class BalancingOption {
  static final String DESCRIPTION =
      "Balancing function g(t) of proposals: sqrt (the paper's), barker (t/(1+t)) or power:B (t^B,"
          + " B from 0.5 to 1).";

  private BalancingOption() {}

  static BalancingFunction parse(String value) {
    try {
      return BalancingFunction.of(value);
    } catch (IllegalArgumentException e) {
      NearestNames names = new NearestNames(List.of("sqrt", "barker", "power:0.9"));
      throw new InvalidInputException(
          "balancing",
          value.startsWith("power:")
              ? "power: takes a number from 0.5 to 1, such as power:0.9; not '" + value + "'"
              : names.unknown("balancing function", value),
          e);
    }
  }
}
