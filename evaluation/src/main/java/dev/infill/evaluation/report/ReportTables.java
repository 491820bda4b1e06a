package dev.infill.evaluation.report;

import dev.infill.evaluation.paper.Claim;
import dev.infill.evaluation.paper.ComparedAt;
import dev.infill.evaluation.paper.ComparisonSummary;
import dev.infill.evaluation.paper.Difference;
import dev.infill.evaluation.paper.ExperimentData;
import dev.infill.evaluation.paper.ExperimentSummary;
import dev.infill.evaluation.paper.Metric;
import dev.infill.evaluation.paper.SamplerSummary;
import dev.infill.evaluation.paper.Setting;
import dev.infill.evaluation.paper.TaskRun;
import dev.infill.evaluation.statistics.Estimate;
import dev.infill.evaluation.statistics.Interval;
import dev.infill.evaluation.table.Column;
import dev.infill.evaluation.table.Figures;
import dev.infill.evaluation.table.Row;
import dev.infill.evaluation.table.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

/** The tables of a report, the same in every form. */
final class ReportTables {
  private static final List<Metric> COMPARED_SIDE_BY_SIDE =
      List.of(Metric.SELF_BLEU, Metric.CORPUS_BLEU, Metric.MEAN_ENERGY, Metric.MODEL_PASSES);

  private static final int DECIMALS_OF_FILES = 6;

  private final ExperimentData data;
  private final ExperimentSummary summary;

  ReportTables(ExperimentData data, ExperimentSummary summary) {
    this.data = data;
    this.summary = summary;
  }

  /** Returns the paper's table; the published figures, which are for equal steps, below ours. */
  Table ofPaper(ComparisonSummary comparison) {
    List<Metric> metrics = Metric.ofPaper();
    List<Row> rows = new ArrayList<>();
    comparison.samplers().forEach(each -> rows.add(Row.of(figures(each, metrics))));
    if (comparison.comparison() == ComparedAt.STEPS) {
      for (PublishedFigures published : PublishedFigures.beside(data)) {
        rows.add(new Row(true, cells(published.label(), metrics, published::figure)));
      }
    }
    return new Table(
        "Self-BLEU, unique n-grams (%) and corpus BLEU at " + comparison.comparison().words(),
        columns("Sampler", metrics, ReportTables::estimate),
        rows);
  }

  /** Returns the figures that the paper does not give. */
  Table beyondPaper(ComparisonSummary comparison) {
    return withSteps(
        "Likelihood, movement and cost at " + comparison.comparison().words(),
        comparison.samplers(),
        Metric.beyondPaper());
  }

  private static Table withSteps(
      String caption, List<SamplerSummary> samplers, List<Metric> metrics) {
    List<Column> columns = new ArrayList<>(columns("Sampler", metrics, ReportTables::estimate));
    columns.add(1, Column.setting("Steps", 1));
    return Table.of(
        caption,
        columns,
        samplers,
        sampler -> {
          List<Object> cells = new ArrayList<>(figures(sampler, metrics));
          cells.add(1, sampler.steps());
          return cells;
        });
  }

  /**
   * Returns paired differences.
   *
   * @param comparison what is equal
   * @param differences which of them
   */
  Table differences(ComparisonSummary comparison, List<Difference> differences) {
    List<Metric> metrics =
        Stream.concat(Metric.ofPaper().stream(), Stream.of(Metric.MEAN_ENERGY)).toList();
    return Table.of(
        "Paired differences at " + comparison.comparison().words(),
        columns("Difference", metrics, ReportTables::difference),
        differences,
        difference -> cells(difference.label(), metrics, difference::figure));
  }

  /** Returns a few figures of all comparisons next to each other. */
  Table sideBySide() {
    List<Column> columns = new ArrayList<>(List.of(Column.text("Sampler")));
    for (Metric metric : COMPARED_SIDE_BY_SIDE) {
      for (ComparedAt comparison : data.comparisons()) {
        columns.add(
            Column.number(comparison.words(), metric.digits()).below(estimate(metric).name()));
      }
    }
    return Table.of(
        "Equal steps and equal model passes side by side",
        columns,
        data.samplers(),
        sampler -> {
          List<Object> cells = new ArrayList<>(List.of(sampler));
          for (Metric metric : COMPARED_SIDE_BY_SIDE) {
            for (ComparisonSummary comparison : summary.comparisons()) {
              cells.add(comparison.sampler(sampler).figure(metric).value());
            }
          }
          return cells;
        });
  }

