package dev.infill.web.cli.option;

import dev.infill.corpora.CorpusFormat;
import dev.infill.evaluation.experiment.ReferenceCorpus;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The two corpora of the infilling experiment, as options. */
public final class CorpusPair {
  private final OptionSpec tbc = file("--tbc", "The Toronto BookCorpus");
  private final OptionSpec wiki = file("--wiki", "WikiText-103");

  private static OptionSpec file(String name, String corpus) {
    return CommandOption.value(name, "FILE", Path.class)
        .required(true)
        .description(corpus + ", or a sample of it: a tokenized sentence a line. Plain or gzip.")
        .build();
  }

  public CommandSpec spec() {
    return CommandSpec.create().addOption(tbc).addOption(wiki);
  }

  /** Returns the corpora: TBC, then WikiText-103. */
  public List<ReferenceCorpus> corpora() {
    return List.of(
        new ReferenceCorpus("tbc", tbc.<Path>getValue(), CorpusFormat.TBC),
        new ReferenceCorpus("wiki", wiki.<Path>getValue(), CorpusFormat.WIKITEXT));
  }
}
