package dev.infill.web.cli.bench;

import dev.infill.core.InvalidInputException;
import dev.infill.corpora.CorpusFormat;
import dev.infill.evaluation.experiment.ReferenceCorpus;
import dev.infill.web.cli.option.NumberOption;
import dev.infill.web.cli.option.ProtocolOptions;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The options that say which texts are drawn from corpora. */
final class DrawnTextsOptions {
  private final int defaultTexts;

  /**
   * Makes the options.
   *
   * @param defaultTexts how many texts are drawn unless told, an even number
   */
  DrawnTextsOptions(int defaultTexts) {
    this.defaultTexts = defaultTexts;
  }

  CommandSpec spec() {
    return CommandSpec.create()
        .addOption(file("--tbc", "The Toronto BookCorpus, or a sample of it."))
        .addOption(file("--wiki", "WikiText-103, or a sample of it."))
        .addOption(
            NumberOption.of(
                "--texts",
                "How many texts with 3 to 5 blanks are drawn, half of them of each corpus.",
                defaultTexts));
  }

  private static OptionSpec file(String name, String description) {
    return OptionSpec.builder(name)
        .paramLabel("FILE")
        .arity("1")
        .type(Path.class)
        .description(description + " A tokenized sentence a line; plain, gzip or zstd.")
        .build();
  }

  /**
   * Returns the corpora that texts are drawn from; none if there are none.
   *
   * @throws InvalidInputException if one is missing
   */
  List<ReferenceCorpus> corpora(ParseResult parsed) {
    boolean tbc = parsed.hasMatchedOption("--tbc");
    boolean wiki = parsed.hasMatchedOption("--wiki");
    if (tbc != wiki || (parsed.hasMatchedOption("--texts") && !tbc)) {
      throw new InvalidInputException(
          "texts", "texts are drawn from two corpora: --tbc and --wiki");
    }
    return tbc
        ? List.of(
            new ReferenceCorpus(
                "tbc", parsed.matchedOption("--tbc").<Path>getValue(), CorpusFormat.TBC),
            new ReferenceCorpus(
                "wiki", parsed.matchedOption("--wiki").<Path>getValue(), CorpusFormat.WIKITEXT))
        : List.of();
  }

  /** Returns how many texts are drawn of each corpus. */
  int ofEach(ParseResult parsed) {
    return ProtocolOptions.even("texts", parsed.matchedOptionValue("--texts", defaultTexts), 2) / 2;
  }
}
