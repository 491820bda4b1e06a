package dev.infill.evaluation.lab;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** How figures are printed for people. */
final class Words {
  private Words() {}

  /** Returns a number with so many significant digits. */
  static String figure(double number, int digits) {
    if (!Double.isFinite(number)) {
      return "-";
    }
    int magnitude = number == 0 ? 0 : (int) Math.floor(Math.log10(Math.abs(number)));
    return String.format(Locale.ROOT, "%." + Math.max(0, digits - 1 - magnitude) + "f", number);
  }

  /** Returns a share in percent. */
  static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f%%", 100 * share);
  }

  /** Returns names with their figures. */
  static String list(Map<String, ?> figures) {
    return figures.entrySet().stream()
        .map(entry -> entry.getKey() + " " + figure((Double) entry.getValue(), 3))
        .collect(Collectors.joining(", "));
  }
}
