package dev.infill.web.cli.bench;

import dev.infill.core.InvalidInputException;
import dev.infill.core.task.InfillSettings;
import dev.infill.corpora.file.AtomicFile;
import dev.infill.corpora.task.MaskingTask;
import dev.infill.evaluation.bench.DrawnTexts;
import dev.infill.evaluation.bench.JobBenchmark;
import dev.infill.evaluation.bench.JobSizes;
import dev.infill.evaluation.bench.JobSizesChart;
import dev.infill.evaluation.bench.Peer;
import dev.infill.evaluation.bench.RatioSummary;
import dev.infill.evaluation.experiment.ReferenceCorpus;
import dev.infill.web.api.Versions;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.ExitCode;
import dev.infill.web.cli.option.CommandOption;
import dev.infill.web.cli.option.ModelLoader;
import dev.infill.web.cli.option.ModelOptions;
import dev.infill.web.cli.option.OptionGroups;
import dev.infill.web.cli.option.OutputOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code infill bench job}: times whole jobs beside dense ones. */
@Command(
    name = "job",
    description = "Time whole jobs, from a text to its fillings, beside dense ones.",
    footer = {
      "",
      "Examples:",
      "  infill bench job",
      "  infill bench job --exact --repetitions 5 --format json > jobs.jsonl",
      "  infill bench job --peer \"python3 peer.py\"",
      "  infill bench job --tbc tbc.txt --wiki wiki103.txt --texts 20",
      "  infill bench job --tbc tbc.txt --wiki wiki103.txt --texts 20 --dense-steps 5 \\",
      "    --dense-alphas 0.1,0.2,0.3,0.4",
      "  infill bench job --sizes sizes.svg",
      "",
      "Jobs, done in turn, each repetition with another seed:",
      "  dense        dmala with g = sqrt and own-term proposals; every state is",
      "               evaluated whole, nothing is remembered or refused early",
      "  dense-exact  the same with the exact gradient",
      "  fast         the same as dense, as Infill runs it: the same draws",
      "  default      the default kernel, as Infill runs it",
      "",
      "Columns: median and minimum seconds; seconds until every chain has made a",
      "step, from when on an interrupt prints fillings; the effective sample size",
      "(ESS) of U, and that per second; sequences through the model, asked for and",
      "run; how many times faster than dense; and gain, how many times the ESS per",
      "second of dense. Of corpora, a row for each text, and the median and minimum",
      "gain of all. With --dense-steps the seconds of dense are scaled (marked ~):",
      "what else is said of it is what fast tells, which makes the same draws."
    })
public final class BenchJobCommand implements Callable<Integer> {
  private final Console console;
  private final ModelLoader models;
  private final JobOptions jobs = new JobOptions();
  private final ModelOptions model = new ModelOptions();
  private final OutputOptions output = new OutputOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  public BenchJobCommand(Console console, ModelLoader models) {
    this.console = console;
    this.models = models;
  }

  /** Returns the command with its options. */
  public CommandSpec spec() {
    CommandSpec command = CommandSpec.forAnnotatedObject(this);
    new OptionGroups()
        .add(
            "Jobs",
            jobs.jobs()
                .addOption(
                    CommandOption.number(
                        "--repetitions",
                        "How often each job is done.",
                        JobOptions.DEFAULT_REPETITIONS)))
        .add("Texts", jobs.corpora())
        .add("Sampling", jobs.sampling("Seed of the first repetition, and of the drawn texts."))
        .add("Model", model.spec())
        .add("Output", output.spec())
        .applyTo(command);
    return command;
  }

  @Override
  public Integer call() throws IOException {
    ParseResult parsed = spec.commandLine().getParseResult();
    InfillSettings settings = jobs.settings(parsed);
    Optional<Peer> peer = jobs.peer(parsed);
    List<ReferenceCorpus> corpora = jobs.corpora(parsed);
    int textsOfEach = jobs.textsOfEach(parsed);
    int repetitions = parsed.matchedOptionValue("--repetitions", JobOptions.DEFAULT_REPETITIONS);
    JobBenchmark benchmark =
        new JobBenchmark(settings, jobs.dense(parsed), jobs.exact(parsed), repetitions);
    if (!corpora.isEmpty() && (parsed.hasMatchedOption("--text") || peer.isPresent())) {
      throw new InvalidInputException(
          "texts", "--text and --peer are for one text; they do not go with --tbc and --wiki");
    }
    Optional<Path> sizes = jobs.sizes(parsed);
    try (BenchSession session = BenchSession.open(console, models, model, output, parsed)) {
      if (sizes.isPresent()) {
        run(session, new JobSizes(settings, repetitions), jobs.text(parsed), sizes.get());
      } else if (corpora.isEmpty()) {
        run(session, benchmark, jobs.text(parsed), peer);
      } else {
        run(
            session,
            benchmark,
            DrawnTexts.draw(session.model(), corpora, jobs.seed(parsed), textsOfEach));
      }
      return ExitCode.SUCCESS;
    }
  }

  /** Times the jobs of one text. */
  static void run(BenchSession session, JobBenchmark benchmark, String text, Optional<Peer> peer)
      throws IOException {
    JobBenchmark.Result result = benchmark.run(session.model(), text, peer, session.progress());
    session.print(
        () -> JobTable.render(result, session),
        () -> {
          List<Record> lines = new ArrayList<>(lines(Optional.empty(), result, session));
          result
              .peer()
              .ifPresent(
                  made -> lines.add(PeerBenchmarkJson.of(result, made, session.openingSeconds())));
          return lines;
        });
  }

  /** Times the default job at several sizes, and draws what that came to. */
  static void run(BenchSession session, JobSizes benchmark, String text, Path drawing)
      throws IOException {
    session.print(() -> JobSizesTable.heading(session), List::of);
    List<JobSizes.Cost> costs =
        benchmark.run(
            session.model(),
            text,
            session.progress(),
            cost ->
                session.print(
                    () -> JobSizesTable.row(cost),
                    () -> List.of(new BenchmarkJson("job-sizes", cost))));
    AtomicFile.write(drawing, new JobSizesChart(costs).svg());
    session.print(() -> drawing + " written\n", List::of);
  }

  /** Times the jobs of several texts, and sums them up. */
  static void run(BenchSession session, JobBenchmark benchmark, List<MaskingTask> texts)
      throws IOException {
    JobTextsTable table = new JobTextsTable();
    List<JobBenchmark.Result> results = new ArrayList<>();
    for (MaskingTask text : texts) {
      JobBenchmark.Result result =
          benchmark.run(session.model(), text.masked(), Optional.empty(), session.progress());
      results.add(result);
      session.print(
          () -> table.row(text.id(), result), () -> lines(Optional.of(text.id()), result, session));
    }
    List<RatioSummary> summaries = RatioSummary.of(results);
    session.print(
        () -> JobTextsTable.ending(summaries) + JobTable.scaled(results.get(0).reference()),
        () ->
            summaries.stream().map(summary -> new BenchmarkJson("job-summary", summary)).toList());
  }

  private static List<JobBenchmarkJson> lines(
      Optional<String> id, JobBenchmark.Result result, BenchSession session) {
    Versions versions = Versions.current();
    return result.jobs().stream()
        .map(
            job ->
                JobBenchmarkJson.of(
                    id, result, job, session.threads(), session.model().description(), versions))
        .toList();
  }
}
