package dev.infill.evaluation.report;

import dev.infill.evaluation.chart.Axis;
import dev.infill.evaluation.chart.Axis.Kind;
import dev.infill.evaluation.chart.Marker;
import dev.infill.evaluation.chart.Panel;
import dev.infill.evaluation.chart.Series;
import dev.infill.evaluation.chart.Series.Mark;
import dev.infill.evaluation.chart.Series.Point;
import dev.infill.evaluation.paper.ComparedAt;
import dev.infill.evaluation.paper.ComparisonSummary;
import dev.infill.evaluation.paper.Curve;
import dev.infill.evaluation.paper.ExperimentSummary;
import dev.infill.evaluation.paper.Metric;
import dev.infill.evaluation.paper.SamplerDescription;
import dev.infill.evaluation.paper.SamplerSummary;
import dev.infill.evaluation.statistics.Estimate;
import dev.infill.evaluation.statistics.Interval;
import dev.infill.evaluation.table.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** The drawings of the HTML report. */
final class Panels {
  /** More lines than these cannot be told apart. */
  private static final int MOST_LINES = 8;

  private static final double MARK = 10;
  private static final double SMALLEST = 6;
  private static final double LARGEST = 16;
  private static final double PUBLISHED = 9;
  private static final double ON_LINE = 7;
  private static final double ON_DASHED_LINE = 5;

  private static final String ENERGY = "mean U of the kept samples (nats)";

  private final ExperimentSummary summary;
  private final List<SamplerFamily> families;
  private final List<PublishedFigures> published;

  Panels(
      ExperimentSummary summary, List<SamplerFamily> families, List<PublishedFigures> published) {
    this.summary = summary;
    this.families = List.copyOf(families);
    this.published = List.copyOf(published);
  }

  /** Says whether there are more samplers than lines that can be told apart in one plot. */
  boolean isCrowded() {
    return summary.curves().size() > MOST_LINES;
  }

  /**
   * Says whether a sampler is drawn in the plots of all samplers by step. In a crowd, of samplers
   * that differ in temperature alone, one is.
   */
  boolean isDrawn(String sampler) {
    return !isCrowded() || isRepresentative(sampler);
  }

  private boolean isRepresentative(String sampler) {
    return family(sampler).representative().label().equals(sampler);
  }

  /** Returns the samplers that a sampler differs from in temperature alone, and itself. */
  SamplerFamily family(String sampler) {
    return families.stream().filter(family -> family.holds(sampler)).findFirst().orElseThrow();
  }

  private Marker marker(SamplerFamily family) {
    return Marker.of(families.indexOf(family));
  }

  private Marker marker(String sampler) {
    return marker(family(sampler));
  }

  /** Returns the marker of a sampler by itself: the hotter of a family is the larger. */
  private Marker markerByTemperature(String sampler) {
    SamplerFamily family = family(sampler);
    double warmth = temperature(sampler) / family.representative().temperature();
    return marker(family).sized(Math.min(LARGEST, Math.max(SMALLEST, MARK * Math.sqrt(warmth))));
  }

  private double temperature(String sampler) {
    return family(sampler).members().stream()
        .filter(about -> about.label().equals(sampler))
        .mapToDouble(SamplerDescription::temperature)
        .findFirst()
        .orElseThrow();
  }

  private String temperatureLabel(String sampler) {
    return "T=" + Figures.shortest(temperature(sampler), 9);
  }

  /** Draws the samplers by diversity and another figure, and published ones beside corpus BLEU. */
  Panel tradeOff(String title, Metric up, ComparisonSummary comparison) {
    boolean isBleu = up == Metric.CORPUS_BLEU;
    List<Series> series = new ArrayList<>();
    for (SamplerSummary sampler : comparison.samplers()) {
      String label = sampler.sampler();
      Point point = point(sampler, Metric.SELF_BLEU, up).saying(label, "");
      series.add(new Series(label, List.of(point), Mark.POINTS, markerByTemperature(label)));
    }
    if (isBleu && comparison.comparison() == ComparedAt.STEPS) {
      for (PublishedFigures row : published) {
        String label = row.label();
        double x = row.figure(Metric.SELF_BLEU);
        double y = row.figure(up);
        if (Double.isNaN(y)) {
          continue;
        }
        series.add(
            new Series(
                label,
                List.of(new Point(x, y).saying(label, "")),
                Mark.RINGS,
                families.stream()
                    .filter(family -> family.representative().kind().equals(row.kind()))
                    .findFirst()
                    .map(this::marker)
                    .orElse(Marker.circle("muted"))
                    .sized(PUBLISHED)));
      }
    }
    return new Panel(
        title,
        sameForAll("Self-BLEU (0 to 100; lower is more diverse)", Metric.SELF_BLEU),
        sameForAll(isBleu ? "Corpus BLEU (0 to 100)" : ENERGY, up),
        series);
  }

