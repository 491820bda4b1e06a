package dev.infill.web.cli.corpus;

import dev.infill.corpora.Sentence;
import dev.infill.corpora.statistics.CorpusStatistics;
import dev.infill.corpora.statistics.StatisticsCollector;
import dev.infill.web.api.JsonLines;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.ExitCode;
import dev.infill.web.cli.console.ProgressDisplay;
import dev.infill.web.cli.option.OptionGroups;
import dev.infill.web.cli.option.OutputOptions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;

/** {@code infill corpus stats}: counts what is in corpora. */
@Command(name = "stats", description = "Count the sentences and words of corpora.")
public final class CorpusStatsCommand implements Callable<Integer> {
  private static final String[] FOOTER = {
    "",
    "Examples:",
    "  infill corpus stats wiki.train.tokens books.txt.gz",
    "  infill corpus stats --split-sentences wiki.train.tokens",
    "  zcat notes.gz | infill corpus stats --reader text --format json -",
    "",
    "A row for each file, and one for all. Words a sentence: their mean, quantiles",
    "and maximum. Memory does not grow with the files: up to 1,048,576 distinct",
    "words are counted; of more the number is estimated, to about 0.1 %% (marked ~)."
  };

  private final Console console;
  private final CorpusOptions corpora = new CorpusOptions();
  private final OutputOptions output = new OutputOptions();
  private final Arguments arguments = new Arguments();

  public CorpusStatsCommand(Console console) {
    this.console = console;
  }

  private static final class Arguments {
    @Parameters(
        paramLabel = "FILE",
        arity = "1..*",
        hideParamSyntax = true,
        description = "A corpus, or - for standard input.")
    private List<String> files = List.of();
  }

  /** Returns the command with its options. */
  public CommandSpec spec() {
    CommandSpec command = CommandSpec.forAnnotatedObject(this);
    new OptionGroups()
        .add("Corpora", CommandSpec.forAnnotatedObject(arguments))
        .add("Reading", corpora.spec())
        .add("Output", output.spec())
        .applyTo(command);
    command.usageMessage().footer(CorpusOptions.footer(FOOTER));
    return command;
  }

  @Override
  public Integer call() {
    JsonLines json = new JsonLines();
    StatisticsTable table = new StatisticsTable(output.palette(console));
    StatisticsCollector all = new StatisticsCollector();
    boolean several = arguments.files.size() > 1;
    try (ProgressDisplay progress = new ProgressDisplay(console, output.isQuiet())) {
      for (String name : arguments.files) {
        StatisticsCollector one = new StatisticsCollector();
        try (CorpusOptions.Opened corpus = corpora.open(name, console, progress)) {
          for (Optional<Sentence> next = corpus.reader().next();
              next.isPresent();
              next = corpus.reader().next()) {
            one.add(next.get());
            if (several) {
              all.add(next.get());
            }
          }
          progress.clear();
          CorpusStatistics statistics = one.statistics();
          String reader = corpus.reader().format().label();
          console
              .out()
              .print(
                  output.isJson()
                      ? json.line(CorpusStatisticsJson.of(corpus.name(), reader, statistics)) + "\n"
                      : table.row(corpus.name(), reader, statistics));
        }
      }
      if (several) {
        console
            .out()
            .print(
                output.isJson()
                    ? json.line(CorpusStatisticsJson.ofAll(all.statistics())) + "\n"
                    : table.row("all " + arguments.files.size() + " files", "", all.statistics()));
      }
      return ExitCode.SUCCESS;
    }
  }
}
