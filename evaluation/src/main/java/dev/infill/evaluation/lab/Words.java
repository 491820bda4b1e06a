package dev.infill.evaluation.lab;

import dev.infill.evaluation.statistics.NamedMeans;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How figures are printed for people. */
final class Words {
  private Words() {}

  /** Returns a number with so many significant digits. */
  static String figure(double number, int digits) {
    if (!Double.isFinite(number)) {
      return "-";
    }
    return String.format(Locale.ROOT, "%." + decimals(number, digits) + "f", number);
  }

  /** Returns how many decimals a number has that is written with so many significant digits. */
  private static int decimals(double number, int digits) {
    BigDecimal rounded = new BigDecimal(number).round(new MathContext(digits));
    int magnitude = number == 0 ? 0 : rounded.precision() - rounded.scale() - 1;
    return Math.max(0, digits - 1 - magnitude);
  }

  /**
   * Returns a number with its standard error: both with so many digits that the error has two; of
   * an error of 0 three digits of the number.
   */
  static String estimate(double number, double error) {
    if (!Double.isFinite(number) || !Double.isFinite(error) || error == 0) {
      return figure(number, 3) + " ± " + figure(error, 1);
    }
    String format = "%." + decimals(error, 2) + "f";
    return String.format(Locale.ROOT, format + " ± " + format, number, error);
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

  /**
   * Returns the means that differ from seed to seed, each with its standard error; each group of
   * figures has a line.
   */
  static List<String> means(NamedMeans means, int seeds) {
    List<String> lines = new ArrayList<>();
    lines.add("means of %d seeds ± their standard errors".formatted(seeds));
    addGroups(lines, "", means.means(), means.errors());
    return lines;
  }

  private static void addGroups(
      List<String> lines, String before, Map<?, ?> means, Map<?, ?> errors) {
    errors.forEach(
        (key, error) -> {
          Object mean = means.get(key);
          String name = before + spaced(key.toString());
          if (mean instanceof Map<?, ?> inner && error instanceof Map<?, ?> ofInner) {
            if (ofInner.values().stream().anyMatch(Map.class::isInstance)) {
              addGroups(lines, name + ", ", inner, ofInner);
            } else {
              lines.add(
                  ofInner.entrySet().stream()
                      .map(
                          entry ->
                              spaced(entry.getKey().toString())
                                  + mean(inner.get(entry.getKey()), entry.getValue()))
                      .collect(Collectors.joining(", ", name + ": ", "")));
            }
          } else {
            lines.add(name + ":" + mean(mean, error));
          }
        });
  }

  /** Returns a name of JSON as words; a sampler's is as it is. */
  private static String spaced(String name) {
    return name.replaceAll("([a-z])([A-Z0-9])", "$1 $2").toLowerCase(Locale.ROOT);
  }

  private static String mean(@Nullable Object mean, @Nullable Object error) {
    return mean instanceof Double number && error instanceof Double ofMean
        ? " " + estimate(number, ofMean)
        : " -";
  }
}