  /** Returns the tests of the paper's claims. */
  Table claims() {
    return Table.of(
        "The paper's claims, tested",
        List.of(
            Column.text("Difference"),
            Column.text("Compared at"),
            Column.difference("Δ Self-BLEU", 2, 2),
            Column.text("10 or more below"),
            Column.difference("Δ corpus BLEU", 2, 2),
            Column.text("within 2"),
            Column.text("Claim")),
        summary.claims(),
        claim ->
            List.of(
                claim.label(),
                claim.basis().label(),
                claim.selfBleu(),
                claim.selfBleuVerdict(),
                claim.corpusBleu(),
                claim.corpusBleuVerdict(),
                claim.verdict()));
  }

  /** Returns how the samplers sample. */
  Table samplers() {
    return Table.of(
        "Samplers",
        List.of(
            Column.text("Sampler"),
            Column.text("Kind"),
            Column.setting("α", 9),
            Column.text("Balancing"),
            Column.text("Gradient"),
            Column.text("Start"),
            Column.text("A step changes"),
            Column.setting("Temperature", 9),
            Column.text("Target")),
        data.samplerDescriptions(),
        about ->
            List.of(
                about.label(),
                about.kind(),
                about.stepSize().orElse(Double.NaN),
                orDash(about.balancing()),
                orDash(about.gradient()),
                about.start(),
                about.step(),
                about.temperature(),
                about.exact() ? "exact" : "approximate"));
  }

  private static String orDash(String text) {
    return text.isEmpty() ? Figures.UNDEFINED : text;
  }

  /** Returns rows of names and values. */
  static Table settings(String caption, List<Setting> settings) {
    return Table.of(
        caption,
        List.of(Column.text("Name"), Column.text("Value")),
        settings,
        setting -> List.of(setting.name(), setting.value()));
  }

  /** Returns the points of all curves. */
  Table curves() {
    return new Table(
        "Every sampler by step",
        List.of(
            Column.text("Sampler"),
            Column.setting("Step", 1),
            Column.number("Passes per chain", 1),
            Column.number("10 %", 2).below("U of all chains"),
            Column.number("mean", 2).below("U of all chains"),
            Column.number("90 %", 2).below("U of all chains"),
            Column.number("mean U", 2).below("Kept"),
            Column.number("Self-BLEU", 2).below("Kept"),
            Column.number("Self n = 2", 2).below("Kept"),
            Column.number("Self n = 3", 2).below("Kept"),
            Column.number("Corpus BLEU", 2).below("Kept")),
        summary.curves().stream()
            .flatMap(
                curve ->
                    curve.points().stream()
                        .map(
                            point ->
                                Row.of(
                                    curve.sampler(),
                                    point.step(),
                                    point.passesPerChain(),
                                    point.energies().low(),
                                    point.energies().mean(),
                                    point.energies().high(),
                                    point.keptEnergy(),
                                    point.selfBleu(),
                                    point.selfUnique2(),
                                    point.selfUnique3(),
                                    point.corpusBleu())))
            .toList());
  }

  /** Returns what the samplers took; times are those of one machine. */
  Table times() {
    return Table.of(
        "Wall time on the machine of this run, whole runs of all tasks",
        List.of(
            Column.text("Sampler"),
            Column.number("Seconds", 1),
            Column.integer("Model passes"),
            Column.number("ESS of U per second", 2),
            Column.number("ESS of Hamming distance per second", 2)),
        data.samplers().stream().filter(data.seconds()::containsKey).toList(),
        sampler -> {
          double seconds = Objects.requireNonNull(data.seconds().get(sampler));
          List<TaskRun> runs = data.runsOf(sampler);
          return List.of(
              sampler,
              seconds,
              runs.stream().mapToLong(TaskRun::modelPasses).sum(),
              sum(runs, TaskRun.Diagnostics::effectiveSampleSize) / seconds,
              sum(runs, TaskRun.Diagnostics::effectiveSampleSizeOfHammingDistance) / seconds);
        });
  }

  private double sum(List<TaskRun> runs, Function<TaskRun.Diagnostics, OptionalDouble> size) {
    return runs.stream()
        .mapToDouble(run -> size.apply(longestDiagnostics(run)).orElse(Double.NaN))
        .sum();
  }

  private TaskRun.Diagnostics longestDiagnostics(TaskRun run) {
    ComparedAt longest =
        data.comparisons().stream()
            .max(Comparator.comparingInt(comparison -> run.at(comparison).step()))
            .orElseThrow();
    return run.diagnosticsAt(longest);
  }

