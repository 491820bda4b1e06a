package dev.infill.web.cli.batch;

import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.Cancellation;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.FillSettings;
import dev.infill.core.task.TextSettings;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.web.api.JsonLines;
import dev.infill.web.api.Mode;
import dev.infill.web.api.Versions;
import dev.infill.web.batch.BatchEngine;
import dev.infill.web.batch.BatchFolder;
import dev.infill.web.batch.BatchInput;
import dev.infill.web.batch.BatchJob;
import dev.infill.web.batch.BatchJobJson;
import dev.infill.web.batch.BatchStatistics;
import dev.infill.web.batch.BatchSummaryJson;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.ExitCode;
import dev.infill.web.cli.console.Interruption;
import dev.infill.web.cli.console.ProgressDisplay;
import dev.infill.web.cli.option.CommandOption;
import dev.infill.web.cli.option.ModelLoader;
import dev.infill.web.cli.option.ModelOptions;
import dev.infill.web.cli.option.OptionGroups;
import dev.infill.web.cli.option.OutputOptions;
import dev.infill.web.cli.option.SamplingOptions;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code infill batch}: fills the texts of a large file, and goes on after a kill. */
@Command(
    name = "batch",
    description = "Fill many texts of a file, with checkpoints; on one machine or on Spark.",
    footer = {
      "",
      "Examples:",
      "  infill batch --input big.jsonl --output filled --seed 1",
      "  infill batch --input big.jsonl --output drawn --mode sample --steps 20",
      "  infill batch --input big.jsonl --output out --engine spark --master local[2]",
      "",
      "Each line of the input is a JSON object: a text with blanks, and if you like an",
      "id (else the line's number) and settings of the mode:",
      "  {\"id\": \"a1\", \"text\": \"the old ___ ran\", \"settings\": {\"top\": 3}}",
      "",
      "DIR gets part-00000.jsonl and so on, with one result for each id, in the order",
      "of the input: what infill fill (or sample) --format json prints, without times,",
      "or a problem. A line that cannot be used stops nothing; the exit code is then 2.",
      "summary.json sums them up. After a kill the same command goes on, and ends with",
      "the same results: a text's seed comes from the job's seed and the text's id."
    })
public final class BatchCommand implements Callable<Integer> {
  private static final int TEXTS_PER_PART = 1000;
  private static final int TEXTS_AT_ONCE = 2;

  private final Console console;
  private final ModelLoader models;
  private final Interruption interruption;
  private final SamplingOptions sampling = new SamplingOptions();
  private final ModelOptions model = new ModelOptions();
  private final OutputOptions output = new OutputOptions();
  private final OptionSpec input =
      CommandOption.value("--input", "FILE", Path.class)
          .required(true)
          .description(
              "A file of any size with texts: JSON lines in UTF-8. Blank lines are skipped.")
          .build();
  private final OptionSpec folder =
      CommandOption.value("--output", "DIR", Path.class)
          .required(true)
          .description("The folder of the results: a new one, or that of a job to continue.")
          .build();
  private final OptionSpec textsPerPart =
      CommandOption.number(
          "--texts-per-part", "How many texts a file of results has.", TEXTS_PER_PART);
  private final OptionSpec textsAtOnce =
      CommandOption.number(
          "--texts-at-once",
          "How many texts a worker fills at the same time; changes speed, not results.",
          TEXTS_AT_ONCE);
  private final OptionSpec mode =
      CommandOption.choice("--mode", Mode.class)
          .description(
              "Find the most probable fillings, as infill fill does (with its default of"
                  + " --max-passes, 800), or draw many, as infill sample does. Options of chains"
                  + " need sample. Default: fill.")
          .build();
  private final OptionSpec engine =
      CommandOption.value("--engine", "local|spark", String.class)
          .description(
              "The engine that fills the parts: this process (local) or Apache Spark 4 (spark)."
                  + " Default: "
                  + BatchEngine.LOCAL
                  + ".")
          .build();
  private final OptionSpec master =
      CommandOption.value("--master", "URL", String.class)
          .description("The master of Spark. Default: local[*], this process.")
          .build();
  private final OptionSpec sparkConf =
      CommandOption.value("--spark-conf", "KEY=VALUE", List.class)
          .auxiliaryTypes(String.class)
          .description("A property of Spark. Repeatable.")
          .build();

  @Spec private CommandSpec spec = CommandSpec.create();

  public BatchCommand(Console console, ModelLoader models, Interruption interruption) {
    this.console = console;
    this.models = models;
    this.interruption = interruption;
  }

  /** Returns the command with its options. */
  public CommandSpec spec() {
    CommandSpec command = CommandSpec.forAnnotatedObject(this);
    new OptionGroups()
        .add(
            "Job",
            CommandSpec.create()
                .addOption(input)
                .addOption(folder)
                .addOption(mode)
                .addOption(textsPerPart)
                .addOption(textsAtOnce)
                .addOption(engine)
                .addOption(master)
                .addOption(sparkConf))
        .addAll(sampling.groups())
        .add("Model", model.spec())
        .add("Output", output.spec())
        .applyTo(command);
    return command;
  }

