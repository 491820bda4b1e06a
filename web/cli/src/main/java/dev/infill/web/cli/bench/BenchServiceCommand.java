package dev.infill.web.cli.bench;

import dev.infill.bert.ModelPass;
import dev.infill.bert.PassListener;
import dev.infill.core.InvalidInputException;
import dev.infill.core.task.InfillSettings;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.evaluation.bench.LoadBenchmark;
import dev.infill.evaluation.bench.ProcessMemory;
import dev.infill.web.api.JsonLines;
import dev.infill.web.api.Versions;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.ExitCode;
import dev.infill.web.cli.console.Figures;
import dev.infill.web.cli.console.ProgressDisplay;
import dev.infill.web.cli.option.CommandOption;
import dev.infill.web.cli.option.ModelLoader;
import dev.infill.web.cli.option.ModelOptions;
import dev.infill.web.cli.option.OptionGroups;
import dev.infill.web.cli.option.OutputOptions;
import dev.infill.web.service.InfillService;
import dev.infill.web.service.ServiceLimit;
import dev.infill.web.service.ServiceLimits;
import dev.infill.web.service.ServiceMetrics;
import dev.infill.web.service.ServiceOptions;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code infill bench service}: requests a second of the service, and how long each takes. */
@Command(
    name = "service",
    description = "Time requests of several clients at the same time to the service.",
    footer = {
      "",
      "Examples:",
      "  infill bench service",
      "  infill bench service --clients 4 --requests 1000 --chains 2 --steps 5",
      "",
      "A service is started in this process, once with passes of the model that",
      "requests share and once without. Each client fills a text, and the next one as",
      "soon as it has its answer; every request has a seed of its own. Columns: blanks",
      "of the text; clients; passes shared or apart; requests answered in a second;",
      "the seconds that half of them and that 95 of 100 did not exceed; sequences of a",
      "pass; memory of the process afterwards, its clients included."
    })
public final class BenchServiceCommand implements Callable<Integer> {
  private static final int DEFAULT_REQUESTS = 32;
  private static final double MEGABYTE = 1e6;
  private static final String ROW = "%-8s%8s%9s%12s%10s%10s%11s%12s%n";

  private static final List<String> TEXTS =
      List.of("she [MASK] the letter .", BenchOptions.DEFAULT_TEXT);

  private final Console console;
  private final ModelLoader models;
  private final JobOptions jobs = new JobOptions();
  private final ModelOptions model = new ModelOptions();
  private final OutputOptions output = new OutputOptions();
  private final OptionSpec clients =
      CommandOption.integers("--clients", "How many clients there are.", "1,4,16");

  @Spec private CommandSpec spec = CommandSpec.create();

  public BenchServiceCommand(Console console, ModelLoader models) {
    this.console = console;
    this.models = models;
  }

  /** Returns the command with its options. */
  public CommandSpec spec() {
    CommandSpec command = CommandSpec.forAnnotatedObject(this);
    new OptionGroups()
        .add(
            "Requests",
            CommandSpec.create()
                .addOption(
                    BenchOptions.text("A text with blanks, in place of one with 1 and one with 3."))
                .addOption(clients)
                .addOption(
                    CommandOption.number(
                        "--requests", "How many requests a row is measured by.", DEFAULT_REQUESTS)))
        .add("Sampling", jobs.sampling("Seed of a row's first request; the next have the next."))
        .add("Model", model.spec())
        .add("Output", output.spec())
        .applyTo(command);
    return command;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    ParseResult parsed = spec.commandLine().getParseResult();
    InfillSettings settings = jobs.settings(parsed);
    int requests = parsed.matchedOptionValue("--requests", DEFAULT_REQUESTS);
    List<Integer> counts = clients.<List<Integer>>getValue();
    ServiceLimits limits = ServiceLimits.defaults();
    for (int count : counts) {
      if (count < 1 || count > limits.most(ServiceLimit.JOBS) + limits.most(ServiceLimit.QUEUE)) {
        throw new InvalidInputException(
            "clients",
            "clients must be from 1 to %d, which a service lets run or wait, not %d"
                .formatted(
                    limits.most(ServiceLimit.JOBS) + limits.most(ServiceLimit.QUEUE), count));
      }
    }
    List<LoadBenchmark> benchmarks =
        counts.stream().map(count -> new LoadBenchmark(count, requests)).toList();
    List<String> texts = parsed.hasMatchedOption("--text") ? List.of(jobs.text(parsed)) : TEXTS;
    Table table = new Table(settings, requests, model.threads(parsed));
    try (ProgressDisplay progress = new ProgressDisplay(console, output.isQuiet())) {
      for (boolean shared : new boolean[] {true, false}) {
        Passes passes = new Passes();
        try (MaskedLanguageModel opened =
                model.open(
                    models,
                    parsed,
                    progress,
                    used -> used.withSharedPasses(shared).withPassListener(passes));
            ServiceMetrics metrics = new ServiceMetrics();
            InfillService service =
                InfillService.start(ServiceOptions.defaults().withPort(0), metrics).serve(opened)) {
          for (String text : texts) {
            for (LoadBenchmark benchmark : benchmarks) {
              passes.reset();
              LoadBenchmark.Result result =
                  benchmark.run(
                      service.uri().resolve("api/v1/infill"),
                      request -> body(text, settings, request),
                      (phase, done, total) -> progress.show("requests", done, total, ""));
              progress.clear();
              table.print(text, shared, result, passes, opened);
            }
          }
        }
      }
    }
    return ExitCode.SUCCESS;
  }

