package dev.infill.web.cli.option;

import dev.infill.core.InvalidInputException;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.InfillSettings;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.corpora.task.KnownPieces;
import dev.infill.corpora.task.MaskingSettings;
import dev.infill.corpora.task.MaskingTask;
import dev.infill.corpora.task.TaskSampler;
import dev.infill.evaluation.experiment.ReferenceCorpus;
import dev.infill.evaluation.experiment.SamplerSpec;
import dev.infill.evaluation.experiment.StepSizeSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * What the commands of the infilling experiment have in common: corpora, samplers, and how many
 * tasks, chains and steps.
 */
public final class ProtocolOptions {
  /** The protocol has 10 tasks of each of its 2 corpora. */
  public static final int EVALUATION_TASKS = 20;

  private static final int QUICK_TASKS = 2;
  private static final int QUICK_CHAINS = 5;
  private static final int QUICK_STEPS = 5;

  private final SamplingOptions sampling;
  private final int defaultTasks;
  private final boolean givenStepSize;
  private final CorpusPair corpora = CorpusPair.required();
  private final OptionSpec samplers;
  private final OptionSpec tasks;
  private final OptionSpec out;
  private final OptionSpec seed =
      SeedOption.fixed("Seed of the tasks, the chains and the bootstrap.");
  private final OptionSpec quick =
      CommandOption.flag(
          "--quick",
          "To try it out: %d tasks, %d chains, %d steps, unless given otherwise."
              .formatted(QUICK_TASKS, QUICK_CHAINS, QUICK_STEPS));

  /**
   * Makes the options of a command.
   *
   * @param defaultTasks how many tasks if nothing else is said
   * @param defaultChains how many chains
   * @param defaultSamplers which samplers
   * @param givenStepSize whether a step size can be given for all samplers
   */
  public ProtocolOptions(
      int defaultTasks, int defaultChains, String defaultSamplers, boolean givenStepSize) {
    this.defaultTasks = defaultTasks;
    this.givenStepSize = givenStepSize;
    this.sampling =
        new SamplingOptions(InfillSettings.paper().toBuilder().chains(defaultChains).build());
    this.samplers =
        CommandOption.value("--samplers", "NAME,NAME", String.class)
            .defaultValue(defaultSamplers)
            .description(SamplerSpecs.SYNTAX + " Default: " + defaultSamplers + ".")
            .build();
    this.tasks =
        CommandOption.number(
            "--tasks", "How many tasks are drawn, half of them of each corpus.", defaultTasks);
    this.out =
        CommandOption.value("--out", "DIR", Path.class)
            .required(true)
            .description(
                "The folder of the experiment. If it holds a part of the same experiment, that is"
                    + " continued.")
            .build();
  }

  public CommandSpec corpora() {
    return corpora.spec().addOption(tasks);
  }

  public CommandSpec compared() {
    return CommandSpec.create().addOption(samplers).addOption(quick).addOption(out);
  }

  public CommandSpec protocol() {
    List<String> names =
        new ArrayList<>(
            List.of(
                "--vocabulary",
                "--energy",
                "--gradient",
                "--balancing",
                "--temperature",
                "--chains",
                "--steps",
                "--start",
                "--batch"));
    if (givenStepSize) {
      names.add("--alpha");
    }
    return sampling.only(names.toArray(String[]::new)).addOption(seed);
  }

  public Path out(ParseResult parsed) {
    return parsed.matchedOption("--out").<Path>getValue();
  }

  public long seed(ParseResult parsed) {
    return SeedOption.fixedValue(parsed);
  }

  /** Returns what all samplers have in common. */
  public InfillSettings settings(ParseResult parsed) {
    InfillSettings settings = sampling.settings(parsed);
    if (!isQuick(parsed)) {
      return settings;
    }
    InfillSettings.Builder builder = settings.toBuilder();
    if (!parsed.hasMatchedOption("--chains")) {
      builder.chains(QUICK_CHAINS);
    }
    if (!parsed.hasMatchedOption("--steps")) {
      builder.steps(QUICK_STEPS);
    }
    return builder.build();
  }

  private boolean isQuick(ParseResult parsed) {
    return parsed.hasMatchedOption(quick);
  }

  public List<SamplerSpec> samplers(ParseResult parsed) {
    List<SamplerSpec> parsedSamplers = SamplerSpecs.parse(samplers.getValue(), settings(parsed));
    if (!parsed.hasMatchedOption("--alpha")) {
      return parsedSamplers;
    }
    return parsedSamplers.stream()
        .map(
            sampler ->
                sampler.withStepSize(sampler.settings().get(Settings.ALPHA), StepSizeSource.GIVEN))
        .toList();
  }

  public List<ReferenceCorpus> corpora(ParseResult parsed) {
    return corpora.corpora(parsed);
  }

  int taskCount(ParseResult parsed) {
    int count = parsed.matchedOptionValue("--tasks", isQuick(parsed) ? QUICK_TASKS : defaultTasks);
    return even("tasks", count, 2);
  }

  /** Returns a number of tasks, half of them of each corpus, if it is one. */
  public static int even(String field, int count, int least) {
    if (count < least || count % 2 != 0) {
      throw new InvalidInputException(
          field,
          "%s must be an even number, half of each corpus, from %d; not %d"
              .formatted(field, least, count));
    }
    return count;
  }

  /**
   * Draws tasks as the protocol says, as many of each corpus.
   *
   * @param parsed what was given
   * @param model which must know every piece of their sentences
   * @param skip how many to leave out in all, an even number
   */
  public List<MaskingTask> draw(ParseResult parsed, MaskedLanguageModel model, int skip) {
    TaskSampler sampler =
        new TaskSampler(
            MaskingSettings.paper(),
            seed(parsed),
            new KnownPieces(model::tokenize, model.vocabulary()));
    int count = taskCount(parsed) / 2;
    List<List<MaskingTask>> byCorpus =
        corpora(parsed).stream().map(corpus -> corpus.draw(sampler, skip / 2, count)).toList();
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
