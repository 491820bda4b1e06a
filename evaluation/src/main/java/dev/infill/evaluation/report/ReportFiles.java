package dev.infill.evaluation.report;

import dev.infill.core.FailureReason;
import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.infill.InfillSettings;
import dev.infill.core.infill.SamplerKind;
import dev.infill.core.sampler.AcceptanceKind;
import dev.infill.core.sampler.Precondition;
import dev.infill.corpora.file.AtomicFile;
import dev.infill.evaluation.experiment.ExperimentPlan;
import dev.infill.evaluation.experiment.JoinedExperiment;
import dev.infill.evaluation.experiment.ReferenceCorpus;
import dev.infill.evaluation.experiment.Sample;
import dev.infill.evaluation.experiment.SamplerSpec;
import dev.infill.evaluation.experiment.Selection;
import dev.infill.evaluation.experiment.TunedStepSizes;
import dev.infill.evaluation.metrics.LowerCase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writes the report of an experiment, or of several joined: {@code table.md}, {@code table.csv} and
 * {@code report.html}, the same bytes for equal runs; and {@code timings.md}, if times are known.
 */
public final class ReportFiles {
  private final JoinedExperiment experiment;
  private final Selection kept;
  private final ReferenceCorpus tbc;
  private final ReferenceCorpus wiki;
  private final List<Setting> settings;
  private final Optional<TunedStepSizes> tuned;
  private final String version;

  /**
   * Prepares a report.
   *
   * @param experiment what was run
   * @param kept which samples are measured
   * @param tbc the Toronto BookCorpus
   * @param wiki WikiText-103
   * @param settings what else to print of how the experiment was made
   * @param tuned where tuned step sizes come from, if that is known
   * @param version the version of Infill, for signatures
   */
  public ReportFiles(
      JoinedExperiment experiment,
      Selection kept,
      ReferenceCorpus tbc,
      ReferenceCorpus wiki,
      List<Setting> settings,
      Optional<TunedStepSizes> tuned,
      String version) {
    this.experiment = experiment;
    this.kept = kept;
    this.tbc = tbc;
    this.wiki = wiki;
    this.settings = List.copyOf(settings);
    this.tuned = tuned;
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
      AtomicFile.write(folder.resolve("table.csv"), CsvTable.render(data, summary));
      AtomicFile.write(folder.resolve("report.html"), HtmlReport.render(data, summary));
      if (!data.seconds().isEmpty()) {
        AtomicFile.write(folder.resolve("timings.md"), MarkdownTable.times(data, summary));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          folder + ": the report cannot be written: " + FailureReason.of(e), e);
    }
    return report;
  }

  /**
   * What was computed.
   *
   * @param data what was run
   * @param summary its figures
   */
  public record Report(ExperimentData data, ExperimentSummary summary) {
    /** Returns the text of {@code table.md}. */
    public String markdown() {
      return MarkdownTable.render(data, summary);
    }

    /**
     * Returns the results as text for a terminal.
     *
     * @param columns the width of its lines
     */
    public String text(int columns) {
      return TextTable.render(data, summary, columns);
    }
  }

  private ExperimentData data() {
    ExperimentPlan plan = experiment.plan();
    Set<List<String>> tasks =
        experiment.plannedTasks().stream()
            .map(task -> LowerCase.of(task.words()))
            .collect(Collectors.toSet());
    List<List<String>> sentences = keptAnywhere();
    return new ExperimentData(
        plan.samplers().stream().map(SamplerSpec::label).toList(),
        experiment.runs(),
        plan.comparisons(),
        kept,
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
        .map(kept::of)
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
        kind.usesBalancing() ? how.balancing().label() : "",
        kind.usesGradient() ? label(how.gradient()) : "",
        how.start().name().toLowerCase(Locale.ROOT),
        step(sampler),
        how.temperature(),
        kind.isExact());
  }

  private static String step(SamplerSpec sampler) {
    InfillSettings how = sampler.settings();
    String update =
        switch (how.sampler()) {
          case DMALA, DULA, CDMALA, CDULA -> "all blanks";
          case GWG, CGWG -> ReportWords.count(how.blanksPerStep(), "blank");
          case GIBBS, GIBBS_MH, LB -> "1 blank";
          case GIBBS_EXACT -> "blocks of " + ReportWords.count(blockSize(how), "blank");
          case HB ->
              "blocks of %s, radius %d"
                  .formatted(ReportWords.count(blockSize(how), "blank"), how.radius());
        };
    return switch (sampler.updates()) {
      case ONE -> update + intermediates(how) + more(how);
      case SWEEP -> update + ", as often as there are blanks" + intermediates(how) + more(how);
    };
  }

  /** Returns what is not so usual. */
  private static String more(InfillSettings how) {
    StringBuilder more = new StringBuilder();
    if (how.precondition() == Precondition.CURVATURE) {
      more.append(", preconditioned by curvature");
    }
    how.minibatch()
        .ifPresent(
            size -> more.append(", gradient from ").append(ReportWords.count(size, "blank")));
    how.cycles().ifPresent(cycles -> more.append(", ").append(ReportWords.count(cycles, "cycle")));
    if (how.acceptance() == AcceptanceKind.NON_REVERSIBLE) {
      more.append(", non-reversible, δ ").append(how.delta());
    }
    how.annealFrom().ifPresent(from -> more.append(", annealed from ").append(from));
    if (how.burnIn() > 0) {
      more.append(", burn-in ").append(how.burnIn());
    }
    return more.toString();
  }

  private static int blockSize(InfillSettings how) {
    return how.blockSize().orElse(how.sampler().defaultBlockSize());
  }

  private static String intermediates(InfillSettings how) {
    return how.sampler().usesIntermediates()
        ? ", intermediates " + how.intermediate() + ", α₀ " + how.intermediateStepSize()
        : "";
  }

  private static String label(GradientKind gradient) {
    return switch (gradient) {
      case EXACT -> "exact";
      case OWN_TERM -> "own-term";
      case NONE -> "none";
    };
  }

  private String source(SamplerSpec sampler) {
    if (sampler.settings().cycles().isPresent()) {
      return "adapted in burn-in";
    }
    return switch (sampler.stepSizeSource()) {
      case DEFAULT -> "not tuned";
      case GIVEN -> "given";
      case TUNED ->
          "tuned on %stasks that are not in the evaluation"
              .formatted(tuned.map(sizes -> sizes.tasks().size() + " ").orElse(""));
    };
  }
}