  private static String body(String text, InfillSettings settings, int request) {
    return new JsonLines()
        .line(LoadRequestJson.of(text, settings, settings.seed().orElseThrow() + request));
  }

  /** Counts the passes of a model. */
  private static final class Passes implements PassListener {
    private final LongAdder passes = new LongAdder();
    private final LongAdder sequences = new LongAdder();

    @Override
    public void onPass(ModelPass pass) {
      passes.increment();
      sequences.add(pass.sequences());
    }

    void reset() {
      passes.reset();
      sequences.reset();
    }

    double sequencesPerPass() {
      return passes.sum() == 0 ? 0 : (double) sequences.sum() / passes.sum();
    }
  }

  /** Prints the rows as they are measured. */
  private final class Table {
    private final InfillSettings settings;
    private final int requests;
    private final int threads;
    private boolean begun;

    Table(InfillSettings settings, int requests, int threads) {
      this.settings = settings;
      this.requests = requests;
      this.threads = threads;
    }

    void print(
        String text,
        boolean shared,
        LoadBenchmark.Result result,
        Passes passes,
        MaskedLanguageModel model) {
      if (output.isJson()) {
        ServiceBenchmarkJson json =
            ServiceBenchmarkJson.of(
                LoadRequestJson.of(text, settings, settings.seed().orElseThrow()),
                shared,
                result,
                passes.sequencesPerPass(),
                residentBytes(),
                threads,
                model.description(),
                Versions.current());
        console.out().print(new JsonLines().line(json) + "\n");
        return;
      }
      if (!begun) {
        begun = true;
        console
            .out()
            .print(
                "%d requests a row, %d chains x %d steps; %s, %d threads%n"
                    .formatted(
                        requests,
                        settings.chains(),
                        settings.steps(),
                        model.description().device(),
                        threads));
        console
            .out()
            .print(
                ROW.formatted(
                    "blanks",
                    "clients",
                    "passes",
                    "requests/s",
                    "p50",
                    "p95",
                    "sequences",
                    "resident"));
      }
      Long resident = residentBytes();
      console
          .out()
          .print(
              ROW.formatted(
                  BlankedText.parse(text).blanks().size(),
                  result.clients(),
                  shared ? "shared" : "apart",
                  Figures.decimal(result.requestsPerSecond(), 2),
                  Figures.decimal(result.latency(0.5), 2) + " s",
                  Figures.decimal(result.latency(0.95), 2) + " s",
                  Figures.decimal(passes.sequencesPerPass(), 1),
                  resident == null ? "-" : Figures.decimal(resident / MEGABYTE, 0) + " MB"));
    }

    private @Nullable Long residentBytes() {
      try {
        return ProcessMemory.ofThisProcess().residentBytes();
      } catch (IOException e) {
        return null;
      }
    }
  }
}
