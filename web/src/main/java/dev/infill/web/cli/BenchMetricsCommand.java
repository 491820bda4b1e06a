package dev.infill.web.cli;

import dev.infill.core.InvalidInputException;
import dev.infill.corpora.CorpusFormat;
import dev.infill.evaluation.bench.MetricsBenchmark;
import dev.infill.evaluation.metrics.LowerCase;
import dev.infill.web.Versions;
import dev.infill.web.json.JsonLines;
import dev.infill.web.json.MetricsBenchmarkJson;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code infill bench metrics}: times the metrics of sentences. */
@Command(
    name = "metrics",
    description = "Time all metrics of sentences against references, on one thread.",
    footer = {
      "",
      "Examples:",
      "  infill bench metrics",
      "  infill bench metrics --sentences 100 --references 100000",
      "  infill bench metrics --hypotheses samples.txt --corpus tbc.txt",
      "",
      "Timed are the index of the references and everything that infill evaluate",
      "metrics prints, from words in memory to figures, after one time that does not",
      "count."
    })
final class BenchMetricsCommand implements Callable<Integer> {
  static final int DEFAULT_REPETITIONS = 5;

  private static final int DEFAULT_SENTENCES = 1_000;
  private static final int DEFAULT_REFERENCES = 10_000;
  private static final int QUICK_SENTENCES = 100;
  private static final int QUICK_REFERENCES = 1_000;

  private final Console console;
  private final OutputOptions output = new OutputOptions();
  private final Texts texts = new Texts();

  @Spec private CommandSpec spec = CommandSpec.create();

  BenchMetricsCommand(Console console) {
    this.console = console;
  }

  /** Texts to be used in place of generated ones. */
  private static final class Texts {
    @Option(
        names = "--hypotheses",
        paramLabel = "FILE|-",
        description = "The first sentences of this file, rather than generated ones.")
    private @Nullable String hypotheses;

    @Option(
        names = "--corpus",
        paramLabel = "FILE",
        description =
            "The first references of this file, rather than generated ones. May be repeated.")
    private List<String> corpora = List.of();
  }

  /** Returns the command with its options. */
  CommandSpec spec() {
    CommandSpec command = CommandSpec.forAnnotatedObject(this);
    new OptionGroups().add("Benchmark", benchmark()).add("Output", output.spec()).applyTo(command);
    return command;
  }

  private CommandSpec benchmark() {
    return CommandSpec.forAnnotatedObject(texts)
        .addOption(
            NumberOption.of("--sentences", "How many sentences are measured.", DEFAULT_SENTENCES))
        .addOption(
            NumberOption.of("--references", "Against how many references.", DEFAULT_REFERENCES))
        .addOption(
            NumberOption.of(
                "--repetitions", "How often the metrics are timed.", DEFAULT_REPETITIONS));
  }

  @Override
  public Integer call() {
    ParseResult parsed = spec.commandLine().getParseResult();
    MetricsBenchmark benchmark =
        new MetricsBenchmark(parsed.matchedOptionValue("--repetitions", DEFAULT_REPETITIONS));
    int sentenceCount = parsed.matchedOptionValue("--sentences", DEFAULT_SENTENCES);
    int referenceCount = parsed.matchedOptionValue("--references", DEFAULT_REFERENCES);
    List<List<String>> sentences = MetricsBenchmark.generatedSentences(sentenceCount);
    List<List<String>> references = MetricsBenchmark.generatedReferences(referenceCount);
    try (ProgressDisplay progress = new ProgressDisplay(console, output.isQuiet())) {
      SentenceFiles files = new SentenceFiles(console, progress);
      String hypotheses = texts.hypotheses;
      if (hypotheses != null) {
        sentences = first(files, List.of(hypotheses), "sentences", sentenceCount);
      }
      if (!texts.corpora.isEmpty()) {
        references = first(files, texts.corpora, "references", referenceCount);
      }
    }
    console.out().print(render(benchmark.run(sentences, references), output));
    return ExitCode.SUCCESS;
  }

  /**
   * Times the metrics of generated sentences.
   *
   * @param quick whether few of them do
   * @return the result as it is printed
   */
  static String run(MetricsBenchmark benchmark, boolean quick, OutputOptions output) {
    return render(
        benchmark.run(
            MetricsBenchmark.generatedSentences(quick ? QUICK_SENTENCES : DEFAULT_SENTENCES),
            MetricsBenchmark.generatedReferences(quick ? QUICK_REFERENCES : DEFAULT_REFERENCES)),
        output);
  }

  private static List<List<String>> first(
      SentenceFiles files, List<String> names, String field, int count) {
    List<List<String>> sentences = new ArrayList<>();
    for (String name : names) {
      files.forEach(
          name,
          CorpusFormat.LINES,
          sentence -> {
            if (sentences.size() < count) {
              sentences.add(LowerCase.of(sentence.words()));
            }
          });
    }
    if (sentences.size() < count) {
      throw new InvalidInputException(
          field,
          "%s: %,d sentences, fewer than --%s %d"
              .formatted(
                  names.stream().map(SentenceFiles::name).collect(Collectors.joining(", ")),
                  sentences.size(),
                  field,
                  count));
    }
    return List.copyOf(sentences);
  }

  private static String render(MetricsBenchmark.Result result, OutputOptions output) {
    if (output.isJson()) {
      return new JsonLines().line(MetricsBenchmarkJson.of(result, Versions.current())) + "\n";
    }
    return "%s sentences (%s words) against %s references (%s words); %d repetitions%n%12s%12s%n%12s%12s%n"
        .formatted(
            Figures.count(result.metrics().sentences()),
            Figures.count(result.metrics().words()),
            Figures.count(result.references()),
            Figures.count(result.referenceWords()),
            result.repetitions(),
            "minimum",
            "median",
            Figures.decimal(result.minimumSeconds(), 3) + " s",
            Figures.decimal(result.medianSeconds(), 3) + " s");
  }
}
