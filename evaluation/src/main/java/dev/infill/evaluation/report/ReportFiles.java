package dev.infill.evaluation.report;

import dev.infill.core.FailureReason;
import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.sampler.AcceptanceKind;
import dev.infill.core.sampler.Precondition;
import dev.infill.core.sampler.Sampler;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.SampleSettings;
import dev.infill.corpora.file.AtomicFile;
import dev.infill.evaluation.metrics.LowerCase;
import dev.infill.evaluation.paper.ExperimentData;
import dev.infill.evaluation.paper.ExperimentPlan;
import dev.infill.evaluation.paper.ExperimentReport;
import dev.infill.evaluation.paper.ExperimentSummary;
import dev.infill.evaluation.paper.RecordedExperiment;
import dev.infill.evaluation.paper.Sample;
import dev.infill.evaluation.paper.SamplerDescription;
import dev.infill.evaluation.paper.SamplerSpec;
import dev.infill.evaluation.paper.Setting;
import dev.infill.evaluation.run.ReferenceCorpus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writes the report of an experiment: {@code table.md}, {@code table.csv} and {@code report.html},
 * the same bytes for equal runs; and {@code timings.md}, if times are known.
 */
public final class ReportFiles {
  private final RecordedExperiment experiment;
  private final ReferenceCorpus tbc;
  private final ReferenceCorpus wiki;
  private final List<Setting> settings;
  private final String version;

  /**
   * Prepares a report.
   *
   * @param experiment what was run
   * @param tbc the Toronto BookCorpus
   * @param wiki WikiText-103
   * @param settings what else to print of how the experiment was made
   * @param version the version of Infill, for signatures
   */
  public ReportFiles(
      RecordedExperiment experiment,
      ReferenceCorpus tbc,
      ReferenceCorpus wiki,
      List<Setting> settings,
      String version) {
    this.experiment = experiment;
    this.tbc = tbc;
    this.wiki = wiki;
    this.settings = List.copyOf(settings);
    this.version = version;
  }

  /**
   * Computes the report and writes its files, each whole.
   *
   * @param folder where; made if it is not there
   * @throws InvalidInputException if a corpus cannot be read
   * @throws UncheckedIOException if a file cannot be written
   */
  public Report write(Path folder) {
    ExperimentData data = data();
    ExperimentSummary summary = ExperimentReport.summarize(data, experiment.plan().seed());
    Report report = new Report(data, summary);
    try {
      Files.createDirectories(folder);
      AtomicFile.write(folder.resolve("table.md"), report.markdown());
      AtomicFile.write(folder.resolve("table.csv"), report.csv());
      AtomicFile.write(folder.resolve("report.html"), report.html());
      if (!data.seconds().isEmpty()) {
        AtomicFile.write(folder.resolve("timings.md"), report.times());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          folder + ": the report cannot be written: " + FailureReason.of(e), e);
    }
    return report;
  }

  private ExperimentData data() {
    ExperimentPlan plan = experiment.plan();
    Set<List<String>> tasks =
        plan.tasks().stream().map(task -> LowerCase.of(task.words())).collect(Collectors.toSet());
    List<List<String>> sentences = keptAnywhere();
    return new ExperimentData(
        plan.samplers().stream().map(SamplerSpec::label).toList(),
        experiment.runs(),
        plan.comparisons(),
        plan.kept(),
        tbc.index(sentences, tasks),
        wiki.index(sentences, tasks),
        settings,
        plan.samplers().stream().map(this::description).toList(),
        experiment.seconds(),
        version);
  }

  /** Returns all sentences that any table or curve is about; references are needed for these. */
  private List<List<String>> keptAnywhere() {
    return experiment.runs().stream()
        .flatMap(run -> run.snapshots().stream())
        .map(snapshot -> snapshot.likeliest(experiment.plan().kept()))
        .flatMap(List::stream)
        .map(Sample::words)
        .distinct()
        .toList();
  }

  private SamplerDescription description(SamplerSpec sampler) {
    SampleSettings how = sampler.settings();
    Sampler kind = how.sampler();
    return new SamplerDescription(
        sampler.label(),
        kind.label(),
        sampler.hasStepSize() ? OptionalDouble.of(how.get(Settings.ALPHA)) : OptionalDouble.empty(),
        kind.has(Settings.BALANCING) ? how.get(Settings.BALANCING).label() : "",
        kind.has(Settings.GRADIENT) ? label(how.get(Settings.GRADIENT)) : "",
        how.get(Settings.START).name().toLowerCase(Locale.ROOT),
        step(sampler),
        how.temperature(),
        kind.isExact());
  }

  private static String step(SamplerSpec sampler) {
    SampleSettings how = sampler.settings();
    return switch (sampler.updates()) {
      case ONE -> update(how) + intermediates(how) + more(how);
      case SWEEP -> update(how) + ", as often as there are blanks" + intermediates(how) + more(how);
    };
  }

  private static String update(SampleSettings how) {
    return how.sampler().has(Settings.ALPHA) ? "all blanks" : "1 blank";
  }

  /** Returns the settings that few samplers have. */
  private static String more(SampleSettings how) {
    StringBuilder more = new StringBuilder();
    if (how.get(Settings.PRECONDITION) == Precondition.CURVATURE) {
      more.append(", preconditioned by curvature");
    }
    how.get(Settings.MINIBATCH)
        .ifPresent(
            size -> more.append(", gradient from ").append(ReportWords.count(size, "blank")));
    if (how.get(Settings.ACCEPTANCE) == AcceptanceKind.NON_REVERSIBLE) {
      more.append(", non-reversible, δ ").append(how.get(Settings.DELTA));
    }
    how.get(Settings.ANNEAL).ifPresent(from -> more.append(", annealed from ").append(from));
    if (how.burnIn() > 0) {
      more.append(", burn-in ").append(how.burnIn());
    }
    return more.toString();
  }

  private static String intermediates(SampleSettings how) {
    return how.sampler().has(Settings.INTERMEDIATE)
        ? ", intermediates " + how.get(Settings.INTERMEDIATE) + ", α₀ " + how.get(Settings.ALPHA0)
        : "";
  }

  private static String label(GradientKind gradient) {
    return switch (gradient) {
      case EXACT -> "exact";
      case OWN_TERM -> "own-term";
      case NONE -> "none";
    };
  }
}
