package dev.infill.evaluation.statistics;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The means of figures that several runs give the same names, and their standard errors. Immutable.
 *
 * @param means by name; for a map of figures a map of their means. A value that is equal in all
 *     runs stays as it is, a number that one run lacks is null, and other values that differ are a
 *     list
 * @param errors the standard errors of the means that differ, by the same names; null where the
 *     mean is null
 */
public record NamedMeans(Map<String, Object> means, Map<String, Object> errors) {
  /** Copies the maps. */
  public NamedMeans {
    means = Collections.unmodifiableMap(new LinkedHashMap<>(means));
    errors = Collections.unmodifiableMap(new LinkedHashMap<>(errors));
  }

  /**
   * Returns the means of runs.
   *
   * @param runs their figures by name, at least two; names that the first has not are left out
   */
  public static NamedMeans of(List<? extends Map<?, ?>> runs) {
    Map<String, Object> means = new LinkedHashMap<>();
    Map<String, Object> errors = new LinkedHashMap<>();
    runs.get(0)
        .keySet()
        .forEach(
            name -> {
              Averaged mean =
                  Averaged.of(runs.stream().<@Nullable Object>map(run -> run.get(name)).toList());
              means.put(name.toString(), mean.mean());
              if (mean.hasError()) {
                errors.put(name.toString(), mean.error());
              }
            });
    return new NamedMeans(means, errors);
  }

  private record Averaged(@Nullable Object mean, boolean hasError, @Nullable Object error) {
    static Averaged of(List<@Nullable Object> values) {
      if (values.stream().allMatch(value -> Objects.equals(value, values.get(0)))) {
        return withoutError(values.get(0));
      }
      if (values.stream().allMatch(Number.class::isInstance)) {
        double[] numbers =
            values.stream().mapToDouble(value -> ((Number) value).doubleValue()).toArray();
        Mean mean = Mean.of(numbers);
        return new Averaged(mean.value(), true, mean.error());
      }
      if (values.stream().allMatch(value -> value == null || value instanceof Number)) {
        return new Averaged(null, true, null);
      }
      if (values.stream().allMatch(Map.class::isInstance)) {
        NamedMeans parts = NamedMeans.of(values.stream().<Map<?, ?>>map(Map.class::cast).toList());
        return new Averaged(parts.means(), !parts.errors().isEmpty(), parts.errors());
      }
      return withoutError(new ArrayList<>(values));
    }

    private static Averaged withoutError(@Nullable Object mean) {
      return new Averaged(mean, false, null);
    }
  }
}