  /**
   * Returns every figure in long form, without times. {@code comparison} is {@code steps}, {@code
   * passes}, or {@code energy} for claims at equal mean U; {@code sampler} is a label, or {@code A
   * minus B} for a paired difference; {@code verdict} is that of a claim.
   */
  Table figures() {
    List<Row> rows = new ArrayList<>();
    for (ComparisonSummary comparison : summary.comparisons()) {
      String at = comparison.comparison().label();
      for (SamplerSummary sampler : comparison.samplers()) {
        for (Metric metric : Metric.values()) {
          rows.add(figure(at, sampler.sampler(), metric.key(), sampler.figure(metric), ""));
        }
      }
      for (Difference difference : comparison.differences()) {
        for (Metric metric : Metric.values()) {
          rows.add(figure(at, difference.label(), metric.key(), difference.figure(metric), ""));
        }
      }
    }
    summary.claims().forEach(claim -> rows.addAll(claim(claim)));
    return new Table(
        "Every figure",
        List.of(
            Column.text("comparison"),
            Column.text("sampler"),
            Column.text("metric"),
            Column.fixed("estimate", DECIMALS_OF_FILES),
            Column.fixed("low", DECIMALS_OF_FILES),
            Column.fixed("high", DECIMALS_OF_FILES),
            Column.text("verdict")),
        rows);
  }

  private static Row figure(
      String at, String name, String metric, Estimate estimate, Object verdict) {
    return Row.of(
        at,
        name,
        metric,
        estimate.value(),
        estimate.interval().map(Interval::low).orElse(Double.NaN),
        estimate.interval().map(Interval::high).orElse(Double.NaN),
        verdict);
  }

  private static List<Row> claim(Claim claim) {
    String at = claim.basis().key();
    String name = claim.label();
    List<Row> rows = new ArrayList<>();
    claim
        .equalEnergy()
        .ifPresent(place -> rows.add(figure(at, name, "claim.meanEnergy", place.level(), "")));
    rows.add(figure(at, name, "claim.selfBleu", claim.selfBleu(), claim.selfBleuVerdict()));
    rows.add(figure(at, name, "claim.corpusBleu", claim.corpusBleu(), claim.corpusBleuVerdict()));
    rows.add(Row.of(at, name, "claim", Double.NaN, Double.NaN, Double.NaN, claim.verdict()));
    return rows;
  }

  /** Returns every figure of each sampler in a row, by the names that files use. */
  Table wide() {
    List<Metric> metrics = Arrays.asList(Metric.values());
    List<Column> columns =
        new ArrayList<>(List.of(Column.text("comparison"), Column.text("sampler")));
    columns.add(Column.setting("steps", 1));
    metrics.forEach(metric -> columns.add(estimate(metric).filedAs(metric.key())));
    List<Row> rows = new ArrayList<>();
    for (ComparisonSummary comparison : summary.comparisons()) {
      for (SamplerSummary sampler : comparison.samplers()) {
        List<Object> cells = new ArrayList<>(figures(sampler, metrics));
        cells.add(0, comparison.comparison().label());
        cells.add(2, sampler.steps());
        rows.add(Row.of(cells));
      }
    }
    return new Table("Samplers", columns, rows);
  }

  private static List<Column> columns(
      String first, List<Metric> metrics, Function<Metric, Column> column) {
    return Stream.concat(Stream.of(Column.text(first)), metrics.stream().map(column)).toList();
  }

  private static Column estimate(Metric metric) {
    return Column.estimate(heading(metric), metric.digits(), metric.intervalDigits())
        .below(group(metric));
  }

  private static Column difference(Metric metric) {
    return Column.difference(heading(metric), metric.digits(), metric.intervalDigits())
        .below(group(metric));
  }

  private static String heading(Metric metric) {
    return switch (metric) {
      case SELF_BLEU -> "Self-BLEU ↓";
      case CORPUS_BLEU -> "Corpus BLEU ↑";
      case SELF_UNIQUE_2, WIKI_UNIQUE_2, TBC_UNIQUE_2 -> "n = 2";
      case SELF_UNIQUE_3, WIKI_UNIQUE_3, TBC_UNIQUE_3 -> "n = 3";
      default -> metric.heading();
    };
  }

  private static String group(Metric metric) {
    return switch (metric) {
      case SELF_UNIQUE_2, SELF_UNIQUE_3 -> "Self ↑";
      case WIKI_UNIQUE_2, WIKI_UNIQUE_3 -> "WT103 ↑";
      case TBC_UNIQUE_2, TBC_UNIQUE_3 -> "TBC ↑";
      default -> "";
    };
  }

  private static List<Object> figures(SamplerSummary sampler, List<Metric> metrics) {
    return cells(sampler.sampler(), metrics, sampler::figure);
  }

  private static List<Object> cells(String name, List<Metric> metrics, Function<Metric, ?> figure) {
    return Stream.<Object>concat(Stream.of(name), metrics.stream().map(figure)).toList();
  }
}
