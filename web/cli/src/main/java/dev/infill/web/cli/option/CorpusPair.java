package dev.infill.web.cli.option;

import dev.infill.corpora.CorpusFormat;
import dev.infill.evaluation.experiment.ReferenceCorpus;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The two corpora of the infilling experiment, as options that must be given. */
public final class CorpusPair {
  private final OptionSpec tbc =
      file("--tbc", "The Toronto BookCorpus, or a sample of it: a tokenized sentence a line.");
  private final OptionSpec wiki =
      file("--wiki", "WikiText-103, or a sample of it: a tokenized sentence a line.");

  private static OptionSpec file(String name, String description) {
    return OptionSpec.builder(name)
        .paramLabel("FILE")
        .arity("1")
        .type(Path.class)
        .required(true)
        .description(description + " Plain, gzip or zstd.")
        .build();
  }

  public CommandSpec spec() {
    return CommandSpec.create().addOption(tbc).addOption(wiki);
  }

  /** Returns the corpora: TBC, then WikiText-103. */
  public List<ReferenceCorpus> corpora(ParseResult parsed) {
    return List.of(
        new ReferenceCorpus(
            "tbc", parsed.matchedOption("--tbc").<Path>getValue(), CorpusFormat.TBC),
        new ReferenceCorpus(
            "wiki", parsed.matchedOption("--wiki").<Path>getValue(), CorpusFormat.WIKITEXT));
  }
}
