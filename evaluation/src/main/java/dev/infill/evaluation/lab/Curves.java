package dev.infill.evaluation.lab;

import dev.infill.evaluation.chart.Axis;
import dev.infill.evaluation.chart.Marker;
import dev.infill.evaluation.chart.Panel;
import dev.infill.evaluation.chart.Series;
import dev.infill.evaluation.chart.Series.Mark;
import dev.infill.evaluation.statistics.Mean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.TreeSet;

/**
 * A figure of several samplers on its way, by steps and by seconds: rows of a table, two panels of
 * them, and what it is at the end. Not thread-safe.
 */
final class Curves {
  private static final int PER_DECADE = 8;
  private final LabRun run;
  private final LabTable table;
  private final List<Integer> recorded;
  private final String step;
  private final String figure;
  private final boolean hasErrors;

  /** A process in steps. */
  interface Course {
    /** Makes a step; nothing else is timed. */
    void step();

    /** Is called after every step. */
    default void look() {}

    /** Returns the figure as it is now. */
    Mean figure();
  }

  /**
   * Begins without any.
   *
   * @param run is told every step
   * @param recorded the steps at which the figure is taken, in order; every course ends at the last
   * @param table gets the rows; its columns are any, and then {@code sampler}, the step, {@code
   *     seconds}, the figure and, if that is known, its standard error
   */
  Curves(LabRun run, List<Integer> recorded, LabTable table) {
    this.run = run;
    this.recorded = recorded;
    this.table = table;
    List<String> columns = table.rows().columns();
    this.step = columns.get(columns.indexOf("seconds") - 1);
    this.figure = columns.get(columns.indexOf("seconds") + 1);
    this.hasErrors = columns.contains(figure + "_se");
  }

  /** Returns steps from 1 to the last one, evenly spread by their logarithms. */
  static List<Integer> checkpoints(int steps) {
    return checkpoints(steps, PER_DECADE);
  }

  /** Returns this many steps for every factor of ten: one, where figures are dear. */
  static List<Integer> checkpoints(int steps, int perDecade) {
    TreeSet<Integer> points = new TreeSet<>();
    for (int k = 0; ; k++) {
      long at = Math.round(Math.pow(10, (double) k / perDecade));
      if (at >= steps) {
        points.add(steps);
        return List.copyOf(points);
      }
      points.add((int) at);
    }
  }

  /**
   * Makes all steps of a course; returns its figure at the end.
   *
   * @param before what its rows begin with
   */
  Mean add(String sampler, Course course, Object... before) {
    return add(sampler, course, recorded, before);
  }

  /** Makes all steps, but takes the figure at the end alone; returns it. */
  Mean addEnd(String sampler, Course course, Object... before) {
    return add(sampler, course, recorded.subList(recorded.size() - 1, recorded.size()), before);
  }

  private Mean add(String sampler, Course course, List<Integer> points, Object... before) {
    long nanoseconds = 0;
    int made = 0;
    Mean now = new Mean(Double.NaN, Double.NaN);
    for (int point : points) {
      for (; made < point; made++) {
        run.next(sampler);
        long begin = System.nanoTime();
        course.step();
        nanoseconds += System.nanoTime() - begin;
        course.look();
      }
      now = course.figure();
      List<Object> row = new ArrayList<>(List.of(before));
      row.addAll(List.of(sampler, made, nanoseconds / 1e9, now.value()));
      if (hasErrors) {
        row.add(now.error());
      }
      table.add(row.toArray());
    }
    return now;
  }

  /**
   * A level that the figure is to be compared with.
   *
   * @param name what it is of
   * @param figure where it lies
   */
  record Level(String name, double figure) {}

  /**
   * Adds a panel by steps and one by seconds.
   *
   * @param title what they are of; may be empty
   * @param rows what is drawn, a line for each sampler
   * @param steps the axis of steps, labelled with their plural
   * @param seconds the axis of seconds
   * @param axis that of the figure
   * @param levels drawn across both panels
   */
  void draw(String title, Rows rows, Axis steps, Axis seconds, Axis axis, Level... levels) {
    String before = title.isEmpty() ? "By " : title + ", by ";
    run.panel(new Panel(before + steps.label(), steps, axis, series(rows, step, levels)));
    run.panel(new Panel(before + "seconds", seconds, axis, series(rows, "seconds", levels)));
  }

  private List<Series> series(Rows rows, String across, Level... levels) {
    List<Series> series = new ArrayList<>(rows.seriesBy("sampler", across, figure, Mark.LINE));
    DoubleSummaryStatistics range = Arrays.stream(rows.numbers(across)).summaryStatistics();
    for (Level level : levels) {
      series.add(
          new Series(
              level.name(),
              List.of(
                  new Series.Point(range.getMin(), level.figure()),
                  new Series.Point(range.getMax(), level.figure())),
              Mark.DASHED,
              Marker.circle("muted")));
    }
    return series;
  }
}
