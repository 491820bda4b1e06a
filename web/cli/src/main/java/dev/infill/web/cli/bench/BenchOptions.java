package dev.infill.web.cli.bench;

import dev.infill.web.cli.option.CommandOption;
import java.util.OptionalInt;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Options that several benchmarks have. */
final class BenchOptions {
  /** The text of the README, which is timed unless another is given. */
  static final String DEFAULT_TEXT =
      "he had not , after all , [MASK] me the chance but [MASK] abandoned me [MASK] .";

  private BenchOptions() {}

  static OptionSpec text() {
    return text("A text with blanks. Default: " + DEFAULT_TEXT);
  }

  /**
   * Returns the option that gives the text.
   *
   * @param description what it means, and what without it
   */
  static OptionSpec text(String description) {
    return CommandOption.value("--text", "TEXT", String.class).description(description).build();
  }

  static OptionSpec denseSteps() {
    return CommandOption.number(
        "--dense-steps",
        "Run only the first N steps of dense jobs, and scale their seconds to the sequences of the"
            + " whole. Default: all steps.");
  }

  /** Returns how many steps of dense jobs are run; empty for all. */
  static OptionalInt denseSteps(ParseResult parsed) {
    return parsed.hasMatchedOption("--dense-steps")
        ? OptionalInt.of(parsed.matchedOption("--dense-steps").<Integer>getValue())
        : OptionalInt.empty();
  }
}