  @Override
  public Integer call() throws IOException {
    ParseResult parsed = spec.commandLine().getParseResult();
    TextSettings<?> given = given(parsed);
    BatchEngine.Options options =
        new BatchEngine.Options(parsed.matchedOptionValue("--master", ""), properties(parsed));
    BatchEngine chosen =
        BatchEngine.named(parsed.matchedOptionValue("--engine", BatchEngine.LOCAL), options);
    BatchFolder target = new BatchFolder(folder.<Path>getValue());
    target.check();
    try (ProgressDisplay progress = new ProgressDisplay(console, output.isQuiet())) {
      boolean isDrawn = given.seed().isEmpty() && target.seed().isEmpty();
      TextSettings<?> settings = seeded(given, target);
      BatchJob job =
          new BatchJob(
              input.<Path>getValue(),
              target,
              settings,
              parsed.matchedOptionValue("--texts-at-once", TEXTS_AT_ONCE));
      int size = parsed.matchedOptionValue("--texts-per-part", TEXTS_PER_PART);
      BatchInput texts =
          BatchInput.scan(
              job.input(),
              size,
              (stage, done, total) -> progress.bytes("reading the input", done, total));
      try (MaskedLanguageModel loaded = model.open(models, parsed, progress)) {
        BatchJobJson description =
            BatchJobJson.of(texts, size, settings, loaded.description(), Versions.current());
        try (Closeable held = target.begin(new JsonLines().pretty(description))) {
          if (isDrawn) {
            progress.notice("drawn with --seed " + settings.seed().orElseThrow());
          }
          return run(job, texts, description, loaded, chosen, options, progress);
        }
      }
    }
  }

  private int run(
      BatchJob job,
      BatchInput texts,
      BatchJobJson description,
      MaskedLanguageModel loaded,
      BatchEngine chosen,
      BatchEngine.Options options,
      ProgressDisplay progress) {
    job.folder().requireUnchanged(texts.parts());
    long before = job.texts(texts.parts());
    if (before > 0) {
      progress.notice("%d of %d texts were done before".formatted(before, texts.texts()));
    }
    BatchProgress made = new BatchProgress(progress, texts.texts(), before, System::nanoTime);
    Cancellation cancellation = interruption.beginSampling();
    boolean complete;
    try {
      complete =
          chosen.run(
              new BatchEngine.Work(
                  job,
                  texts.parts(),
                  loaded,
                  model.source(spec.commandLine().getParseResult()),
                  options,
                  made,
                  cancellation));
    } finally {
      progress.clear();
      interruption.endSampling();
    }
    if (!complete) {
      console.complain(
          "stopped with %d of %d texts done; the same command continues"
              .formatted(job.texts(texts.parts()), texts.texts()));
      return ExitCode.INTERRUPTED;
    }
    BatchSummaryJson.TimingJson timing =
        BatchSummaryJson.TimingJson.of(
            chosen.name(), job.textsAtOnce(), made.made(), made.seconds());
    return end(job, texts, description, timing, progress);
  }

  /** Writes the summary, unless the job had ended before. */
  private int end(
      BatchJob job,
      BatchInput texts,
      BatchJobJson description,
      BatchSummaryJson.TimingJson timing,
      ProgressDisplay progress) {
    BatchStatistics statistics =
        BatchStatistics.of(
            job,
            texts.parts(),
            (stage, done, total) -> progress.show("computing the summary", done, total, ""));
    BatchSummaryJson summary =
        statistics.summary(description, texts.parts().size(), timing, Versions.current());
    JsonLines json = new JsonLines();
    if (timing.texts() > 0 || !job.folder().hasSummary()) {
      job.folder().end(json.pretty(summary));
    }
    progress.clear();
    console
        .out()
        .print(
            output.isJson()
                ? json.line(summary) + "\n"
                : BatchSummaryTable.render(summary, job.folder().path()));
    if (statistics.failed() == 0) {
      return ExitCode.SUCCESS;
    }
    console.complain(
        "%d of %d texts could not be filled; their results say why"
            .formatted(statistics.failed(), texts.texts()));
    return ExitCode.INVALID_INPUT;
  }

  /** A job goes on with the seed that it was begun with, unless another one is asked for. */
  private static TextSettings<?> seeded(TextSettings<?> given, BatchFolder target) {
    if (given.seed().isPresent()) {
      return given;
    }
    OptionalLong begun = target.seed();
    OptionalLong seed = begun.isPresent() ? begun : OptionalLong.of(Settings.drawnSeed());
    return given.with(Settings.SEED, seed);
  }

  private TextSettings<?> given(ParseResult parsed) {
    Mode chosen = parsed.matchedOptionValue("--mode", Mode.FILL);
    if (chosen == Mode.SAMPLE) {
      return sampling.settings(parsed);
    }
    if (sampling.hasPreset(parsed)) {
      throw new InvalidInputException("preset", "fill has no preset; sample has");
    }
    return sampling.chosen(parsed).over(FillSettings.defaults());
  }

  private Map<String, String> properties(ParseResult parsed) {
    Map<String, String> properties = new LinkedHashMap<>();
    if (parsed.hasMatchedOption(sparkConf)) {
      for (String property : sparkConf.<List<String>>getValue()) {
        int equals = property.indexOf('=');
        if (equals < 1) {
          throw new InvalidInputException(
              "spark-conf",
              "expected KEY=VALUE, such as spark.executor.memory=4g, not '" + property + "'");
        }
        properties.put(property.substring(0, equals), property.substring(equals + 1));
      }
    }
    return properties;
  }
}
