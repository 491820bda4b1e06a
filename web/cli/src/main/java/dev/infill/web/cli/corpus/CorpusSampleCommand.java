package dev.infill.web.cli.corpus;

import dev.infill.core.InvalidInputException;
import dev.infill.corpora.Sentence;
import dev.infill.corpora.sampling.SentenceSampler;
import dev.infill.web.api.JsonLines;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.ExitCode;
import dev.infill.web.cli.console.ProgressDisplay;
import dev.infill.web.cli.option.CommandOption;
import dev.infill.web.cli.option.OptionGroups;
import dev.infill.web.cli.option.OutputOptions;
import dev.infill.web.cli.option.SeedOption;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;

/** {@code infill corpus sample}: draws sentences from a corpus. */
@Command(name = "sample", description = "Draw sentences from a corpus, in its order.")
public final class CorpusSampleCommand implements Callable<Integer> {
  private static final String[] FOOTER = {
    "",
    "Examples:",
    "  infill corpus sample --count 20 --seed 1 books.txt.gz",
    "  infill corpus sample --count 5000 --seed 1 --split-sentences wiki.train.tokens",
    "",
    "Every set of so many sentences is equally likely. With the same seed a smaller",
    "sample is part of a larger one. The sample is held in memory, the corpus is not."
  };

  private final Console console;
  private final CorpusOptions corpora = new CorpusOptions();
  private final OutputOptions output = new OutputOptions();
  private final SeedOption seed = new SeedOption();
  private final Arguments arguments = new Arguments();
  private final OptionSpec count =
      CommandOption.value("--count", "N", Integer.class)
          .required(true)
          .description("How many sentences to draw, without replacement. Required.")
          .build();

  public CorpusSampleCommand(Console console) {
    this.console = console;
  }

  private static final class Arguments {
    @Parameters(
        paramLabel = "FILE",
        arity = "1",
        description = "A corpus, or - for standard input.")
    private String file = "";
  }

  /** Returns the command with its options. */
  public CommandSpec spec() {
    CommandSpec command = CommandSpec.forAnnotatedObject(this);
    new OptionGroups()
        .add(
            "Sample",
            CommandSpec.forAnnotatedObject(arguments).addOption(count).addOption(seed.option()))
        .add("Reading", corpora.spec())
        .add("Output", output.spec())
        .applyTo(command);
    command.usageMessage().footer(CorpusOptions.footer(FOOTER));
    return command;
  }

  @Override
  public Integer call() {
    int wanted = count.<Integer>getValue();
    if (wanted < 1) {
      throw new InvalidInputException("count", "count must be at least 1, not " + wanted);
    }
    try (ProgressDisplay progress = new ProgressDisplay(console, output.isQuiet());
        CorpusOptions.Opened corpus = corpora.open(arguments.file, console, progress)) {
      SentenceSampler sampler = new SentenceSampler(wanted, seed.value(progress));
      for (Optional<Sentence> next = corpus.reader().next();
          next.isPresent();
          next = corpus.reader().next()) {
        sampler.add(next.get());
      }
      progress.clear();
      if (sampler.seen() < wanted) {
        throw new InvalidInputException(
            "count",
            "%s has %,d sentences, fewer than --count %,d"
                .formatted(corpus.name(), sampler.seen(), wanted));
      }
      JsonLines json = new JsonLines();
      for (Sentence sentence : sampler.sample()) {
        console
            .out()
            .print(
                output.isJson()
                    ? json.line(SampledSentenceJson.of(corpus.name(), sentence)) + "\n"
                    : sentence.text() + "\n");
      }
      return ExitCode.SUCCESS;
    }
  }
}
