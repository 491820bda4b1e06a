package dev.infill.web.cli.evaluate;

import dev.infill.core.InvalidInputException;
import dev.infill.corpora.CorpusFormat;
import dev.infill.evaluation.answers.BlankDesign;
import dev.infill.evaluation.run.ReferenceCorpus;
import dev.infill.web.cli.option.CommaList;
import dev.infill.web.cli.option.CommandOption;
import dev.infill.web.cli.option.NamedCorpus;
import dev.infill.web.cli.option.SeedOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options that say which texts are answered to. */
final class AnswerTextOptions {
  private final OptionSpec reader =
      CommandOption.choice("--reader", CorpusFormat.class)
          .paramLabel("HOW")
          .description(
              "How corpora are read, as for infill corpus. Default: guessed from the file's name"
                  + " and first 64 KiB.")
          .build();

  @Parameters(
      paramLabel = "[NAME=]FILE",
      arity = "1..*",
      hideParamSyntax = true,
      description = "A corpus, plain or gzip; named by its file unless given a name.")
  private List<String> corpora = List.of();

  @Option(
      names = "--texts",
      paramLabel = "N",
      defaultValue = "4",
      description =
          "How many texts are drawn from each corpus for each number of blanks. Default:"
              + " ${DEFAULT-VALUE}.")
  private int texts;

  @Option(
      names = "--blanks",
      paramLabel = "LIST",
      defaultValue = "1,2,2+,3,3+,4,4+",
      description =
          "Numbers of blanks, with commas between; + for blanks in pairs. Default:"
              + " ${DEFAULT-VALUE}.")
  private String blanks = "";

  /** Returns the options. */
  CommandSpec spec() {
    return CommandSpec.forAnnotatedObject(this)
        .addOption(reader)
        .addOption(SeedOption.fixed("Seed of the texts, of fill and of the samplers."));
  }

  /** Returns how many texts are drawn of each corpus and design. */
  int count() {
    if (texts < 1) {
      throw new InvalidInputException("texts", "at least 1 text, not " + texts);
    }
    return texts;
  }

  /** Returns how the blanks lie. */
  List<BlankDesign> designs() {
    return CommaList.parse(blanks).stream().map(AnswerTextOptions::design).toList();
  }

  private static BlankDesign design(String value) {
    if (!value.matches("[1-9][+]?") || value.equals("1+")) {
      throw new InvalidInputException(
          "blanks", "'%s': give 1 to 9, with a + from 2 on for blanks in pairs".formatted(value));
    }
    return new BlankDesign(value.charAt(0) - '0', value.endsWith("+"));
  }

  /** Returns the corpora. */
  List<ReferenceCorpus> corpora() {
    List<NamedCorpus> named = corpora.stream().map(NamedCorpus::parse).toList();
    NamedCorpus.requireDifferent(named);
    return named.stream().map(this::corpus).toList();
  }

  private ReferenceCorpus corpus(NamedCorpus named) {
    Path file = Path.of(named.file());
    return new ReferenceCorpus(
        named.name(),
        file,
        Optional.ofNullable(reader.<@Nullable CorpusFormat>getValue())
            .orElseGet(() -> CorpusFormat.guess(file)));
  }
}
