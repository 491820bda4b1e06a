package dev.infill.evaluation.summary;

import java.util.Arrays;

/**
 * Where two curves first reach the highest mean U that both reach.
 *
 * @param level that U
 * @param first the place on the first curve, in points from 0, between two points a fraction
 * @param second the place on the second curve
 */
record EnergyCrossing(double level, double first, double second) {
  /**
   * Finds it. The place on a curve that starts above the level is its start.
   *
   * @param first U by point of one curve, all finite, at least one
   * @param second U by point of the other
   */
  static EnergyCrossing of(double[] first, double[] second) {
    double level = Math.min(highest(first), highest(second));
    return new EnergyCrossing(level, place(first, level), place(second, level));
  }

  /** Says whether both curves have that U; one that starts above it has not. */
  boolean isCommon(double[] firstEnergies, double[] secondEnergies) {
    return firstEnergies[0] <= level && secondEnergies[0] <= level;
  }

  /** Returns what a curve of other values has at a place, interpolated linearly. */
  static double at(double place, double[] values) {
    int before = (int) Math.floor(place);
    double part = place - before;
    return part == 0 ? values[before] : (1 - part) * values[before] + part * values[before + 1];
  }

  private static double highest(double[] energies) {
    return Arrays.stream(energies).max().orElseThrow();
  }

  private static double place(double[] energies, double level) {
    int point = 0;
    while (energies[point] < level) {
      point++;
    }
    return point == 0
        ? 0
        : point - (energies[point] - level) / (energies[point] - energies[point - 1]);
  }
}
