package dev.infill.web.cli.corpus;

import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.Cancellation;
import dev.infill.corpora.sampling.CorpusPart;
import dev.infill.corpora.sampling.CorpusSplit;
import dev.infill.corpora.sampling.SplitWriter;
import dev.infill.corpora.sampling.WrittenPart;
import dev.infill.web.api.JsonLines;
import dev.infill.web.cli.console.AnnotatedText;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.ExitCode;
import dev.infill.web.cli.console.Figures;
import dev.infill.web.cli.console.Interruption;
import dev.infill.web.cli.console.ProgressDisplay;
import dev.infill.web.cli.option.CommaList;
import dev.infill.web.cli.option.OptionGroups;
import dev.infill.web.cli.option.OutputOptions;
import dev.infill.web.cli.option.SeedOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code infill corpus split}: splits a corpus into files. */
@Command(name = "split", description = "Split a corpus at random into files, a sentence a line.")
public final class CorpusSplitCommand implements Callable<Integer> {
  private static final String ROW = "%-12s%9s%13s%15s  %s\n";
  private static final String[] FOOTER = {
    "",
    "Examples:",
    "  infill corpus split --parts train=0.8,test=0.2 --seed 1 --out parts books.txt",
    "  infill corpus split --parts a=0.5,b=0.5 --seed 1 --out parts --force wiki.gz",
    "",
    "Each line goes to a part by a random number of its own, so that shares are met",
    "on average; sentences of one line stay together. Files are NAME.txt, to be read",
    "by --reader lines, and appear when all are complete."
  };

  private final Console console;
  private final Interruption interruption;
  private final CorpusOptions corpora = new CorpusOptions();
  private final OutputOptions output = new OutputOptions();
  private final SeedOption seed = new SeedOption();
  private final Arguments arguments = new Arguments();

  public CorpusSplitCommand(Console console, Interruption interruption) {
    this.console = console;
    this.interruption = interruption;
  }

  private static final class Arguments {
    @Parameters(
        paramLabel = "FILE",
        arity = "1",
        description = "A corpus, or - for standard input.")
    private String file = "";

    @Option(
        names = "--parts",
        paramLabel = "NAME=S,..",
        required = true,
        description = "The parts and their shares, which sum to 1. Required.")
    private String parts = "";

    @Option(
        names = "--out",
        paramLabel = "FOLDER",
        required = true,
        description = "Where the files go; made if it does not exist. Required.")
    private Path out = Path.of("");

    @Option(names = "--force", description = "Replace files that are there.")
    private boolean force;
  }

  /** Returns the command with its options. */
  public CommandSpec spec() {
    CommandSpec command = CommandSpec.forAnnotatedObject(this);
    new OptionGroups()
        .add("Parts", CommandSpec.forAnnotatedObject(arguments).addOption(seed.option()))
        .add("Reading", corpora.spec())
        .add("Output", output.spec())
        .applyTo(command);
    command.usageMessage().footer(CorpusOptions.footer(FOOTER));
    return command;
  }

  @Override
  public Integer call() throws IOException {
    List<CorpusPart> parts =
        CommaList.parse(arguments.parts).stream().map(CorpusSplitCommand::part).toList();
    // Wrong shares are refused before a seed is drawn.
    CorpusSplit checked = new CorpusSplit(parts, 0);
    Cancellation cancellation = interruption.beginSampling();
    try (ProgressDisplay progress = new ProgressDisplay(console, output.isQuiet());
        CorpusOptions.Opened corpus = corpora.open(arguments.file, console, progress)) {
      CorpusSplit split = new CorpusSplit(checked.parts(), seed.value(progress));
      Optional<List<WrittenPart>> written =
          new SplitWriter(split, arguments.out, arguments.force)
              .write(corpus.reader(), cancellation::isCancelled);
      progress.clear();
      if (written.isEmpty()) {
        return ExitCode.INTERRUPTED;
      }
      console.out().print(output.isJson() ? json(written.get()) : table(written.get()));
      return ExitCode.SUCCESS;
    } finally {
      interruption.endSampling();
    }
  }

  private static CorpusPart part(String text) {
    int equals = text.indexOf('=');
    try {
      return new CorpusPart(
          text.substring(0, Math.max(equals, 0)), Double.parseDouble(text.substring(equals + 1)));
    } catch (NumberFormatException e) {
      throw new InvalidInputException(
          "parts", "expected parts such as train=0.8,test=0.2, not '" + text + "'", e);
    }
  }

  private static String json(List<WrittenPart> parts) {
    JsonLines json = new JsonLines();
    StringBuilder lines = new StringBuilder();
    parts.forEach(part -> lines.append(json.line(WrittenPartJson.of(part))).append('\n'));
    return lines.toString();
  }

  private String table(List<WrittenPart> parts) {
    StringBuilder table = new StringBuilder();
    table.append(
        output
            .palette(console)
            .strong(ROW.formatted("part", "share", "sentences", "words", "file").stripTrailing()));
    table.append('\n');
    for (WrittenPart part : parts) {
      table.append(
          ROW.formatted(
              part.part().name(),
              part.part().share(),
              Figures.count(part.sentences()),
              Figures.count(part.words()),
              AnnotatedText.printable(part.file().toString())));
    }
    return table.toString();
  }
}
