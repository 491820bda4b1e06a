package dev.infill.web.cli.option;

import dev.infill.web.cli.console.ProgressDisplay;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * The option {@code --seed}. An instance draws a seed unless one is given, as commands that draw
 * from corpora do; for others there is {@link #fixed}.
 */
public final class SeedOption {
  /** Drawn seeds are short enough to be typed. */
  private static final long DRAWN_BELOW = 1_000_000_000;

  private static final long FIXED = 1;

  private final OptionSpec option =
      CommandOption.value("--seed", "N", Long.class)
          .description("Seed of the random numbers, to get the same result again. Default: drawn.")
          .build();

  /**
   * Returns the option of a command that does the same unless told otherwise.
   *
   * @param description what the seed is of
   */
  public static OptionSpec fixed(String description) {
    return CommandOption.value("--seed", "N", Long.class)
        .description(description + " Default: " + FIXED + ".")
        .build();
  }

  /** Returns the seed of a command that has the {@link #fixed} option. */
  public static long fixedValue(ParseResult parsed) {
    return parsed.matchedOptionValue("--seed", FIXED);
  }

  public OptionSpec option() {
    return option;
  }

  /**
   * Returns the seed. One that is drawn is printed, so that the run can be repeated.
   *
   * @param progress prints a drawn seed
   */
  public long value(ProgressDisplay progress) {
    @Nullable Long given = option.getValue();
    if (given != null) {
      return given;
    }
    long drawn = ThreadLocalRandom.current().nextLong(DRAWN_BELOW);
    progress.notice("drawn with --seed " + drawn);
    return drawn;
  }
}
