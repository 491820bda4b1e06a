package dev.infill.evaluation.report;

import dev.infill.evaluation.experiment.ComparedAt;
import dev.infill.evaluation.experiment.RunDiagnostics;
import dev.infill.evaluation.experiment.Snapshot;
import dev.infill.evaluation.experiment.TaskRun;
import dev.infill.evaluation.summary.ComparisonSummary;
import dev.infill.evaluation.summary.Curve;
import dev.infill.evaluation.summary.CurvePoint;
import dev.infill.evaluation.summary.Difference;
import dev.infill.evaluation.summary.ExperimentData;
import dev.infill.evaluation.summary.ExperimentSummary;
import dev.infill.evaluation.summary.Metric;
import dev.infill.evaluation.summary.SamplerSummary;
import dev.infill.evaluation.summary.Setting;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

/** The tables of a report, the same in Markdown and HTML. */
final class Grids {
  private static final List<Metric> COMPARED_SIDE_BY_SIDE =
      List.of(Metric.SELF_BLEU, Metric.CORPUS_BLEU, Metric.MEAN_ENERGY, Metric.MODEL_PASSES);

  private final ExperimentData data;
  private final ExperimentSummary summary;

  Grids(ExperimentData data, ExperimentSummary summary) {
    this.data = data;
    this.summary = summary;
  }

  /** Returns how a comparison is called within a sentence. */
  static String name(ComparedAt comparison) {
    return switch (comparison) {
      case STEPS -> "equal steps";
      case PASSES -> "equal model passes";
    };
  }

  /** Returns the paper's table; the published figures, which are for equal steps, below ours. */
  Grid ofPaper(ComparisonSummary comparison) {
    List<Metric> metrics = Metric.ofPaper();
    List<Row> rows = new ArrayList<>();
    for (SamplerSummary sampler : comparison.samplers()) {
      rows.add(estimates(sampler, metrics));
    }
    if (comparison.comparison() == ComparedAt.STEPS) {
      for (PublishedFigures published : PublishedFigures.all()) {
        rows.add(
            new Row(
                true,
                cells(
                    published.name() + ", " + published.source().label(),
                    metrics,
                    metric -> Cell.figure(published.figure(metric), metric.digits()))));
      }
    }
    return new Grid(
        "Self-BLEU, unique n-grams (%) and corpus BLEU at " + name(comparison.comparison()),
        columns(Column.words("Sampler"), metrics),
        rows);
  }

  /** Returns what the paper does not tell. */
  Grid beyondPaper(ComparisonSummary comparison) {
    List<Metric> metrics = Metric.beyondPaper();
    List<Column> columns = new ArrayList<>(columns(Column.words("Sampler"), metrics));
    columns.add(1, Column.figures("Steps"));
    List<Row> rows = new ArrayList<>();
    for (SamplerSummary sampler : comparison.samplers()) {
      List<Cell> cells = new ArrayList<>(estimates(sampler, metrics).cells());
      cells.add(1, Cell.of(Figures.step(sampler.steps())));
      rows.add(Row.of(cells));
    }
    return new Grid(
        "Likelihood, movement and cost at " + name(comparison.comparison()), columns, rows);
  }

  /**
   * Returns paired differences.
   *
   * @param comparison what is equal
   * @param differences which of them
   */
  Grid differences(ComparisonSummary comparison, List<Difference> differences) {
    List<Metric> metrics =
        Stream.concat(Metric.ofPaper().stream(), Stream.of(Metric.MEAN_ENERGY)).toList();
    return new Grid(
        "Paired differences at " + name(comparison.comparison()),
        columns(Column.words("Difference"), metrics),
        differences.stream()
            .map(
                difference ->
                    Row.of(
                        cells(
                            difference.label(),
                            metrics,
                            metric -> Cell.difference(difference.figure(metric), metric))))
            .toList());
  }

  /** Returns a few figures of all comparisons next to each other. */
  Grid sideBySide() {
    List<Column> columns = new ArrayList<>(List.of(Column.words("Sampler")));
    for (Metric metric : COMPARED_SIDE_BY_SIDE) {
      for (ComparedAt comparison : data.comparisons()) {
        columns.add(new Column(Column.of(metric).name(), name(comparison), true));
      }
    }
    List<Row> rows = new ArrayList<>();
    for (String sampler : data.samplers()) {
      List<Cell> cells = new ArrayList<>(List.of(Cell.of(sampler)));
      for (Metric metric : COMPARED_SIDE_BY_SIDE) {
        for (ComparisonSummary comparison : summary.comparisons()) {
          cells.add(
              Cell.figure(comparison.sampler(sampler).figure(metric).value(), metric.digits()));
        }
      }
      rows.add(Row.of(cells));
    }
    return new Grid("Equal steps and equal model passes side by side", columns, rows);
  }

  /** Returns the tests of the paper's claims. */
  Grid claims() {
    return new Grid(
        "The paper's claims, tested",
        List.of(
            Column.words("Difference"),
            Column.words("Compared at"),
            Column.figures("Δ Self-BLEU"),
            Column.words("10 or more below"),
            Column.figures("Δ corpus BLEU"),
            Column.words("within 2"),
            Column.words("Claim")),
        summary.claims().stream()
            .map(
                claim ->
                    Row.of(
                        List.of(
                            Cell.of(claim.sampler() + " minus " + claim.baseline()),
                            Cell.of(claim.basis().label()),
                            Cell.difference(claim.selfBleu(), 2, 2),
                            Cell.of(claim.selfBleuVerdict()),
                            Cell.difference(claim.corpusBleu(), 2, 2),
                            Cell.of(claim.corpusBleuVerdict()),
                            Cell.of(claim.verdict()))))
            .toList());
  }

