package dev.infill.evaluation.lab;

import dev.infill.evaluation.chart.Axis;
import dev.infill.evaluation.chart.Panel;
import dev.infill.evaluation.chart.Series;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * A figure of several samplers on its way, by steps and by seconds: as a table, as two panels, and
 * as it is at the end. Not thread-safe.
 */
final class LearningCurves {
  private final List<Integer> recorded;
  private final Progress progress;
  private final LabTable table;
  private final List<Series> bySteps = new ArrayList<>();
  private final List<Series> bySeconds = new ArrayList<>();
  private final Map<String, Object> ends = new LinkedHashMap<>();

  /** What goes on in steps. */
  interface Course {
    /** Makes a step; nothing else is timed. */
    void step();

    /** Is called after every step. */
    default void look() {}

    /** Returns the figure as it is now. */
    double figure();
  }

  /**
   * Begins without any.
   *
   * @param step what a step is called in the table
   * @param figure what the figure is called in the table
   * @param recorded the steps whose figures are taken, in order; all make as many as the last is
   * @param progress is notified of every step
   */
  LearningCurves(String step, String figure, List<Integer> recorded, Progress progress) {
    this.recorded = recorded;
    this.progress = progress;
    this.table = progress.table("sampler", step, "seconds", figure);
  }

  /** Makes all steps of one. */
  void add(String label, Course course) {
    List<Recorded> run = run(label, course, recorded);
    bySteps.add(series(label, run, Recorded::step));
    bySeconds.add(series(label, run, Recorded::seconds));
    ends.put(label, run.get(run.size() - 1).figure());
  }

  /** Makes all steps of one that is not drawn; returns its figure at the end. */
  double end(String label, Course course) {
    return run(label, course, recorded.subList(recorded.size() - 1, recorded.size()))
        .get(0)
        .figure();
  }

  /** A figure, and when it was taken. */
  private record Recorded(int step, double seconds, double figure) {}

  private List<Recorded> run(String label, Course course, List<Integer> checkpoints) {
    List<Recorded> run = new ArrayList<>();
    long nanoseconds = 0;
    int step = 0;
    for (int checkpoint : checkpoints) {
      for (; step < checkpoint; step++) {
        progress.next(label);
        long begin = System.nanoTime();
        course.step();
        nanoseconds += System.nanoTime() - begin;
        course.look();
      }
      Recorded now = new Recorded(step, nanoseconds / 1e9, course.figure());
      table.add(label, now.step(), now.seconds(), now.figure());
      run.add(now);
    }
    return run;
  }

  private static Series series(
      String label, List<Recorded> run, ToDoubleFunction<Recorded> across) {
    return new Series(
        label,
        run.stream()
            .map(each -> new Series.Point(across.applyAsDouble(each), each.figure()))
            .toList(),
        Series.Mark.LINE);
  }

  /** Returns the figures of all recorded steps. */
  LabTable table() {
    return table;
  }

  /** Returns the figures at the end, by sampler. */
  Map<String, Object> ends() {
    return ends;
  }

  /**
   * Returns the panel by steps and that by seconds.
   *
   * @param steps the axis of steps, labelled with their plural
   * @param seconds the axis of seconds
   * @param figure the axis of the figure
   */
  List<Panel> panels(Axis steps, Axis seconds, Axis figure) {
    return List.of(
        new Panel("By " + steps.label(), steps, figure, bySteps),
        new Panel("By seconds", seconds, figure, bySeconds));
  }

  /** Draws a level across the panel by steps, which a figure is to be compared with. */
  void level(String name, double figure) {
    bySteps.add(
        new Series(
            name,
            List.of(
                new Series.Point(1, figure),
                new Series.Point(recorded.get(recorded.size() - 1), figure)),
            Series.Mark.DASHED));
  }
}
