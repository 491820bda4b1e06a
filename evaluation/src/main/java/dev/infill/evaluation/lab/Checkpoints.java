package dev.infill.evaluation.lab;

import java.util.List;
import java.util.TreeSet;

/** Steps at which figures are taken: some for every tenfold. */
final class Checkpoints {
  private static final int PER_DECADE = 8;

  /** Of figures that are dear. */
  static final int FEW = 1;

  private Checkpoints() {}

  /** Returns steps from 1 to the last one, evenly spread by their logarithms. */
  static List<Integer> upTo(int steps) {
    return upTo(steps, PER_DECADE);
  }

  /** Returns so many for every tenfold. */
  static List<Integer> upTo(int steps, int perDecade) {
    TreeSet<Integer> points = new TreeSet<>();
    for (int k = 0; ; k++) {
      long step = Math.round(Math.pow(10, (double) k / perDecade));
      if (step >= steps) {
        points.add(steps);
        return List.copyOf(points);
      }
      points.add((int) step);
    }
  }
}