  /** Returns one axis for all comparisons, so that their plots can be held against each other. */
  private Axis sameForAll(String label, Metric metric) {
    DoubleStream ofOthers =
        metric == Metric.MEAN_ENERGY
            ? DoubleStream.empty()
            : published.stream().mapToDouble(row -> row.figure(metric));
    return showing(
        label,
        DoubleStream.concat(
            ofOthers,
            summary.comparisons().stream()
                .flatMap(comparison -> comparison.samplers().stream())
                .map(sampler -> sampler.figure(metric))
                .flatMapToDouble(
                    figure -> DoubleStream.of(low(figure), figure.value(), high(figure)))));
  }

  private static Axis showing(String label, DoubleStream figures) {
    DoubleSummaryStatistics finite = figures.filter(Double::isFinite).summaryStatistics();
    Axis axis = Axis.linear(label);
    return finite.getCount() == 0 ? axis : axis.showing(finite.getMin(), finite.getMax());
  }

  private static Point point(SamplerSummary sampler, Metric across, Metric up) {
    Estimate x = sampler.figure(across);
    Estimate y = sampler.figure(up);
    return new Point(x.value(), y.value()).across(low(x), high(x)).up(low(y), high(y));
  }

  private static double low(Estimate estimate) {
    return estimate.interval().map(Interval::low).orElse(Double.NaN);
  }

  private static double high(Estimate estimate) {
    return estimate.interval().map(Interval::high).orElse(Double.NaN);
  }

  /** Draws samplers step by step along mean U; of a subject, one kind, the others in grey. */
  Panel byEnergy(String title, String label, ToDoubleFunction<Curve.Point> figure, String subject) {
    List<Series> series = new ArrayList<>();
    for (Curve curve : summary.curves()) {
      if (!subject.isEmpty() && !kind(curve.sampler()).equals(subject)) {
        List<Point> points = points(curve, Curve.Point::keptEnergy, figure, point -> "");
        series.add(new Series(curve.sampler(), points, Mark.LINE, Marker.GREY));
      }
    }
    // Few as they are, temperatures get their labels before steps.
    for (Curve curve :
        summary.curves().stream()
            .sorted(Comparator.comparing(curve -> isRepresentative(curve.sampler())))
            .toList()) {
      String sampler = curve.sampler();
      if (subject.isEmpty() ? isDrawn(sampler) : kind(sampler).equals(subject)) {
        boolean isVaried = !subject.isEmpty() && !isRepresentative(sampler);
        Curve.Point last = curve.points().get(curve.points().size() - 1);
        line(
            series,
            sampler,
            isVaried,
            points(
                curve,
                Curve.Point::keptEnergy,
                figure,
                point ->
                    isVaried
                        ? point.equals(last) ? temperatureLabel(sampler) : ""
                        : Figures.shortest(point.step(), 1)));
      }
    }
    // The same axes for all kinds of samplers.
    return new Panel(
        title,
        energyAxis(points().mapToDouble(Curve.Point::keptEnergy)),
        showing(label, points().mapToDouble(figure)),
        series);
  }

  private Stream<Curve.Point> points() {
    return summary.curves().stream().flatMap(curve -> curve.points().stream());
  }

  private String kind(String sampler) {
    return family(sampler).representative().kind();
  }

  /**
   * Returns an axis for energies: a logarithmic one where they are far apart, as chains gather near
   * the highest.
   */
  private static Axis energyAxis(DoubleStream energies) {
    DoubleSummaryStatistics finite = energies.filter(Double::isFinite).summaryStatistics();
    return finite.getMax() < 0 && finite.getMin() < 5 * finite.getMax()
        ? Axis.of(ENERGY.replace(")", ", logarithmic)"), Kind.SYMMETRIC_LOGARITHMIC)
        : Axis.linear(ENERGY);
  }

