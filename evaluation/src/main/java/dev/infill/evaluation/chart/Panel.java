package dev.infill.evaluation.chart;

import dev.infill.evaluation.chart.Series.Mark;
import dev.infill.evaluation.chart.Series.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A figure with two axes. Where both show the same range, it is a square.
 *
 * @param title what it shows
 * @param across its horizontal axis
 * @param up its vertical axis
 * @param series what is drawn, at least one
 */
public record Panel(String title, Axis across, Axis up, List<Series> series) {
  private static final double RING = 8;

  /** Copies the list. */
  public Panel {
    series = List.copyOf(series);
    if (series.isEmpty()) {
      throw new IllegalArgumentException("nothing to draw");
    }
  }

  /**
   * Returns the mean of several runs. Series whose points go from left to right, and bars, are
   * averaged point by point, with standard errors; any other series is that of the first run.
   *
   * @param runs panels of the same experiment, at least one; if they have not equally many series,
   *     the first is returned
   */
  public static Panel mean(List<Panel> runs) {
    Panel first = runs.get(0);
    if (runs.stream().anyMatch(run -> run.series.size() != first.series.size())) {
      return first;
    }
    return new Panel(
        first.title,
        first.across,
        first.up,
        IntStream.range(0, first.series.size())
            .mapToObj(k -> Series.mean(runs.stream().map(run -> run.series.get(k)).toList()))
            .toList());
  }

  boolean isSquare() {
    return across.range().isPresent() && across.range().equals(up.range());
  }

  /** Returns the points of a series that the axes can show. */
  List<Point> shown(Series one) {
    return one.points().stream()
        .filter(point -> across.shows(point.x()) && up.shows(point.y()))
        .toList();
  }

  /** Returns the colour and shape of a series by its number. */
  Marker marker(int number) {
    Series one = series.get(number);
    Marker next = Marker.of(number);
    return one.marker().orElse(one.mark() == Mark.RINGS ? next.sized(RING) : next);
  }

  /** Returns the content of the legend; panels with equal content can share one legend. */
  List<Object> legend() {
    return IntStream.range(0, series.size())
        .<Object>mapToObj(
            k -> List.of(series.get(k).name(), series.get(k).mark(), marker(k), up.isNamed()))
        .toList();
  }

  /** Returns the tip of a point: its name and its figures. */
  String tip(Series one, Point point) {
    List<String> lines = new ArrayList<>();
    lines.add(
        !point.tip().isEmpty()
            ? point.tip()
            : up.isNamed()
                ? up.names().get((int) point.y())
                : one.name() + remark(one, point, ", %s"));
    if (!up.isNamed()) {
      lines.add(told(up.shortLabel(), point.y(), point.low(), point.high()));
    }
    lines.add(
        told(
            up.isNamed() ? one.name() : across.shortLabel(),
            point.x(),
            point.left(),
            point.right()));
    return String.join("\n", lines);
  }

  private static String told(String name, double figure, double low, double high) {
    String interval =
        Double.isFinite(high) ? " [%s, %s]".formatted(Svg.plain(low, 4), Svg.plain(high, 4)) : "";
    return name + " " + Svg.plain(figure, 4) + interval;
  }

  /**
   * Returns what the panel shows, for those who cannot see it: where lines begin and end, and every
   * point that is no part of a line. Series in the background are left out.
   */
  String description() {
    Set<Mark> marks = series.stream().map(Series::mark).collect(Collectors.toSet());
    String kind =
        marks.contains(Mark.BARS)
            ? "Bar"
            : marks.contains(Mark.LINE) || marks.contains(Mark.DASHED) ? "Line" : "Scatter";
    String measured =
        up.isNamed() ? across.shortLabel() : up.shortLabel() + " by " + across.shortLabel();
    return series.stream()
        .filter(one -> one.mark() != Mark.BAND && !one.marker().equals(Optional.of(Marker.GREY)))
        .map(this::told)
        .distinct()
        .collect(Collectors.joining("; ", "%s plot of %s. ".formatted(kind, measured), "."));
  }

  private String told(Series one) {
    List<Point> points = shown(one);
    if (points.isEmpty()) {
      return one.name() + ": no figure";
    }
    if (up.isNamed()) {
      return points.stream()
          .map(point -> up.names().get((int) point.y()) + " " + Svg.plain(point.x(), 4))
          .collect(Collectors.joining(", ", one.name() + ": ", ""));
    }
    Point last = points.get(points.size() - 1);
    return points.size() == 1
        ? one.name() + ": " + told(one, last)
        : "%s: from %s to %s".formatted(one.name(), told(one, points.get(0)), told(one, last));
  }

  private static String told(Series one, Point point) {
    return Svg.plain(point.y(), 4) + " at " + Svg.plain(point.x(), 4) + remark(one, point, " (%s)");
  }

  /** Returns the label of a point, where it says more than the name of the series. */
  private static String remark(Series one, Point point, String form) {
    return point.label().isEmpty() || point.label().equals(one.name())
        ? ""
        : form.formatted(point.label());
  }
}
