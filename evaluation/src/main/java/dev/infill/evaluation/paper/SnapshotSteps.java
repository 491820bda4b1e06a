package dev.infill.evaluation.paper;

import java.util.Arrays;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The steps after which chains are looked at: close together at first, where they move fastest from
 * their start, and by a third farther apart each time.
 */
final class SnapshotSteps {
  private static final double RATIO = 4.0 / 3;

  private SnapshotSteps() {}

  /**
   * Returns the steps, ascending.
   *
   * @param made how many steps were made; the last to be looked at
   * @param wanted steps that must be among them
   */
  static SortedSet<Integer> of(int made, Integer... wanted) {
    SortedSet<Integer> steps = new TreeSet<>(Arrays.asList(wanted));
    steps.add(0);
    steps.add(made);
    for (double step = 1; step < made; step = Math.max(step + 1, step * RATIO)) {
      steps.add((int) step);
    }
    return steps;
  }
}