  private static List<Point> points(
      Curve curve,
      ToDoubleFunction<Curve.Point> x,
      ToDoubleFunction<Curve.Point> y,
      Function<Curve.Point, String> label) {
    return curve.points().stream()
        .map(
            point ->
                new Point(x.applyAsDouble(point), y.applyAsDouble(point))
                    .saying(
                        label.apply(point),
                        "%s, step %s"
                            .formatted(curve.sampler(), Figures.shortest(point.step(), 1))))
        .toList();
  }

  /** Adds a line with a marker at each point. */
  private void line(List<Series> series, String sampler, boolean isDashed, List<Point> points) {
    Marker marker = marker(sampler).sized(isDashed ? ON_DASHED_LINE : ON_LINE);
    series.add(new Series(sampler, points, isDashed ? Mark.DASHED : Mark.LINE, marker));
    series.add(new Series(sampler, points, Mark.POINTS, marker));
  }

  /** Draws a line for each family of samplers, through its temperatures. */
  Panel byTemperature(String title, String label, Metric metric, ComparisonSummary comparison) {
    List<Series> series = new ArrayList<>();
    for (SamplerFamily family : families) {
      if (family.hasTemperatures()) {
        List<Point> points = new ArrayList<>();
        List<Series> marks = new ArrayList<>();
        for (SamplerDescription about : family.members()) {
          SamplerSummary sampler = comparison.sampler(about.label());
          Point point =
              point(sampler, Metric.MEAN_ENERGY, metric)
                  .saying(temperatureLabel(about.label()), "");
          points.add(new Point(point.x(), point.y()).saying(point.label(), ""));
          marks.add(
              new Series(
                  about.label(), List.of(point), Mark.POINTS, markerByTemperature(about.label())));
        }
        series.add(new Series(family.name(), points, Mark.LINE, marker(family)));
        series.addAll(marks);
      }
    }
    return new Panel(
        title,
        energyAxis(series.stream().flatMap(one -> one.points().stream()).mapToDouble(Point::x)),
        Axis.linear(label),
        series);
  }

  /** Draws U of all chains in a band. */
  Panel trace(String title, String label, ToDoubleFunction<Curve.Point> across) {
    List<Series> series = new ArrayList<>();
    for (Curve curve : drawn()) {
      List<Point> band =
          curve.points().stream()
              .map(
                  point ->
                      new Point(across.applyAsDouble(point), point.energies().mean())
                          .up(point.energies().low(), point.energies().high()))
              .toList();
      series.add(new Series(curve.sampler(), band, Mark.BAND, marker(curve.sampler())));
    }
    for (Curve curve : drawn()) {
      line(
          series,
          curve.sampler(),
          false,
          points(curve, across, point -> point.energies().mean(), point -> ""));
    }
    return new Panel(title, spread(label), Axis.linear("U (nats)"), series);
  }

  /** Draws a figure by step. */
  Panel byStep(String title, String label, ToDoubleFunction<Curve.Point> figure) {
    List<Series> series = new ArrayList<>();
    for (Curve curve : drawn()) {
      line(series, curve.sampler(), false, points(curve, Curve.Point::step, figure, point -> ""));
    }
    return new Panel(title, spread("steps"), Axis.linear(label), series);
  }

  /** Steps and passes lie close together at the start and far apart later. */
  private static Axis spread(String label) {
    return Axis.of(label + " (logarithmic)", Kind.SYMMETRIC_LOGARITHMIC);
  }

  private List<Curve> drawn() {
    return summary.curves().stream().filter(curve -> isDrawn(curve.sampler())).toList();
  }

  /** Draws a bar for each sampler and figure, with its interval; the last figure stands out. */
  Panel bars(String title, String label, ComparisonSummary comparison, List<Metric> metrics) {
    List<SamplerSummary> samplers = comparison.samplers();
    List<Series> series = new ArrayList<>();
    for (Metric metric : metrics) {
      List<Point> points = new ArrayList<>();
      for (SamplerSummary sampler : samplers) {
        Estimate figure = sampler.figure(metric);
        points.add(
            new Point(figure.value(), points.size())
                .across(low(figure), high(figure))
                .saying(Figures.decimal(figure.value(), metric.digits()), ""));
      }
      boolean isLast = metric == metrics.get(metrics.size() - 1);
      series.add(
          new Series(metric.heading(), points, Mark.BARS, Marker.circle(isLast ? "s2" : "pale")));
    }
    return new Panel(
        title,
        Axis.linear(label).showing(0, 0),
        Axis.names(samplers.stream().map(SamplerSummary::sampler).toList()),
        series);
  }
}
