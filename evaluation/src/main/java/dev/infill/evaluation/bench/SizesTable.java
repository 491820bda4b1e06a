package dev.infill.evaluation.bench;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What jobs of several sizes cost, as comma-separated values. */
public final class SizesTable {
  private static final String HEADING =
      "axis,value,chains,steps,blanks,pieces,seconds,passes_asked,passes_run\n";

  private SizesTable() {}

  /**
   * Returns the table with its heading, one job a line.
   *
   * @param points the jobs, in order
   */
  public static String of(List<SizesBenchmark.Point> points) {
    return HEADING + points.stream().map(SizesTable::line).collect(Collectors.joining());
  }

  private static String line(SizesBenchmark.Point point) {
    return String.format(
        Locale.ROOT,
        "%s,%d,%d,%d,%d,%d,%.4f,%d,%d\n",
        point.axis().name().toLowerCase(Locale.ROOT),
        point.value(),
        point.chains(),
        point.steps(),
        point.blanks(),
        point.pieces(),
        point.seconds(),
        point.passesAsked(),
        point.passesRun());
  }
}
