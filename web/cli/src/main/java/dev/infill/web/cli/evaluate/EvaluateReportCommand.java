package dev.infill.web.cli.evaluate;

import dev.infill.core.FailureReason;
import dev.infill.core.InvalidInputException;
import dev.infill.evaluation.experiment.ExperimentRecord;
import dev.infill.evaluation.experiment.JoinedExperiment;
import dev.infill.evaluation.experiment.RecordedExperiment;
import dev.infill.evaluation.experiment.ReferenceCorpus;
import dev.infill.evaluation.experiment.SelectedBy;
import dev.infill.evaluation.experiment.Selection;
import dev.infill.evaluation.report.ReportFiles;
import dev.infill.web.api.NearestNames;
import dev.infill.web.api.Versions;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.ExitCode;
import dev.infill.web.cli.console.ProgressDisplay;
import dev.infill.web.cli.option.CommaList;
import dev.infill.web.cli.option.CommandOption;
import dev.infill.web.cli.option.CorpusPair;
import dev.infill.web.cli.option.OptionGroups;
import dev.infill.web.cli.option.OutputOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code infill evaluate report}: one report of experiments that were run before. */
@Command(
    name = "report",
    description = "Join experiments that were run with evaluate paper into one report.",
    footer = {
      "",
      "Examples:",
      "  infill evaluate report table3 temperatures --tbc tbc.txt --wiki wiki103.txt \\",
      "      --out joined",
      "  infill evaluate report table3 temperatures --tbc tbc.txt --wiki wiki103.txt \\",
      "      --samplers gibbs,dmala,dmala+temperature=0.7 --out some",
      "  infill evaluate report table3 --tbc tbc.txt --wiki wiki103.txt --keep first \\",
      "      --out unselected",
      "",
      "Compares the samplers of all folders on the tasks that every one of them has a",
      "result on; an experiment that was broken off, or is still running, counts with",
      "what it has. Experiments must be alike: chains, steps, samples kept, energy,",
      "vocabulary, seed, model and corpora. No model is loaded, and nothing is",
      "written into the folders of the experiments."
    })
public final class EvaluateReportCommand implements Callable<Integer> {
  private final Console console;
  private final CorpusPair corpora = CorpusPair.required();
  private final OutputOptions output = new OutputOptions();
  private final PositionalParamSpec folders =
      PositionalParamSpec.builder()
          .paramLabel("DIR")
          .arity("1..*")
          .hideParamSyntax(true)
          .type(List.class)
          .auxiliaryTypes(Path.class)
          .required(true)
          .description("The folders of the experiments.")
          .build();
  private final OptionSpec samplers =
      CommandOption.value("--samplers", "LABEL,LABEL", String.class)
          .description(
              "Which samplers, by their names in the experiments, and in which order; differences"
                  + " are taken to the first. Default: all, folder by folder.")
          .build();
  private final OptionSpec keep =
      CommandOption.choice("--keep", SelectedBy.class)
          .description(
              "Which samples of a task's chains are measured. likeliest: those of highest U, as in"
                  + " the paper. distinct: of equal ones only one. first: those of the first"
                  + " chains, whatever their U. Default: likeliest.")
          .build();
  private final OptionSpec out =
      CommandOption.value("--out", "DIR", Path.class)
          .required(true)
          .description("Where table.md, table.csv, report.html and timings.md are written.")
          .build();

  @Spec private CommandSpec spec = CommandSpec.create();

  public EvaluateReportCommand(Console console) {
    this.console = console;
  }

  /** Returns the command with its options. */
  public CommandSpec spec() {
    CommandSpec command = CommandSpec.forAnnotatedObject(this);
    new OptionGroups()
        .add(
            "Experiments",
            CommandSpec.create()
                .addPositional(folders)
                .addOption(samplers)
                .addOption(keep)
                .addOption(out))
        .add("Corpora", corpora.spec())
        .add("Output", output.spec())
        .applyTo(command);
    return command;
  }

  @Override
  public Integer call() {
    ParseResult parsed = spec.commandLine().getParseResult();
    List<Path> given = folders.<List<Path>>getValue();
    Path folder = out.<Path>getValue();
    checkOut(folder, given);
    try (ProgressDisplay progress = new ProgressDisplay(console, output.isQuiet())) {
      JoinedExperiment experiment =
          join(parsed, given.stream().map(RecordedExperiment::read).toList());
      experiment.leftOut().forEach(what -> progress.notice("left out: " + what));
      List<ReferenceCorpus> references = corpora.corpora(parsed);
      references.forEach(experiment::requireCorpus);
      Selection kept = new Selection(selectedBy(parsed), experiment.plan().kept());
      progress.show("computing the report", 0, 0, "");
      ReportFiles.Report report =
          new ReportFiles(
                  experiment,
                  kept,
                  references.get(0),
                  references.get(1),
                  ExperimentSettings.of(
                      experiment,
                      kept,
                      "of " + String.join(", ", experiment.folders()),
                      references,
                      Optional.empty()),
                  Optional.empty(),
                  Versions.current().infill())
              .write(folder);
      progress.clear();
      console.out().print(ReportText.of(report, folder, output, console));
      return ExitCode.SUCCESS;
    }
  }

  private SelectedBy selectedBy(ParseResult parsed) {
    return parsed.hasMatchedOption(keep) ? keep.getValue() : SelectedBy.LIKELIEST;
  }

  private JoinedExperiment join(ParseResult parsed, List<RecordedExperiment> experiments) {
    if (!parsed.hasMatchedOption(samplers)) {
      return JoinedExperiment.of(experiments);
    }
    List<String> picked = CommaList.parse(samplers.getValue());
    NearestNames labels = new NearestNames(JoinedExperiment.labels(experiments));
    for (String label : picked) {
      if (!labels.names().contains(label)) {
        throw new InvalidInputException("samplers", labels.unknown("sampler", label));
      }
    }
    return JoinedExperiment.of(experiments, picked);
  }

  /** The folders of experiments stay as they are, those that are read and any other. */
  private static void checkOut(Path out, List<Path> experiments) {
    ExperimentRecord.checkFolder(out);
    for (Path experiment : experiments) {
      if (real(out).startsWith(real(experiment))) {
        throw new InvalidInputException(
            "out",
            "%s is in %s, which is read; choose a folder of the report's own"
                .formatted(out, experiment));
      }
    }
    if (RecordedExperiment.isIn(out)) {
      throw new InvalidInputException(
          "out", out + " holds an experiment; choose a folder of the report's own");
    }
  }

  /** Follows the links in a path as far as it exists. */
  private static Path real(Path path) {
    Path there = path.toAbsolutePath().normalize();
    Path parent = there.getParent();
    try {
      return parent == null || Files.exists(there)
          ? there.toRealPath()
          : real(parent).resolve(there.getFileName());
    } catch (IOException e) {
      throw new UncheckedIOException(path + ": " + FailureReason.of(e), e);
    }
  }
}
