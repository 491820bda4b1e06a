package dev.infill.web.cli.option;

import dev.infill.core.InvalidInputException;
import dev.infill.corpora.CorpusFormat;
import dev.infill.evaluation.experiment.ReferenceCorpus;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The two corpora of the infilling experiment, as options. */
public final class CorpusPair {
  private final OptionSpec tbc;
  private final OptionSpec wiki;

  private CorpusPair(boolean required) {
    this.tbc = file("--tbc", "The Toronto BookCorpus", required);
    this.wiki = file("--wiki", "WikiText-103", required);
  }

  /** Returns options that must be given. */
  public static CorpusPair required() {
    return new CorpusPair(true);
  }

  /** Returns options of which both must be given, or none. */
  public static CorpusPair optional() {
    return new CorpusPair(false);
  }

  private static OptionSpec file(String name, String corpus, boolean required) {
    return CommandOption.value(name, "FILE", Path.class)
        .required(required)
        .description(corpus + ", or a sample of it: a tokenized sentence a line. Plain or gzip.")
        .build();
  }

  public CommandSpec spec() {
    return CommandSpec.create().addOption(tbc).addOption(wiki);
  }

  /**
   * Returns the corpora: TBC, then WikiText-103; none if none is given.
   *
   * @throws InvalidInputException if one is missing
   */
  public List<ReferenceCorpus> corpora(ParseResult parsed) {
    boolean given = parsed.hasMatchedOption(tbc);
    if (given != parsed.hasMatchedOption(wiki)) {
      throw missing();
    }
    return given
        ? List.of(
            new ReferenceCorpus("tbc", tbc.<Path>getValue(), CorpusFormat.TBC),
            new ReferenceCorpus("wiki", wiki.<Path>getValue(), CorpusFormat.WIKITEXT))
        : List.of();
  }

  /** Returns what is wrong where texts are asked for, and a corpus is missing. */
  public static InvalidInputException missing() {
    return new InvalidInputException("texts", "texts are drawn from two corpora: --tbc and --wiki");
  }
}
