package dev.infill.web.cli;

import dev.infill.bert.runtime.RuntimeFailureException;
import dev.infill.core.infill.InfillSettings;
import dev.infill.corpora.task.MaskingTask;
import dev.infill.evaluation.bench.BatchBenchmark;
import dev.infill.evaluation.bench.CorpusBenchmark;
import dev.infill.evaluation.bench.DrawnTexts;
import dev.infill.evaluation.bench.JobBenchmark;
import dev.infill.evaluation.bench.MetricsBenchmark;
import dev.infill.evaluation.bench.Peer;
import dev.infill.evaluation.bench.ProcessStart;
import dev.infill.evaluation.bench.ProductsBenchmark;
import dev.infill.evaluation.bench.RunningBert;
import dev.infill.evaluation.bench.SizesBenchmark;
import dev.infill.evaluation.bench.StartBenchmark;
import dev.infill.evaluation.bench.StepBenchmark;
import dev.infill.evaluation.experiment.ReferenceCorpus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code infill bench}: all benchmarks of speed in one run, above the single ones. */
@Command(
    name = "bench",
    description =
        "Measure what steps and whole jobs cost on this machine, all in one run; or, with a"
            + " command, one thing alone.",
    footer = {
      "",
      "Examples:",
      "  infill bench",
      "  infill bench --quick",
      "  infill bench --exact --peer \"python3 peer.py\" --out sizes --format json",
      "  infill bench --tbc tbc.txt --wiki wiki103.txt",
      "  infill bench --device cuda --precision float16",
      "",
      "Without a command: start, products, step, job and metrics; job also on texts",
      "of corpora, batch and corpus if there are --tbc and --wiki; sizes if there is",
      "--out. infill bench job --help explains the columns of jobs. What ONNX Runtime",
      "cannot do, such as a part that a GPU has no memory for, is left out with a line",
      "that says why, and the exit code is 1. Measure on a machine that does nothing",
      "else, and compare figures of one run only; memory takes a process of its own."
    })
final class BenchCommand implements Callable<Integer> {
  private final Console console;
  private final ModelLoader models;
  private final ProcessStart process;
  private final List<CommandSpec> members;
  private final JobOptions jobs = new JobOptions();
  private final ModelOptions model = new ModelOptions();
  private final OutputOptions output = new OutputOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  /**
   * Creates the command.
   *
   * @param console what it talks to
   * @param models where it gets models from
   * @param process when this process started
   * @param members the commands below it
   */
  BenchCommand(
      Console console, ModelLoader models, ProcessStart process, List<CommandSpec> members) {
    this.console = console;
    this.models = models;
    this.process = process;
    this.members = List.copyOf(members);
  }

  /** Returns the command with its options, without those below it. */
  CommandSpec spec() {
    CommandSpec command = CommandSpec.forAnnotatedObject(this);
    new OptionGroups()
        .add("All of it", whole())
        .add("Jobs", jobs.jobs())
        .add("Texts", jobs.corpora())
        .add("Sampling", jobs.sampling())
        .add("Model", model.spec())
        .add("Output", output.spec())
        .applyTo(command);
    return command;
  }

  private static CommandSpec whole() {
    return BenchSizesCommand.files(/* required= */ false)
        .addOption(
            OptionSpec.builder("--repetitions")
                .paramLabel("N")
                .arity("1")
                .type(Integer.class)
                .converters(NumberOption::integer)
                .description("How often everything is timed. Default: as each command has it.")
                .build())
        .addOption(
            OptionSpec.builder("--quick")
                .type(boolean.class)
                .description("To try it out: few chains, steps, texts and repetitions.")
                .build());
  }

  /** Returns the command with those below it. */
  CommandLine commandLine() {
    CommandSpec command = spec();
    UsageMessageSpec usage = command.usageMessage();
    usage.commandListHeading("%nCommands:%n");
    // A folder may be named after a command: --out sizes.
    CommandLine commandLine = new CommandLine(command).setAllowSubcommandsAsOptionParameters(true);
    members.forEach(member -> commandLine.addSubcommand(new CommandLine(member)));
    return commandLine;
  }

