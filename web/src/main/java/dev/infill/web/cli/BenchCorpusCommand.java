package dev.infill.web.cli;

import dev.infill.core.InvalidInputException;
import dev.infill.corpora.CorpusReader;
import dev.infill.evaluation.bench.CorpusBenchmark;
import dev.infill.evaluation.experiment.ReferenceCorpus;
import dev.infill.web.Versions;
import dev.infill.web.json.CorpusBenchmarkJson;
import dev.infill.web.json.JsonLines;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code infill bench corpus}: times the reading of corpora. */
@Command(name = "corpus", description = "Time the reading of corpora, on one thread.")
final class BenchCorpusCommand implements Callable<Integer> {
  static final int DEFAULT_REPETITIONS = 5;

  private static final String STANDARD_INPUT = "-";
  private static final String ROW = "%-28s%-12s%9s%11s%10s%10s%n";
  private static final int NAME_WIDTH = 27;

  private static final String[] FOOTER = {
    "",
    "Examples:",
    "  infill bench corpus --corpus wiki103.txt",
    "  infill bench corpus --corpus tbc.txt --corpus notes.md --repetitions 20",
    "",
    "Megabytes (MB) of the file a second: of reading its sentences alone, and of",
    "reading and counting them, as infill corpus stats does; the median, after one",
    "time that does not count. A file of less than 10 MB is read several times over",
    "in each repetition. Of a packed file its packed bytes count."
  };

  private final Console console;
  private final CorpusOptions reading = new CorpusOptions();
  private final OutputOptions output = new OutputOptions();
  private final Files files = new Files();

  @Spec private CommandSpec spec = CommandSpec.create();

  BenchCorpusCommand(Console console) {
    this.console = console;
  }

  private static final class Files {
    @Option(
        names = "--corpus",
        paramLabel = "FILE",
        required = true,
        description = "A corpus. May be repeated.")
    private List<String> corpora = List.of();
  }

  /** Returns the command with its options. */
  CommandSpec spec() {
    CommandSpec command = CommandSpec.forAnnotatedObject(this);
    new OptionGroups()
        .add(
            "Benchmark",
            CommandSpec.forAnnotatedObject(files)
                .addOption(
                    NumberOption.of(
                        "--repetitions", "How often each is timed.", DEFAULT_REPETITIONS)))
        .add("Reading", CommandSpec.forAnnotatedObject(reading))
        .add("Output", output.spec())
        .applyTo(command);
    command.usageMessage().footer(CorpusOptions.footer(FOOTER));
    return command;
  }

  @Override
  public Integer call() {
    ParseResult parsed = spec.commandLine().getParseResult();
    if (files.corpora.contains(STANDARD_INPUT)) {
      throw new InvalidInputException(
          "corpus", "standard input cannot be read more than once; give a file");
    }
    CorpusBenchmark benchmark =
        new CorpusBenchmark(parsed.matchedOptionValue("--repetitions", DEFAULT_REPETITIONS));
    try (ProgressDisplay progress = new ProgressDisplay(console, output.isQuiet())) {
      if (!output.isJson()) {
        console.out().print(heading());
      }
      for (String name : files.corpora) {
        CorpusBenchmark.Result result =
            benchmark.run(Path.of(name), () -> reading.open(name, console, progress).reader());
        progress.clear();
        console
            .out()
            .print(
                output.isJson()
                    ? new JsonLines().line(CorpusBenchmarkJson.of(result, Versions.current()))
                        + "\n"
                    : row(result));
      }
      return ExitCode.SUCCESS;
    }
  }

  /** Times corpora beside other benchmarks. */
  static void run(BenchSession session, CorpusBenchmark benchmark, List<ReferenceCorpus> corpora) {
    List<CorpusBenchmark.Result> results =
        corpora.stream()
            .map(
                corpus ->
                    benchmark.run(
                        corpus.file(), () -> CorpusReader.open(corpus.file(), corpus.format())))
            .toList();
    session.print(
        () ->
            heading() + results.stream().map(BenchCorpusCommand::row).collect(Collectors.joining()),
        () ->
            results.stream()
                .map(result -> CorpusBenchmarkJson.of(result, Versions.current()))
                .toList());
  }

  private static String heading() {
    return ROW.formatted("file", "reader", "MB", "sentences", "reading", "counting");
  }

  private static String row(CorpusBenchmark.Result result) {
    String name = result.file().toString();
    return ROW.formatted(
        name.length() > NAME_WIDTH ? "…" + name.substring(name.length() - NAME_WIDTH + 1) : name,
        result.format().label(),
        Figures.decimal(result.bytes() / 1e6, 1),
        Figures.count(result.statistics().sentences()),
        Figures.decimal(result.readingMegabytesPerSecond(), 1),
        Figures.decimal(result.countingMegabytesPerSecond(), 1));
  }
}