  /** Returns how the samplers sample. */
  Grid samplers() {
    return new Grid(
        "Samplers",
        List.of(
            Column.words("Sampler"),
            Column.words("Kind"),
            Column.figures("α"),
            Column.words("Balancing"),
            Column.words("Gradient"),
            Column.words("Start"),
            Column.words("A step changes"),
            Column.figures("Temperature"),
            Column.words("Target")),
        data.samplers().stream()
            .map(data::description)
            .map(
                about ->
                    Row.of(
                        about.label(),
                        about.kind(),
                        about.stepSize().isPresent()
                            ? Figures.shortest(about.stepSize().getAsDouble())
                            : Figures.UNDEFINED,
                        orDash(about.balancing()),
                        orDash(about.gradient()),
                        about.start(),
                        about.step(),
                        Figures.shortest(about.temperature()),
                        about.exact() ? "exact" : "approximate"))
            .toList());
  }

  /** Returns rows of names and values. */
  static Grid settings(String caption, List<Setting> settings) {
    return new Grid(
        caption,
        List.of(Column.words("Name"), Column.words("Value")),
        settings.stream().map(setting -> Row.of(setting.name(), setting.value())).toList());
  }

  /** Returns the points of all curves. */
  Grid curves() {
    List<Row> rows = new ArrayList<>();
    for (Curve curve : summary.curves()) {
      for (CurvePoint point : curve.points()) {
        rows.add(
            Row.of(
                curve.sampler(),
                Figures.step(point.step()),
                Figures.decimal(point.passesPerChain(), 1),
                Figures.decimal(point.energies().low(), 2),
                Figures.decimal(point.energies().mean(), 2),
                Figures.decimal(point.energies().high(), 2),
                Figures.decimal(point.keptEnergy(), 2),
                Figures.decimal(point.selfBleu(), 2),
                Figures.decimal(point.selfUnique2(), 2),
                Figures.decimal(point.selfUnique3(), 2),
                Figures.decimal(point.corpusBleu(), 2)));
      }
    }
    return new Grid(
        "Every sampler by step",
        List.of(
            Column.words("Sampler"),
            Column.figures("Step"),
            Column.figures("Passes per chain"),
            new Column("U of all chains", "10 %", true),
            new Column("U of all chains", "mean", true),
            new Column("U of all chains", "90 %", true),
            new Column("Kept", "mean U", true),
            new Column("Kept", "Self-BLEU", true),
            new Column("Kept", "Self n = 2", true),
            new Column("Kept", "Self n = 3", true),
            new Column("Kept", "Corpus BLEU", true)),
        rows);
  }

  /** Returns what the samplers took; times are those of one machine. */
  Grid times() {
    List<Row> rows = new ArrayList<>();
    for (String sampler : data.samplers()) {
      if (data.seconds().containsKey(sampler)) {
        double seconds = Objects.requireNonNull(data.seconds().get(sampler));
        List<TaskRun> runs = data.runsOf(sampler);
        rows.add(
            Row.of(
                List.of(
                    Cell.of(sampler),
                    Cell.figure(seconds, 1),
                    Cell.figure(
                        (double)
                            runs.stream()
                                .mapToLong(run -> last(run.snapshots()).modelPasses())
                                .sum(),
                        0),
                    perSecond(runs, RunDiagnostics::effectiveSampleSize, seconds),
                    perSecond(
                        runs, RunDiagnostics::effectiveSampleSizeOfHammingDistance, seconds))));
      }
    }
    return new Grid(
        "Wall time on the machine of this run, whole runs of all tasks",
        List.of(
            Column.words("Sampler"),
            Column.figures("Seconds"),
            Column.figures("Model passes"),
            Column.figures("ESS of U per second"),
            Column.figures("ESS of Hamming distance per second")),
        rows);
  }

  private Cell perSecond(
      List<TaskRun> runs, Function<RunDiagnostics, OptionalDouble> size, double seconds) {
    double sum =
        runs.stream()
            .mapToDouble(run -> size.apply(longestDiagnostics(run)).orElse(Double.NaN))
            .sum();
    return Cell.figure(sum / seconds, 2);
  }

  private RunDiagnostics longestDiagnostics(TaskRun run) {
    ComparedAt longest =
        data.comparisons().stream()
            .max(Comparator.comparingInt(comparison -> run.at(comparison).step()))
            .orElseThrow();
    return run.diagnosticsAt(longest);
  }

  private static Snapshot last(List<Snapshot> snapshots) {
    return snapshots.get(snapshots.size() - 1);
  }

  private static List<Column> columns(Column first, List<Metric> metrics) {
    return Stream.concat(Stream.of(first), metrics.stream().map(Column::of)).toList();
  }

  private static Row estimates(SamplerSummary sampler, List<Metric> metrics) {
    return Row.of(
        cells(sampler.sampler(), metrics, metric -> Cell.estimate(sampler.figure(metric), metric)));
  }

  private static List<Cell> cells(
      String name, List<Metric> metrics, Function<Metric, Cell> figure) {
    return Stream.concat(Stream.of(Cell.of(name)), metrics.stream().map(figure)).toList();
  }

  private static String orDash(String text) {
    return text.isEmpty() ? Figures.UNDEFINED : text;
  }
}
