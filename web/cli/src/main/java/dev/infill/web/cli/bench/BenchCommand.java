package dev.infill.web.cli.bench;

import dev.infill.core.task.SampleSettings;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.evaluation.bench.Benchmark;
import dev.infill.evaluation.bench.Measurement;
import dev.infill.evaluation.bench.Peer;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.ExitCode;
import dev.infill.web.cli.console.ProgressDisplay;
import dev.infill.web.cli.option.CommandOption;
import dev.infill.web.cli.option.ModelLoader;
import dev.infill.web.cli.option.ModelOptions;
import dev.infill.web.cli.option.OptionGroups;
import dev.infill.web.cli.option.OutputOptions;
import dev.infill.web.cli.option.SamplingOptions;
import dev.infill.web.cli.option.SeedOption;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code infill bench}: times a dense step, and whole jobs beside dense ones. */
@Command(
    name = "bench",
    description = "Time a dense step, and jobs beside dense ones.",
    footer = {
      "",
      "Examples:",
      "  infill bench",
      "  infill bench --gradient exact --repetitions 5 --format json > bench.jsonl",
      "  infill bench --peer \"python3 peer.py\"",
      "",
      "A step evaluates U and its gradient at one new state of every chain.",
      "Jobs, from a text to its fillings, in turn, each repetition with another seed:",
      "  dense    dmala with g = sqrt; every state is evaluated whole",
      "  fast     the same as dense, as Infill runs it: the same draws",
      "  default  the default kernel, as Infill runs it",
      "  fill     the most probable fillings, with the defaults of infill fill",
      "  peer     the other program, if there is one: the seconds of its process",
      "",
      "Each figure is a median (minimum-maximum); ratios are those of one turn. first",
      "is the time of the first fillings, ESS the effective sample size of U; passes",
      "are sequences through the model. faster is the speed relative to dense (or the",
      "peer), gain the relative ESS per second."
    })
public final class BenchCommand implements Callable<Integer> {
  /** The text of the README. */
  static final String DEFAULT_TEXT =
      "he had not , after all , [MASK] me the chance but [MASK] abandoned me [MASK] .";

  private static final int DEFAULT_REPETITIONS = 3;

  private final Console console;
  private final ModelLoader models;
  private final SamplingOptions sampling = new SamplingOptions(SampleSettings.defaults());
  private final ModelOptions model = new ModelOptions();
  private final OutputOptions output = new OutputOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  public BenchCommand(Console console, ModelLoader models) {
    this.console = console;
    this.models = models;
  }

  /** Returns the command with its options. */
  public CommandSpec spec() {
    CommandSpec command = CommandSpec.forAnnotatedObject(this);
    new OptionGroups()
        .add(
            "Benchmark",
            CommandSpec.create()
                .addOption(
                    CommandOption.value("--text", "TEXT", String.class)
                        .description("A text with blanks. Default: " + DEFAULT_TEXT)
                        .build())
                .addOption(
                    CommandOption.value("--peer", "COMMAND", String.class)
                        .description(
                            "Run another program, by a command for the shell, in turn with the"
                                + " jobs.")
                        .build())
                .addOption(
                    CommandOption.number(
                        "--repetitions", "How often each is timed.", DEFAULT_REPETITIONS)))
        .add(
            "Sampling",
            sampling
                .only("--chains", "--steps", "--burn-in", "--gradient")
                .addOption(SeedOption.fixed("Seed of the first repetition.")))
        .add("Model", model.spec())
        .add("Output", output.spec())
        .applyTo(command);
    return command;
  }

  @Override
  public Integer call() throws IOException {
    ParseResult parsed = spec.commandLine().getParseResult();
    Benchmark benchmark =
        new Benchmark(
            parsed.matchedOptionValue("--text", DEFAULT_TEXT),
            sampling.settings(parsed).withSeed(SeedOption.fixedValue(parsed)),
            parsed.matchedOptionValue("--repetitions", DEFAULT_REPETITIONS));
    Optional<Peer> peer =
        Optional.ofNullable(parsed.<String>matchedOptionValue("--peer", null)).map(Peer::new);
    try (ProgressDisplay progress = new ProgressDisplay(console, output.isQuiet());
        MaskedLanguageModel opened = model.open(models, parsed, progress)) {
      progress.clear();
      BenchReport report =
          new BenchReport(
              console.out(),
              output.isJson(),
              benchmark,
              opened.description(),
              model.threads(parsed),
              console.columns());
      Measurement step = benchmark.step(opened);
      report.printHeading();
      report.print(List.of(step));
      List<Measurement> jobs = benchmark.jobs(opened, peer, progress);
      progress.clear();
      report.print(jobs);
      return ExitCode.SUCCESS;
    }
  }
}
