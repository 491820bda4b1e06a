package dev.infill.web.service;

import dev.infill.core.InvalidInputException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a service accepts at most, so that its time and memory are bounded. Immutable. */
public final class ServiceLimits {
  private final Map<ServiceLimit, Integer> changed;

  private ServiceLimits(Map<ServiceLimit, Integer> changed) {
    this.changed = changed;
  }

  /** Returns limits for a machine of a few cores ({@link ServiceLimit#fallback}). */
  public static ServiceLimits defaults() {
    return new ServiceLimits(new EnumMap<>(ServiceLimit.class));
  }

  /**
   * Returns these limits with another value of one.
   *
   * @param limit the one
   * @param most its value
   * @throws InvalidInputException if it is out of its range; the field is the option's name, where
   *     it has one
   */
  public ServiceLimits with(ServiceLimit limit, int most) {
    Map<ServiceLimit, Integer> others = new EnumMap<>(ServiceLimit.class);
    others.putAll(changed);
    others.put(limit, limit.range().require(limit.option().orElse(limit.jsonName()), most));
    return new ServiceLimits(others);
  }

  /**
   * Returns the value of a limit.
   *
   * @param limit the limit
   */
  public int most(ServiceLimit limit) {
    return changed.getOrDefault(limit, fallback(limit));
  }

  private int fallback(ServiceLimit limit) {
    return limit == ServiceLimit.JOBS_PER_CLIENT
        ? Math.max(1, (most(ServiceLimit.JOBS) + most(ServiceLimit.QUEUE)) / 4)
        : limit.fallback();
  }

  /** Returns all values by their names in JSON. */
  public Map<String, Integer> byName() {
    Map<String, Integer> values = new LinkedHashMap<>();
    Arrays.stream(ServiceLimit.values())
        .forEach(limit -> values.put(limit.jsonName(), most(limit)));
    return values;
  }

  /** Returns what each limits, by its name in JSON. */
  static Map<String, String> sentences() {
    Map<String, String> sentences = new LinkedHashMap<>();
    Arrays.stream(ServiceLimit.values())
        .forEach(limit -> sentences.put(limit.jsonName(), limit.sentence()));
    return sentences;
  }

  @Override
  public String toString() {
    return byName().toString();
  }
}
