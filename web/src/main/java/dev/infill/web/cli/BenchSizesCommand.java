package dev.infill.web.cli;

import dev.infill.core.FailureReason;
import dev.infill.core.InvalidInputException;
import dev.infill.corpora.file.AtomicFile;
import dev.infill.evaluation.bench.SizesBenchmark;
import dev.infill.evaluation.bench.SizesPlot;
import dev.infill.evaluation.bench.SizesTable;
import dev.infill.web.Choices;
import dev.infill.web.json.SizesBenchmarkJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code infill bench sizes}: what jobs cost as one size grows. */
@Command(
    name = "sizes",
    description = "Time jobs as their chains, steps, blanks or text grow, the rest staying.",
    footer = {
      "",
      "Examples:",
      "  infill bench sizes --out sizes",
      "  infill bench sizes --out sizes --quick --force",
      "",
      "25 to 200 chains, 50 to 500 steps, 1 to 12 blanks, texts of 16 to 256 pieces;",
      "what does not grow is 25 chains, 50 steps, 3 blanks and 32 pieces. One job of",
      "the default kernel for each, which takes minutes in all; the quick sizes take",
      "seconds. DIR gets sizes.csv, and sizes.svg, the same as a drawing."
    })
final class BenchSizesCommand implements Callable<Integer> {
  private static final String ROW = "%-10s%9s%9s%9s%9s%11s%11s%11s%n";
  private static final String TABLE = "sizes.csv";
  private static final String PLOT = "sizes.svg";
  private static final long DEFAULT_SEED = 1;

  private final Console console;
  private final ModelLoader models;
  private final ModelOptions model = new ModelOptions();
  private final OutputOptions output = new OutputOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  BenchSizesCommand(Console console, ModelLoader models) {
    this.console = console;
    this.models = models;
  }

  /** Returns the command with its options. */
  CommandSpec spec() {
    CommandSpec command = CommandSpec.forAnnotatedObject(this);
    new OptionGroups()
        .add(
            "Sizes",
            files(/* required= */ true)
                .addOption(
                    OptionSpec.builder("--quick")
                        .type(boolean.class)
                        .description("To try it out: a few small sizes.")
                        .build())
                .addOption(
                    OptionSpec.builder("--seed")
                        .paramLabel("N")
                        .arity("1")
                        .type(Long.class)
                        .converters(NumberOption::longInteger)
                        .description("Seed of every job. Default: " + DEFAULT_SEED + ".")
                        .build()))
        .add("Model", model.spec())
        .add("Output", output.spec())
        .applyTo(command);
    return command;
  }

  /** Returns the options that say where the files go. */
  static CommandSpec files(boolean required) {
    return CommandSpec.create()
        .addOption(
            OptionSpec.builder("--out")
                .paramLabel("DIR")
                .arity("1")
                .type(Path.class)
                .required(required)
                .description(
                    "The folder that gets sizes.csv and sizes.svg."
                        + (required ? "" : " Without it, sizes are left out."))
                .build())
        .addOption(
            OptionSpec.builder("--force")
                .type(boolean.class)
                .description("Replace these files if they are there.")
                .build());
  }

  @Override
  public Integer call() throws IOException {
    ParseResult parsed = spec.commandLine().getParseResult();
    Path out = parsed.matchedOption("--out").getValue();
    check(out, parsed.hasMatchedOption("--force"));
    SizesBenchmark.Grid grid =
        parsed.hasMatchedOption("--quick")
            ? SizesBenchmark.Grid.quick()
            : SizesBenchmark.Grid.full();
    try (BenchSession session = BenchSession.open(console, models, model, output, parsed)) {
      run(
          session,
          new SizesBenchmark(
              session.model(), grid, parsed.matchedOptionValue("--seed", DEFAULT_SEED)),
          out);
      return ExitCode.SUCCESS;
    }
  }

  /**
   * Checks that a folder may get the files, before anything is timed.
   *
   * @throws InvalidInputException if not
   */
  static void check(Path out, boolean force) {
    if (Files.exists(out) && !Files.isDirectory(out)) {
      throw new InvalidInputException("out", out + " is a file; give a folder");
    }
    AtomicFile.check(out.resolve(TABLE), force);
    AtomicFile.check(out.resolve(PLOT), force);
  }

  static void run(BenchSession session, SizesBenchmark benchmark, Path out) throws IOException {
    try {
      Files.createDirectories(out);
    } catch (IOException e) {
      throw new IOException("cannot make the folder " + out + ": " + FailureReason.of(e), e);
    }
    List<SizesBenchmark.Point> points = new ArrayList<>();
    benchmark.run(
        session.progress(),
        point -> {
          String heading = points.isEmpty() ? heading() : "";
          points.add(point);
          session.print(() -> heading + row(point), () -> List.of(SizesBenchmarkJson.of(point)));
        });
    write(out.resolve(TABLE), SizesTable.of(points));
    write(out.resolve(PLOT), SizesPlot.of(points));
  }

  private static String heading() {
    return ROW.formatted("grows", "chains", "steps", "blanks", "pieces", "seconds", "asked", "run");
  }

  private static String row(SizesBenchmark.Point point) {
    return ROW.formatted(
        Choices.label(point.axis()),
        point.chains(),
        point.steps(),
        point.blanks(),
        point.pieces(),
        Figures.decimal(point.seconds(), 2),
        Figures.count(point.passesAsked()),
        Figures.count(point.passesRun()));
  }

  private static void write(Path target, String text) throws IOException {
    try (AtomicFile file = AtomicFile.create(target)) {
      file.stream().write(text.getBytes(StandardCharsets.UTF_8));
      file.commit();
    }
  }
}
