package dev.infill.web.cli;

import dev.infill.core.InvalidInputException;
import dev.infill.core.infill.InfillSettings;
import dev.infill.evaluation.bench.DenseReference;
import dev.infill.evaluation.bench.Peer;
import dev.infill.evaluation.experiment.ReferenceCorpus;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The options that say which whole jobs are timed. */
final class JobOptions {
  static final int DEFAULT_REPETITIONS = 3;

  private static final long DEFAULT_SEED = 1;
  private static final int DEFAULT_TEXTS = 10;
  private static final int QUICK_CHAINS = 2;
  private static final int QUICK_STEPS = 10;
  private static final int QUICK_TEXTS = 2;

  private final SamplingOptions sampling;
  private final DrawnTextsOptions drawnTexts = new DrawnTextsOptions(DEFAULT_TEXTS);

  /** Makes the options of jobs that are as the default ones. */
  JobOptions() {
    this(InfillSettings.defaults());
  }

  /**
   * Makes the options.
   *
   * @param defaults what holds where nothing is given
   */
  JobOptions(InfillSettings defaults) {
    this.sampling = new SamplingOptions(defaults);
  }

  CommandSpec jobs() {
    return CommandSpec.create()
        .addOption(BenchOptions.text())
        .addOption(
            OptionSpec.builder("--exact")
                .type(boolean.class)
                .description("Do the dense job with the exact gradient as well.")
                .build())
        .addOption(BenchOptions.denseSteps())
        .addOption(
            NumberOption.decimals(
                "--dense-alphas",
                "The step sizes of dense and fast; the one with the largest effective sample size"
                    + " per second of dense is what is compared.",
                DenseReference.paper().stepSizes().stream()
                    .map(String::valueOf)
                    .collect(Collectors.joining(","))))
        .addOption(
            OptionSpec.builder("--peer")
                .paramLabel("COMMAND")
                .arity("1")
                .type(String.class)
                .description(
                    "Run another program, by a command for the shell, in turn with the jobs: the"
                        + " seconds of its process, and what it prints.")
                .build());
  }

  CommandSpec corpora() {
    return drawnTexts.spec();
  }

  CommandSpec sampling() {
    return sampling("Seed of the first repetition, and of the drawn texts.");
  }

  /**
   * Returns the options of sampling.
   *
   * @param seed what the seed is of
   */
  CommandSpec sampling(String seed) {
    return sampling
        .only("--chains", "--steps", "--burn-in")
        .addOption(
            OptionSpec.builder("--seed")
                .paramLabel("N")
                .arity("1")
                .type(Long.class)
                .converters(NumberOption::longInteger)
                .description(seed + " Default: " + DEFAULT_SEED + ".")
                .build());
  }

  String text(ParseResult parsed) {
    return parsed.matchedOptionValue("--text", BenchOptions.DEFAULT_TEXT);
  }

  boolean exact(ParseResult parsed) {
    return parsed.hasMatchedOption("--exact");
  }

  DenseReference dense(ParseResult parsed) {
    return new DenseReference(
        parsed.matchedOptionValue("--dense-alphas", DenseReference.paper().stepSizes()),
        BenchOptions.densePart(parsed));
  }

  long seed(ParseResult parsed) {
    return parsed.matchedOptionValue("--seed", DEFAULT_SEED);
  }

  Optional<Peer> peer(ParseResult parsed) {
    return parsed.hasMatchedOption("--peer")
        ? Optional.of(new Peer(parsed.matchedOption("--peer").getValue()))
        : Optional.empty();
  }

  /**
   * Returns what the jobs have in common.
   *
   * @param parsed what was given
   * @param quick whether few chains and steps do, unless others are given
   */
  InfillSettings settings(ParseResult parsed, boolean quick) {
    InfillSettings settings = sampling.settings(parsed);
    InfillSettings.Builder builder = settings.toBuilder().seed(seed(parsed));
    if (quick && !parsed.hasMatchedOption("--chains")) {
      builder.chains(QUICK_CHAINS);
    }
    if (quick && !parsed.hasMatchedOption("--steps")) {
      builder.steps(QUICK_STEPS).burnIn(Math.min(settings.burnIn(), QUICK_STEPS / 5));
    }
    return builder.build();
  }

  /**
   * Returns the corpora that texts are drawn from; none if there are none.
   *
   * @throws InvalidInputException if one is missing
   */
  List<ReferenceCorpus> corpora(ParseResult parsed) {
    return drawnTexts.corpora(parsed);
  }

  /** Returns how many texts are drawn of each corpus. */
  int textsOfEach(ParseResult parsed, boolean quick) {
    return quick && !parsed.hasMatchedOption("--texts")
        ? QUICK_TEXTS / 2
        : drawnTexts.ofEach(parsed);
  }
}
