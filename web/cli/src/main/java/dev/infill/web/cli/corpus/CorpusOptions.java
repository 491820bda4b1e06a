package dev.infill.web.cli.corpus;

import dev.infill.core.InvalidInputException;
import dev.infill.corpora.CorpusFormat;
import dev.infill.corpora.CorpusReader;
import dev.infill.corpora.CorpusReaderOptions;
import dev.infill.corpora.Sentence;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.ProgressDisplay;
import dev.infill.web.cli.option.CommandOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options that say how corpora are read. */
final class CorpusOptions {
  private static final String STANDARD_INPUT = "-";

  private final OptionSpec reader =
      CommandOption.choice("--reader", CorpusFormat.class)
          .paramLabel("HOW")
          .description(
              "tbc, wikitext, lines, text or json-lines, as explained below. Default: guessed"
                  + " from the file's name and first 64 KiB.")
          .build();
  private final OptionSpec jsonField =
      CommandOption.value("--json-field", "NAME", String.class)
          .defaultValue("text")
          .description(
              "The field of json-lines that holds the text, or the list of words. Default:"
                  + " ${DEFAULT-VALUE}.")
          .build();
  private final OptionSpec splitSentences =
      CommandOption.flag(
          "--split-sentences",
          "Cut the lines of tbc, wikitext and lines after each . ! ? that stands apart; the"
              + " original WikiText has a paragraph a line. Default: a line is a sentence.");

  /** What help says of the readers, below the options. */
  private static final List<String> READERS =
      List.of(
          "",
          "Readers:",
          "  tbc         BookCorpus: a tokenised sentence a line; lower-cased, with \" for",
          "              `` and ''",
          "  wikitext    WikiText: the same, with [UNK] for <unk> and @@UNKNOWN@@ and",
          "              without = Headings =",
          "  lines       a tokenised sentence a line, as it stands, case included",
          "  text        English prose, paragraphs apart by blank lines; lower-cased",
          "  json-lines  an object a line, with a field that is prose or a list of words",
          "Files are UTF-8, plain or packed by gzip; blank lines are skipped.");

  /** Returns the options. */
  CommandSpec spec() {
    return CommandSpec.create().addOption(reader).addOption(jsonField).addOption(splitSentences);
  }

  /**
   * Returns what help says below the options: of the readers, and then of the command.
   *
   * @param lines the command's own lines
   */
  static String[] footer(String... lines) {
    return Stream.concat(READERS.stream(), Stream.of(lines)).toArray(String[]::new);
  }

  /**
   * Opens a corpus.
   *
   * @param file its file, or {@code -} for standard input
   * @param console whose standard input that is
   * @param progress shows how much of it has been read
   * @throws InvalidInputException if it cannot be read
   */
  Stream<Sentence> open(String file, Console console, ProgressDisplay progress) {
    CorpusFormat format = reader.getValue();
    if (file.equals(STANDARD_INPUT)) {
      if (format == null) {
        throw new InvalidInputException(
            "reader", "for standard input give --reader, such as --reader lines");
      }
      String name = "standard input";
      return CorpusReader.open(console.in(), name, format, options(name, progress));
    }
    Path path = Path.of(file);
    return CorpusReader.open(
        path, format == null ? CorpusFormat.guess(path) : format, options(file, progress));
  }

  private CorpusReaderOptions options(String name, ProgressDisplay progress) {
    return new CorpusReaderOptions(
        jsonField.getValue(),
        splitSentences.getValue(),
        (stage, done, total) -> progress.bytes("reading " + name, done, total));
  }
}