  @Override
  public Integer call() throws IOException {
    ParseResult parsed = spec.commandLine().getParseResult();
    boolean quick = parsed.hasMatchedOption("--quick");
    InfillSettings settings = jobs.settings(parsed, quick);
    Optional<Peer> peer = jobs.peer(parsed);
    List<ReferenceCorpus> corpora = jobs.corpora(parsed);
    int textsOfEach = jobs.textsOfEach(parsed, quick);
    ProductsBenchmark products =
        new ProductsBenchmark(
            settings.chains(),
            repetitions(parsed, quick, BenchProductsCommand.DEFAULT_REPETITIONS));
    StepBenchmark step =
        new StepBenchmark(
            settings.chains(), repetitions(parsed, quick, BenchStepCommand.DEFAULT_REPETITIONS));
    JobBenchmark job =
        new JobBenchmark(
            settings,
            jobs.dense(parsed),
            jobs.exact(parsed),
            repetitions(parsed, quick, JobOptions.DEFAULT_REPETITIONS));
    MetricsBenchmark metrics =
        new MetricsBenchmark(repetitions(parsed, quick, BenchMetricsCommand.DEFAULT_REPETITIONS));
    BatchBenchmark batch =
        new BatchBenchmark(settings, BenchOptions.densePart(parsed), OptionalInt.empty());
    CorpusBenchmark corpus =
        new CorpusBenchmark(repetitions(parsed, quick, BenchCorpusCommand.DEFAULT_REPETITIONS));
    Optional<Path> out =
        parsed.hasMatchedOption("--out")
            ? Optional.of(parsed.matchedOption("--out").getValue())
            : Optional.empty();
    out.ifPresent(folder -> BenchSizesCommand.check(folder, parsed.hasMatchedOption("--force")));
    String text = jobs.text(parsed);
    try (BenchSession session = BenchSession.open(console, models, model, output, parsed)) {
      Sections sections = new Sections(session);
      // Before anything else has run.
      sections.run(
          "start", () -> BenchStartCommand.run(session, new StartBenchmark(process), text));
      Optional<RunningBert> bert = session.bert();
      if (bert.isPresent()) {
        sections.run(
            "products", () -> BenchProductsCommand.run(session, products, bert.get(), text));
      }
      sections.run("step", () -> BenchStepCommand.run(session, step, text));
      sections.run("job", () -> BenchJobCommand.run(session, job, text, peer));
      if (!corpora.isEmpty()) {
        List<MaskingTask> texts =
            DrawnTexts.draw(session.model(), corpora, jobs.seed(parsed), textsOfEach);
        sections.run("job, texts of corpora", () -> BenchJobCommand.run(session, job, texts));
        sections.run("batch", () -> BenchBatchCommand.run(session, batch, texts));
        sections.run("corpus", () -> BenchCorpusCommand.run(session, corpus, corpora));
      }
      sections.run(
          "metrics", () -> console.out().print(BenchMetricsCommand.run(metrics, quick, output)));
      if (out.isPresent()) {
        SizesBenchmark.Grid grid = quick ? SizesBenchmark.Grid.quick() : SizesBenchmark.Grid.full();
        sections.run(
            "sizes",
            () ->
                BenchSizesCommand.run(
                    session,
                    new SizesBenchmark(session.model(), grid, jobs.seed(parsed)),
                    out.get()));
      }
      return sections.exitCode();
    }
  }

  private static int repetitions(ParseResult parsed, boolean quick, int fallback) {
    return parsed.matchedOptionValue("--repetitions", quick ? 1 : fallback);
  }

  /** The parts of the run, with headings where somebody reads them. */
  private static final class Sections {
    private final BenchSession session;
    private String before = "";
    private int exitCode = ExitCode.SUCCESS;

    Sections(BenchSession session) {
      this.session = session;
    }

    /** One part of the run. */
    @FunctionalInterface
    interface Part {
      void run() throws IOException;
    }

    /**
     * Does one part; what ONNX Runtime cannot do on this machine is said, and the rest is measured.
     */
    void run(String name, Part part) throws IOException {
      begin(name);
      try {
        part.run();
      } catch (RuntimeFailureException e) {
        session.progress().clear();
        session.console().complain("left out %s: %s".formatted(name, e.getMessage()));
        exitCode = ExitCode.FAILURE;
      }
    }

    int exitCode() {
      return exitCode;
    }

    private void begin(String name) {
      Palette palette = session.output().palette(session.console());
      String heading = before + palette.strong("== " + name) + "\n";
      session.print(() -> heading, List::of);
      before = "\n";
    }
  }
}
