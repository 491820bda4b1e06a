package dev.infill.web.cli;

import dev.infill.core.infill.InfillSettings;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Options that several benchmarks have. */
final class BenchOptions {
  /** The text of the README, which is timed unless another is given. */
  static final String DEFAULT_TEXT =
      "he had not , after all , [MASK] me the chance but [MASK] abandoned me [MASK] .";

  private BenchOptions() {}

  static OptionSpec text() {
    return OptionSpec.builder("--text")
        .paramLabel("TEXT")
        .arity("1")
        .type(String.class)
        .description("A text with blanks. Default: " + DEFAULT_TEXT)
        .build();
  }

  static OptionSpec chains() {
    return NumberOption.of("--chains", "The number of chains.", defaultChains());
  }

  /**
   * Returns the options of what is timed by the dense step of a text.
   *
   * @param repetitions what is repeated, in words
   * @param defaultRepetitions how often, unless it is said
   */
  static CommandSpec denseStep(String repetitions, int defaultRepetitions) {
    return CommandSpec.create()
        .addOption(text())
        .addOption(chains())
        .addOption(NumberOption.of("--repetitions", repetitions, defaultRepetitions));
  }

  static int defaultChains() {
    return InfillSettings.defaults().chains();
  }
}
