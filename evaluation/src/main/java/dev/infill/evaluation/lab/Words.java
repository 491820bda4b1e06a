package dev.infill.evaluation.lab;

import dev.infill.evaluation.statistics.NamedMeans;
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

  /** Returns the means that differ from seed to seed, each with its standard error. */
  static List<String> means(NamedMeans means, int seeds) {
    List<String> lines = new ArrayList<>();
    lines.add("means of %d seeds ± their standard errors".formatted(seeds));
    means
        .errors()
        .forEach(
            (name, error) ->
                lines.add(
                    name.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT)
                        + ":"
                        + mean(means.means().get(name), error)));
    return lines;
  }

  private static String mean(@Nullable Object mean, @Nullable Object error) {
    if (mean instanceof Map<?, ?> means && error instanceof Map<?, ?> errors) {
      return errors.entrySet().stream()
          .map(entry -> " " + entry.getKey() + mean(means.get(entry.getKey()), entry.getValue()))
          .collect(Collectors.joining(","));
    }
    return mean instanceof Double number && error instanceof Double ofMean
        ? " %s ± %s".formatted(figure(number, 3), figure(ofMean, 1))
        : " -";
  }
}
