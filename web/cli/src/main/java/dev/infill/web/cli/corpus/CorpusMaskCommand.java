package dev.infill.web.cli.corpus;

import dev.infill.bert.BertModelOptions;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.corpora.Sentence;
import dev.infill.corpora.file.AtomicFile;
import dev.infill.corpora.task.KnownPieces;
import dev.infill.corpora.task.MaskingSettings;
import dev.infill.corpora.task.MaskingTask;
import dev.infill.corpora.task.MaskingTasks;
import dev.infill.corpora.task.TaskSampler;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.ExitCode;
import dev.infill.web.cli.console.ProgressDisplay;
import dev.infill.web.cli.option.CommandOption;
import dev.infill.web.cli.option.ModelLoader;
import dev.infill.web.cli.option.NamedCorpus;
import dev.infill.web.cli.option.OptionGroups;
import dev.infill.web.cli.option.OutputOptions;
import dev.infill.web.cli.option.SeedOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code infill corpus mask}: draws masking tasks. */
@Command(
    name = "mask",
    description = "Draw sentences of corpora, and mask some of their words: a file of tasks.")
public final class CorpusMaskCommand implements Callable<Integer> {
  private static final int DEFAULT_COUNT = 10;
  private static final String[] FOOTER = {
    "",
    "Examples:",
    "  infill corpus mask --seed 1 --out tasks.jsonl tbc.5k.txt wiki103.5k.txt",
    "  infill corpus mask --seed 1 --skip 10 --count 5 tbc=books.txt.gz",
    "  infill corpus mask --known-to bert-base-uncased --spans geometric notes.txt",
    "  infill corpus mask --words red,green,blue --mask-all books.txt > colours.jsonl",
    "  infill corpus mask --pos NOUN,VERB --tagger en-pos.bin books.txt",
    "",
    "A task is a JSON object on a line: id, corpus, words, positions (of the blanks,",
    "counted from 0), text and masked. The seed and the name of a corpus put its",
    "different sentences into an order; --skip and --count take a part of it, so a",
    "larger count adds tasks at the end. The masked words of a sentence depend only",
    "on the seed and the task's id. Sentences of punctuation alone, and those with a",
    "blank or [UNK], are skipped. The corpus is not held in memory."
  };

  private final Console console;
  private final ModelLoader models;
  private final CorpusOptions reading = new CorpusOptions();
  private final MaskingOptions masking = new MaskingOptions();
  private final SeedOption seed = new SeedOption();

  @Spec private CommandSpec spec = CommandSpec.create();

  public CorpusMaskCommand(Console console, ModelLoader models) {
    this.console = console;
    this.models = models;
  }

  /** Returns the command with its options. */
  public CommandSpec spec() {
    CommandSpec command = CommandSpec.forAnnotatedObject(this);
    new OptionGroups()
        .add("Tasks", tasks().addOption(seed.option()))
        .add("Masking", masking.spec())
        .add("Reading", reading.spec())
        .add("Output", output())
        .applyTo(command);
    command.usageMessage().footer(CorpusOptions.footer(FOOTER));
    return command;
  }

  private static CommandSpec tasks() {
    return CommandSpec.create()
        .addPositional(
            PositionalParamSpec.builder()
                .paramLabel("[NAME=]FILE")
                .arity("1..*")
                .required(true)
                .hideParamSyntax(true)
                .type(List.class)
                .auxiliaryTypes(NamedCorpus.class)
                .converters(NamedCorpus::parse)
                .description(
                    "The corpora, or NAME=- for standard input. Without a NAME a corpus has that"
                        + " of its file: tbc for tbc.5k.txt.")
                .build())
        .addOption(
            CommandOption.number(
                "--count", "How many tasks to draw of each corpus.", DEFAULT_COUNT))
        .addOption(
            CommandOption.number(
                "--skip", "How many tasks to leave out at the start of each corpus's order.", 0))
        .addOption(
            CommandOption.value("--known-to", "MODEL", String.class)
                .description(
                    "Skip sentences with a word piece that this model (a name, or a path) does"
                        + " not know. Default: not checked.")
                .build());
  }

  private static CommandSpec output() {
    return CommandSpec.create()
        .addOption(
            CommandOption.value("--out", "FILE", Path.class)
                .description("Write the tasks to this file. Default: to standard output.")
                .build())
        .addOption(CommandOption.flag("--force", "Replace the file if it is there."))
        .addOption(OutputOptions.quiet())
        .addOption(OutputOptions.debug());
  }

  @Override
  public Integer call() {
    ParseResult parsed = spec.commandLine().getParseResult();
    List<NamedCorpus> corpora = parsed.matchedPositional(0).getValue();
    NamedCorpus.requireDifferent(corpora);
    MaskingSettings settings = masking.settings(parsed);
    int skip = parsed.matchedOptionValue("--skip", 0);
    int count = parsed.matchedOptionValue("--count", DEFAULT_COUNT);
    TaskSampler.checkRange(skip, count);
    if (parsed.hasMatchedOption("--out")) {
      AtomicFile.check(
          parsed.matchedOption("--out").<Path>getValue(), parsed.hasMatchedOption("--force"));
    }
    List<MaskingTask> tasks = new ArrayList<>();
    try (ProgressDisplay progress =
            new ProgressDisplay(console, parsed.hasMatchedOption("--quiet"));
        Acceptance acceptance = acceptance(parsed, progress)) {
      TaskSampler sampler = new TaskSampler(settings, seed.value(progress), acceptance.predicate());
      for (NamedCorpus corpus : corpora) {
        try (Stream<Sentence> sentences = reading.open(corpus.file(), console, progress)) {
          tasks.addAll(sampler.draw(corpus.name(), sentences, skip, count));
        }
      }
      progress.clear();
    }
    if (parsed.hasMatchedOption("--out")) {
      MaskingTasks.write(parsed.matchedOption("--out").<Path>getValue(), tasks);
    } else {
      console
          .out()
          .print(
              tasks.stream()
                  .map(task -> MaskingTasks.line(task) + "\n")
                  .collect(Collectors.joining()));
    }
    return ExitCode.SUCCESS;
  }

  private Acceptance acceptance(ParseResult parsed, ProgressDisplay progress) {
    if (!parsed.hasMatchedOption("--known-to")) {
      return new Acceptance(words -> true, Optional.empty());
    }
    String name = parsed.matchedOption("--known-to").getValue();
    progress.opening();
    MaskedLanguageModel model =
        models.open(BertModelOptions.defaults().withModel(name).withListener(progress));
    progress.clear();
    return new Acceptance(new KnownPieces(model::tokenize, model.vocabulary()), Optional.of(model));
  }

  /** Which sentences suit, and the model that says so. */
  private record Acceptance(Predicate<List<String>> predicate, Optional<MaskedLanguageModel> model)
      implements AutoCloseable {
    @Override
    public void close() {
      model.ifPresent(MaskedLanguageModel::close);
    }
  }
}
