package dev.infill.web.cli.bench;

import dev.infill.core.InvalidInputException;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.InfillSettings;
import dev.infill.corpora.file.AtomicFile;
import dev.infill.evaluation.bench.DenseReference;
import dev.infill.evaluation.bench.Peer;
import dev.infill.evaluation.experiment.ReferenceCorpus;
import dev.infill.web.cli.option.NumberOption;
import dev.infill.web.cli.option.SamplingOptions;
import java.nio.file.Path;
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

  /** Options of what jobs are held against. */
  private static final List<String> OF_COMPARISONS =
      List.of("--exact", "--dense-steps", "--dense-alphas", "--peer", "--tbc", "--wiki", "--texts");

  private final SamplingOptions sampling =
      new SamplingOptions(
          InfillSettings.defaults().toBuilder().steps(Settings.USUAL_STEPS).build());
  private final DrawnTextsOptions drawnTexts = new DrawnTextsOptions(DEFAULT_TEXTS);

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
                .build())
        .addOption(
            OptionSpec.builder("--sizes")
                .paramLabel("FILE.svg")
                .arity("1")
                .type(Path.class)
                .description(
                    "Instead of all that: the default job as chains, steps, blanks, pieces and texts"
                        + " at once grow, one at a time. FILE gets a drawing, and is replaced if it"
                        + " is there.")
                .build());
  }

  CommandSpec corpora() {
    return drawnTexts.spec();
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
        BenchOptions.denseSteps(parsed));
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
   * Returns the file of a drawing by sizes; empty for a comparison.
   *
   * @throws InvalidInputException if it cannot be written, or a comparison is asked for as well
   */
  Optional<Path> sizes(ParseResult parsed) {
    if (!parsed.hasMatchedOption("--sizes")) {
      return Optional.empty();
    }
    for (String compared : OF_COMPARISONS) {
      if (parsed.hasMatchedOption(compared)) {
        throw new InvalidInputException(
            "sizes", "--sizes does the default job only: leave out " + compared);
      }
    }
    Path file = parsed.matchedOption("--sizes").getValue();
    AtomicFile.checkFolder(file);
    AtomicFile.check(file, true);
    return Optional.of(file);
  }

  /** Returns what the jobs have in common. */
  InfillSettings settings(ParseResult parsed) {
    return sampling.settings(parsed).toBuilder().seed(seed(parsed)).build();
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
  int textsOfEach(ParseResult parsed) {
    return drawnTexts.ofEach(parsed);
  }
}
