package dev.infill.web.cli.option;

import dev.infill.core.InvalidInputException;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.corpora.CorpusFormat;
import dev.infill.corpora.task.KnownPieces;
import dev.infill.corpora.task.MaskingSettings;
import dev.infill.corpora.task.MaskingTask;
import dev.infill.corpora.task.TaskSampler;
import dev.infill.evaluation.paper.SamplerSpec;
import dev.infill.evaluation.run.ReferenceCorpus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * The protocol of the infilling experiment: corpora, samplers, and how many tasks, chains and
 * steps.
 */
public final class ProtocolOptions {
  /** 10 of each of the 2 corpora. */
  private static final int TASKS = 20;

  private static final int CHAINS = 25;
  private static final String SAMPLERS = "gibbs,gwg,dula,dmala";

  private static final int QUICK_TASKS = 2;
  private static final int QUICK_CHAINS = 5;
  private static final int QUICK_STEPS = 5;

  private final SamplingOptions sampling =
      new SamplingOptions(SampleSettings.paper().with(Settings.CHAINS, CHAINS));
  private final OptionSpec tbc = corpus("--tbc", "The Toronto BookCorpus");
  private final OptionSpec wiki = corpus("--wiki", "WikiText-103");
  private final OptionSpec samplers =
      CommandOption.value("--samplers", "NAME,NAME", String.class)
          .defaultValue(SAMPLERS)
          .description(SamplerSpecs.SYNTAX + " Default: " + SAMPLERS + ".")
          .build();
  private final OptionSpec tasks =
      CommandOption.number(
          "--tasks", "How many tasks are drawn, half of them from each corpus.", TASKS);
  private final OptionSpec out =
      CommandOption.value("--out", "DIR", Path.class)
          .required(true)
          .description(
              "The folder of the experiment. If it holds a part of the same experiment, that is"
                  + " continued.")
          .build();
  private final OptionSpec seed =
      SeedOption.fixed("Seed of the tasks, the chains and the bootstrap.");
  private final OptionSpec quick =
      CommandOption.flag(
          "--quick",
          "To try it out: %d tasks, %d chains, %d steps, unless given otherwise."
              .formatted(QUICK_TASKS, QUICK_CHAINS, QUICK_STEPS));

  private static OptionSpec corpus(String name, String corpus) {
    return CommandOption.value(name, "FILE", Path.class)
        .required(true)
        .description(corpus + ", or a sample of it: a tokenized sentence a line. Plain or gzip.")
        .build();
  }

  /** Returns the options that tell where tasks come from. */
  public CommandSpec drawn() {
    return CommandSpec.create().addOption(tbc).addOption(wiki).addOption(tasks);
  }

  public CommandSpec compared() {
    return CommandSpec.create().addOption(samplers).addOption(quick).addOption(out);
  }

  public CommandSpec protocol() {
    return sampling
        .only(
            "--vocabulary",
            "--gradient",
            "--balancing",
            "--temperature",
            "--chains",
            "--steps",
            "--start",
            "--batch",
            "--alpha")
        .addOption(seed);
  }

  public Path out(ParseResult parsed) {
    return parsed.matchedOption("--out").<Path>getValue();
  }

  public long seed(ParseResult parsed) {
    return SeedOption.fixedValue(parsed);
  }

  /** Returns what all samplers have in common. */
  public SampleSettings settings(ParseResult parsed) {
    SampleSettings settings = sampling.settings(parsed);
    if (!isQuick(parsed)) {
      return settings;
    }
    if (!parsed.hasMatchedOption("--chains")) {
      settings = settings.with(Settings.CHAINS, QUICK_CHAINS);
    }
    return parsed.hasMatchedOption("--steps")
        ? settings
        : settings.with(Settings.STEPS, QUICK_STEPS);
  }

  private boolean isQuick(ParseResult parsed) {
    return parsed.hasMatchedOption(quick);
  }

  public List<SamplerSpec> samplers(ParseResult parsed) {
    return SamplerSpecs.parse(samplers.getValue(), settings(parsed));
  }

  /** Returns the corpora: TBC, then WikiText-103. */
  public List<ReferenceCorpus> corpora() {
    return List.of(
        new ReferenceCorpus("tbc", tbc.<Path>getValue(), CorpusFormat.TBC),
        new ReferenceCorpus("wiki", wiki.<Path>getValue(), CorpusFormat.WIKITEXT));
  }

  private int taskCount(ParseResult parsed) {
    int count = parsed.matchedOptionValue("--tasks", isQuick(parsed) ? QUICK_TASKS : TASKS);
    if (count < 2 || count % 2 != 0) {
      throw new InvalidInputException(
          "tasks", "tasks must be an even number, half of each corpus, from 2; not " + count);
    }
    return count;
  }

  /**
   * Draws tasks as the protocol says, as many of each corpus.
   *
   * @param parsed what was given
   * @param model which must know every piece of their sentences
   */
  public List<MaskingTask> draw(ParseResult parsed, MaskedLanguageModel model) {
    TaskSampler sampler =
        new TaskSampler(
            MaskingSettings.paper(),
            seed(parsed),
            new KnownPieces(model::tokenize, model.vocabulary()));
    int count = taskCount(parsed) / 2;
    List<List<MaskingTask>> byCorpus =
        corpora().stream().map(corpus -> corpus.draw(sampler, count)).toList();
    // In turn, so that an experiment that was broken off has tasks of either corpus.
    List<MaskingTask> drawn = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      for (List<MaskingTask> tasks : byCorpus) {
        drawn.add(tasks.get(k));
      }
    }
    return drawn;
  }
}
