package dev.infill.evaluation.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The figures of one thing, turn by turn.
 *
 * @param name {@code step}, {@code dense}, {@code fast}, {@code default}, {@code fill} or {@code
 *     peer}
 * @param figures by their names, each of every turn; NaN where one is undefined
 * @param printed what another program printed in every turn, standard error as well; else empty
 */
public record Measurement(String name, Map<String, List<Double>> figures, List<String> printed) {
  Measurement(String name) {
    this(name, new LinkedHashMap<>(), new ArrayList<>());
  }

  /** Adds a figure of the next turn. */
  void add(String figure, double value) {
    figures.computeIfAbsent(figure, first -> new ArrayList<>()).add(value);
  }

  /** Adds the ratios of two figures, turn by turn; nothing where either is missing. */
  void addRatios(String ratio, List<Double> upper, List<Double> lower) {
    IntStream.range(0, Math.min(upper.size(), lower.size()))
        .forEach(turn -> add(ratio, upper.get(turn) / lower.get(turn)));
  }

  /**
   * Returns a figure of every turn; nothing if there is none of that name.
   *
   * @param figure its name
   */
  public List<Double> turns(String figure) {
    return figures.getOrDefault(figure, List.of());
  }
}
