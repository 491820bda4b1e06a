package dev.infill.evaluation.report;

import dev.infill.core.energy.GradientKind;
import dev.infill.core.infill.InfillSettings;
import dev.infill.core.infill.SamplerKind;
import dev.infill.evaluation.experiment.ExperimentPlan;
import dev.infill.evaluation.experiment.ExperimentRecord;
import dev.infill.evaluation.experiment.ReferenceCorpus;
import dev.infill.evaluation.experiment.Sample;
import dev.infill.evaluation.experiment.SamplerSpec;
import dev.infill.evaluation.experiment.Snapshot;
import dev.infill.evaluation.experiment.TaskRun;
import dev.infill.evaluation.experiment.TunedStepSizes;
import dev.infill.evaluation.metrics.LowerCase;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writes the report of an experiment into its folder: {@code table.md}, {@code table.csv} and
 * {@code report.html}.
 */
public final class ReportFiles {
  private final ExperimentPlan plan;
  private final ReferenceCorpus tbc;
  private final ReferenceCorpus wiki;
  private final List<Setting> settings;
  private final Optional<TunedStepSizes> tuned;
  private final String version;

  /**
   * Prepares a report.
   *
   * @param plan what was run
   * @param tbc the Toronto BookCorpus
   * @param wiki WikiText-103
   * @param settings what else to print of how the experiment was made
   * @param tuned where step sizes come from, if they were tuned
   * @param version the version of Infill, for signatures
   */
  public ReportFiles(
      ExperimentPlan plan,
      ReferenceCorpus tbc,
      ReferenceCorpus wiki,
      List<Setting> settings,
      Optional<TunedStepSizes> tuned,
      String version) {
    this.plan = plan;
    this.tbc = tbc;
    this.wiki = wiki;
    this.settings = List.copyOf(settings);
    this.tuned = tuned;
    this.version = version;
  }

  /**
   * Computes the report and writes its files, each whole.
   *
   * @param record holds all runs of the plan
   */
  public Report write(ExperimentRecord record) {
    ExperimentData data = data(record);
    ExperimentSummary summary = ExperimentReport.summarize(data, plan.seed());
    String table = MarkdownTable.render(data, summary);
    record.write("table.md", table);
    record.write("table.csv", CsvTable.render(data, summary));
    record.write("report.html", HtmlReport.render(data, summary));
    return new Report(table, summary);
  }

  /**
   * What was computed.
   *
   * @param table the text of {@code table.md}
   * @param summary its figures
   */
  public record Report(String table, ExperimentSummary summary) {}

  private ExperimentData data(ExperimentRecord record) {
    Set<List<String>> tasks =
        plan.tasks().stream().map(task -> LowerCase.of(task.words())).collect(Collectors.toSet());
    List<List<String>> sentences = keptAnywhere(record.runs());
    return new ExperimentData(
        plan.samplers().stream().map(SamplerSpec::label).toList(),
        record.runs(),
        plan.comparisons(),
        plan.kept(),
        tbc.index(sentences, tasks),
        wiki.index(sentences, tasks),
        settings,
        plan.samplers().stream().map(this::description).toList(),
        record.seconds(),
        version);
  }

  /** Returns all sentences that any table or curve is about; references are needed for these. */
  private List<List<String>> keptAnywhere(List<TaskRun> runs) {
    return runs.stream()
        .flatMap(run -> run.snapshots().stream())
        .map((Snapshot snapshot) -> snapshot.best(plan.kept()))
        .flatMap(List::stream)
        .map(Sample::text)
        .distinct()
        .map(KeptSentences::words)
        .toList();
  }

  private SamplerDescription description(SamplerSpec sampler) {
    InfillSettings how = sampler.settings();
    SamplerKind kind = how.sampler();
    return new SamplerDescription(
        sampler.label(),
        kind,
        sampler.hasStepSize() ? OptionalDouble.of(how.stepSize()) : OptionalDouble.empty(),
        sampler.hasStepSize() ? source(sampler) : "",
        kind.usesGradient() ? how.balancing().label() : "",
        kind.usesGradient() ? label(how.gradient()) : "",
        how.temperature(),
        kind.isExact());
  }

  private static String label(GradientKind gradient) {
    return switch (gradient) {
      case EXACT -> "exact";
      case OWN_TERM -> "own-term";
      case NONE -> "none";
    };
  }

  private String source(SamplerSpec sampler) {
    return switch (sampler.stepSizeSource()) {
      case DEFAULT -> "not tuned";
      case GIVEN -> "given";
      case TUNED ->
          "tuned on %d tasks that are not in the evaluation"
              .formatted(tuned.orElseThrow().tasks().size());
    };
  }
}
