package dev.infill.evaluation.paper;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * A point of a sampler's way at which it is looked at on all tasks.
 *
 * @param step steps made; where they differ by task, their mean
 * @param snapshots one per task, in order
 */
record StepPoint(double step, List<Snapshot> snapshots) {
  /** Copies the list. */
  StepPoint {
    snapshots = List.copyOf(snapshots);
  }

  /**
   * Returns the points of a sampler's curve, by ascending step: the steps that all its runs have a
   * snapshot of, and its comparisons, whose step may differ by task.
   *
   * @param runs one per task, in order
   * @param comparisons what was compared
   */
  static List<StepPoint> of(List<TaskRun> runs, List<ComparedAt> comparisons) {
    TreeSet<Integer> common = new TreeSet<>(steps(runs.get(0)));
    runs.forEach(run -> common.retainAll(steps(run)));
    List<StepPoint> points = new ArrayList<>();
    for (int step : common) {
      points.add(of(runs.stream().map(run -> at(run, step)).toList()));
    }
    for (ComparedAt comparison : comparisons) {
      StepPoint compared = at(runs, comparison);
      if (points.stream().noneMatch(point -> point.taskSteps().equals(compared.taskSteps()))) {
        points.add(compared);
      }
    }
    points.sort(Comparator.comparingDouble(StepPoint::step));
    return points;
  }

  /** Returns the point of a comparison. */
  static StepPoint at(List<TaskRun> runs, ComparedAt comparison) {
    return of(runs.stream().map(run -> run.at(comparison)).toList());
  }

  private List<Integer> taskSteps() {
    return snapshots.stream().map(Snapshot::step).toList();
  }

  private static StepPoint of(List<Snapshot> snapshots) {
    return new StepPoint(
        snapshots.stream().mapToInt(Snapshot::step).average().orElseThrow(), snapshots);
  }

  private static List<Integer> steps(TaskRun run) {
    return run.snapshots().stream().map(Snapshot::step).toList();
  }

  private static Snapshot at(TaskRun run, int step) {
    return run.snapshots().stream()
        .filter(snapshot -> snapshot.step() == step)
        .findFirst()
        .orElseThrow();
  }
}
