package dev.infill.web.cli;

import dev.infill.core.InvalidInputException;
import dev.infill.core.infill.InfillSettings;
import dev.infill.corpora.task.MaskingTask;
import dev.infill.evaluation.bench.BatchBenchmark;
import dev.infill.evaluation.bench.DrawnTexts;
import dev.infill.evaluation.experiment.ReferenceCorpus;
import dev.infill.web.Versions;
import dev.infill.web.json.BatchBenchmarkJson;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code infill bench batch}: times many texts, one after another. */
@Command(
    name = "batch",
    description = "Time many texts, filled one after another, beside doing so densely.",
    footer = {
      "",
      "Examples:",
      "  infill bench batch --tbc tbc.txt --wiki wiki103.txt --texts 200 \\",
      "    --dense-texts 20 --dense-steps 5",
      "  infill bench batch --tbc tbc.txt --wiki wiki103.txt --chains 5 --steps 20",
      "",
      "Every text is filled by the default kernel. Dense: by the same kernel, every",
      "state being evaluated whole, nothing remembered or refused early. Dense texts",
      "are spread over all; where a part is measured, seconds are scaled to all steps",
      "by sequences through the model, and to all texts by their word pieces (marked",
      "~). Columns: seconds, texts a minute, sequences asked for and run, and how many",
      "times faster than dense."
    })
final class BenchBatchCommand implements Callable<Integer> {
  private static final String ROW = "%-10s%12s%12s%12s%12s%10s%n";

  private final Console console;
  private final ModelLoader models;
  private final JobOptions jobs = new JobOptions();
  private final ModelOptions model = new ModelOptions();
  private final OutputOptions output = new OutputOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  BenchBatchCommand(Console console, ModelLoader models) {
    this.console = console;
    this.models = models;
  }

  /** Returns the command with its options. */
  CommandSpec spec() {
    CommandSpec command = CommandSpec.forAnnotatedObject(this);
    new OptionGroups()
        .add("Texts", jobs.corpora())
        .add(
            "Dense jobs",
            CommandSpec.create()
                .addOption(BenchOptions.denseSteps())
                .addOption(
                    NumberOption.of(
                        "--dense-texts",
                        "How many of the texts are filled densely as well. Default: all.")))
        .add("Sampling", jobs.sampling("Seed of every text, and of which texts are drawn."))
        .add("Model", model.spec())
        .add("Output", output.spec())
        .applyTo(command);
    return command;
  }

  @Override
  public Integer call() {
    ParseResult parsed = spec.commandLine().getParseResult();
    InfillSettings settings = jobs.settings(parsed, false);
    List<ReferenceCorpus> corpora = jobs.corpora(parsed);
    if (corpora.isEmpty()) {
      throw new InvalidInputException(
          "texts", "a batch of texts is drawn from two corpora: give --tbc and --wiki");
    }
    int textsOfEach = jobs.textsOfEach(parsed, false);
    BatchBenchmark benchmark =
        new BatchBenchmark(
            settings,
            BenchOptions.densePart(parsed),
            parsed.hasMatchedOption("--dense-texts")
                ? OptionalInt.of(parsed.matchedOption("--dense-texts").<Integer>getValue())
                : OptionalInt.empty());
    try (BenchSession session = BenchSession.open(console, models, model, output, parsed)) {
      run(
          session,
          benchmark,
          DrawnTexts.draw(session.model(), corpora, jobs.seed(parsed), textsOfEach));
      return ExitCode.SUCCESS;
    }
  }

  static void run(BenchSession session, BatchBenchmark benchmark, List<MaskingTask> texts) {
    BatchBenchmark.Result result =
        benchmark.run(
            session.model(), texts.stream().map(MaskingTask::masked).toList(), session.progress());
    session.print(
        () -> table(result, session),
        () ->
            List.of(
                BatchBenchmarkJson.of(
                    result, session.threads(), session.model().description(), Versions.current())));
  }

  private static String table(BatchBenchmark.Result result, BenchSession session) {
    InfillSettings settings = result.settings();
    String scaled = result.isScaled() ? "~" : "";
    StringBuilder table =
        new StringBuilder(
            "%d texts, %d chains x %d steps; %s%n"
                .formatted(result.texts(), settings.chains(), settings.steps(), session.runsOn()));
    table.append(ROW.formatted("", "seconds", "texts/min", "asked", "run", "faster"));
    table.append(
        ROW.formatted(
            "dense",
            scaled + Figures.decimal(result.denseSeconds(), 1),
            scaled + Figures.decimal(result.textsPerMinute(result.denseSeconds()), 2),
            Figures.count(result.densePasses()),
            Figures.count(result.densePasses()),
            Figures.decimal(1, 1)));
    table.append(
        ROW.formatted(
            "default",
            Figures.decimal(result.seconds(), 1),
            Figures.decimal(result.textsPerMinute(result.seconds()), 2),
            Figures.count(result.passesAsked()),
            Figures.count(result.passesRun()),
            Figures.decimal(result.timesFaster(), 1)));
    if (result.isScaled()) {
      table.append(
          "~ scaled: %d of %d steps of dense were run, on %d of %d texts%n"
              .formatted(
                  result.partSteps().orElse(settings.steps()),
                  settings.steps(),
                  result.denseTexts(),
                  result.texts()));
    }
    return table.toString();
  }
}
