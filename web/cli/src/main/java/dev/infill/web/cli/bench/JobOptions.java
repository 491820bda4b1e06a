package dev.infill.web.cli.bench;

import dev.infill.core.InvalidInputException;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.InfillSettings;
import dev.infill.corpora.file.AtomicFile;
import dev.infill.evaluation.bench.DenseReference;
import dev.infill.evaluation.bench.Peer;
import dev.infill.evaluation.experiment.ReferenceCorpus;
import dev.infill.web.cli.option.CommandOption;
import dev.infill.web.cli.option.CorpusPair;
import dev.infill.web.cli.option.ProtocolOptions;
import dev.infill.web.cli.option.SamplingOptions;
import dev.infill.web.cli.option.SeedOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** The options that say which whole jobs are timed. */
final class JobOptions {
  static final int DEFAULT_REPETITIONS = 3;

  private static final int DEFAULT_TEXTS = 10;

  /** Options of what jobs are held against. */
  private static final List<String> OF_COMPARISONS =
      List.of("--exact", "--dense-steps", "--dense-alphas", "--peer", "--tbc", "--wiki", "--texts");

  private final SamplingOptions sampling =
      new SamplingOptions(
          InfillSettings.defaults().toBuilder().steps(Settings.USUAL_STEPS).build());
  private final CorpusPair drawnFrom = CorpusPair.optional();

  CommandSpec jobs() {
    return CommandSpec.create()
        .addOption(BenchOptions.text())
        .addOption(
            CommandOption.flag("--exact", "Do the dense job with the exact gradient as well."))
        .addOption(BenchOptions.denseSteps())
        .addOption(
            CommandOption.decimals(
                "--dense-alphas",
                "The step sizes of dense and fast; the one with the largest effective sample size"
                    + " per second of dense is what is compared.",
                DenseReference.paper().stepSizes().stream()
                    .map(String::valueOf)
                    .collect(Collectors.joining(","))))
        .addOption(
            CommandOption.value("--peer", "COMMAND", String.class)
                .description(
                    "Run another program, by a command for the shell, in turn with the jobs: the"
                        + " seconds of its process, and what it prints.")
                .build())
        .addOption(
            CommandOption.value("--sizes", "FILE.svg", Path.class)
                .description(
                    "Instead of all that: the default job as chains, steps, blanks, pieces and"
                        + " texts at once grow, one at a time. FILE gets a drawing, and is replaced"
                        + " if it is there.")
                .build());
  }

  CommandSpec corpora() {
    return drawnFrom
        .spec()
        .addOption(
            CommandOption.number(
                "--texts",
                "How many texts with 3 to 5 blanks are drawn, half of them of each corpus.",
                DEFAULT_TEXTS));
  }

  /**
   * Returns the options of sampling.
   *
   * @param seed what the seed is of
   */
  CommandSpec sampling(String seed) {
    return sampling.only("--chains", "--steps", "--burn-in").addOption(SeedOption.fixed(seed));
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
    return SeedOption.fixedValue(parsed);
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
    List<ReferenceCorpus> corpora = drawnFrom.corpora(parsed);
    if (corpora.isEmpty() && parsed.hasMatchedOption("--texts")) {
      throw CorpusPair.missing();
    }
    return corpora;
  }

  /** Returns how many texts are drawn of each corpus. */
  int textsOfEach(ParseResult parsed) {
    return ProtocolOptions.even("texts", parsed.matchedOptionValue("--texts", DEFAULT_TEXTS)) / 2;
  }
}
