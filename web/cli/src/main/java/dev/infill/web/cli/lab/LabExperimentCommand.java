package dev.infill.web.cli.lab;

import dev.infill.core.FailureReason;
import dev.infill.core.InvalidInputException;
import dev.infill.core.NumberRange;
import dev.infill.corpora.file.AtomicFile;
import dev.infill.evaluation.lab.LabExperiment;
import dev.infill.evaluation.lab.LabResult;
import dev.infill.evaluation.lab.LabScale;
import dev.infill.web.api.JsonLines;
import dev.infill.web.api.Versions;
import dev.infill.web.cli.console.AnnotatedText;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.ExitCode;
import dev.infill.web.cli.console.ProgressDisplay;
import dev.infill.web.cli.option.CommandOption;
import dev.infill.web.cli.option.OptionGroups;
import dev.infill.web.cli.option.OutputOptions;
import dev.infill.web.cli.option.SeedOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code infill lab NAME}: runs one experiment. */
final class LabExperimentCommand implements Callable<Integer> {
  private static final NumberRange SEEDS = new NumberRange(1, 1_000);
  private static final double NANOSECONDS = 1e9;
  private static final String PARTIAL = "partial.csv";

  private final Console console;
  private final LabExperiment experiment;
  private final OutputOptions output = new OutputOptions();
  private final CommandSpec command = CommandSpec.wrapWithoutInspection(this);

  LabExperimentCommand(Console console, LabExperiment experiment) {
    this.console = console;
    this.experiment = experiment;
  }

  /** Returns the command with its options. */
  CommandSpec spec() {
    command.name(experiment.name());
    command.usageMessage().description(experiment.description());
    command
        .usageMessage()
        .footer(
            "",
            "Examples:",
            "  infill lab %s%s --out lab".formatted(experiment.name(), data()),
            "  infill lab %s%s --out lab --quick".formatted(experiment.name(), data()),
            "  infill lab %s%s --out lab --seeds 5".formatted(experiment.name(), data()),
            "",
            "DIR gets all figures as %1$s.csv, drawn as %1$s.svg, and the"
                .formatted(experiment.name()),
            "main ones with the settings as %s.json. While it runs,".formatted(experiment.name()),
            "its figures so far are in %s.%s. No model is loaded."
                .formatted(experiment.name(), PARTIAL));
    new OptionGroups().add("Experiment", options()).add("Output", output.spec()).applyTo(command);
    return command;
  }

  private String data() {
    return switch (experiment.data()) {
      case NONE -> "";
      case IMAGES -> " --data train-images-idx3-ubyte.gz";
      case TABLE -> " --data breast_cancer.csv";
    };
  }

  private CommandSpec options() {
    CommandSpec options = CommandSpec.create();
    if (experiment.data() != LabExperiment.Data.NONE) {
      options.addOption(
          CommandOption.value("--data", "FILE", Path.class)
              .required(true)
              .description(
                  experiment.data() == LabExperiment.Data.IMAGES
                      ? "Images in the form of MNIST's files (IDX), plain or gzip; a pixel of 128"
                          + " or more is on."
                      : "Rows of numbers between commas, semicolons or tabs; the last number of"
                          + " a row is its target.")
              .build());
    }
    return options
        .addOption(
            CommandOption.value("--out", "DIR", Path.class)
                .required(true)
                .description("The folder that gets the files.")
                .build())
        .addOption(
            CommandOption.flag(
                "--quick", "To try it out in seconds: sizes that are too small for conclusions."))
        .addOption(
            CommandOption.flag(
                "--paper-sizes", "The papers' sizes, which may take hours, or weeks."))
        .addOption(
            SeedOption.fixed("Seed of all random numbers; it determines all figures but times."))
        .addOption(
            CommandOption.number(
                "--seeds",
                "Run with N seeds, from --seed on, each 1,000 above the one before: figures are"
                    + " means, with their standard errors. Up to 1,000.",
                1))
        .addOption(CommandOption.flag("--force", "Replace the files if they are there."));
  }

  @Override
  public Integer call() throws IOException {
    ParseResult parsed = command.commandLine().getParseResult();
    LabScale scale = scale(parsed);
    long seed = SeedOption.fixedValue(parsed);
    int seeds = SEEDS.require("seeds", parsed.matchedOptionValue("--seeds", 1));
    Path folder = parsed.matchedOption("--out").getValue();
    check(folder, parsed.hasMatchedOption("--force"));
    long begin = System.nanoTime();
    Path partial = file(folder, PARTIAL);
    LabResult result;
    try (ProgressDisplay display = new ProgressDisplay(console, output.isQuiet());
        LabProgress progress =
            new LabProgress(experiment.name(), display, System::nanoTime, partial)) {
      result =
          experiment.run(
              scale,
              seed,
              seeds,
              Optional.ofNullable(parsed.matchedOptionValue("--data", null)),
              progress);
    }
    String json =
        new JsonLines()
                .line(
                    LabResultJson.of(
                        experiment.name(),
                        scale,
                        seed,
                        seeds,
                        (System.nanoTime() - begin) / NANOSECONDS,
                        result,
                        Versions.current()))
            + "\n";
    write(folder, result, json);
    Files.deleteIfExists(partial);
    console.out().print(output.isJson() ? json : text(folder, result));
    return ExitCode.SUCCESS;
  }

  private static LabScale scale(ParseResult parsed) {
    boolean quick = parsed.hasMatchedOption("--quick");
    boolean paper = parsed.hasMatchedOption("--paper-sizes");
    if (quick && paper) {
      throw new InvalidInputException("quick", "give --quick or --paper-sizes, not both");
    }
    return quick ? LabScale.QUICK : paper ? LabScale.PAPER : LabScale.STANDARD;
  }

  /** Refuses a folder that cannot get the files, before anything is run. */
  private void check(Path folder, boolean force) {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new InvalidInputException("out", folder + " is a file; give a folder");
    }
    for (String ending : new String[] {"csv", "svg", "json", PARTIAL}) {
      AtomicFile.check(file(folder, ending), force);
    }
  }

  private void write(Path folder, LabResult result, String json) throws IOException {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new IOException("cannot make the folder " + folder + ": " + FailureReason.of(e), e);
    }
    AtomicFile.write(file(folder, "csv"), result.table());
    AtomicFile.write(file(folder, "svg"), result.drawing());
    AtomicFile.write(file(folder, "json"), json);
  }

  private Path file(Path folder, String ending) {
    return folder.resolve(experiment.name() + "." + ending);
  }

  private String text(Path folder, LabResult result) {
    return result.text(console.columns())
        + "\n%s, %s and %s written\n"
            .formatted(
                Stream.of("csv", "svg", "json")
                    .map(end -> AnnotatedText.printable(file(folder, end).toString()))
                    .toArray());
  }
}
