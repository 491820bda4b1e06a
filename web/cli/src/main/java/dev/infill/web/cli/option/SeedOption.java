package dev.infill.web.cli.option;

import dev.infill.web.cli.console.ProgressDisplay;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;

/** The option {@code --seed} of commands that draw from corpora. */
public final class SeedOption {
  /** Drawn seeds are short enough to be typed. */
  private static final long DRAWN_BELOW = 1_000_000_000;

  private final OptionSpec option =
      OptionSpec.builder("--seed")
          .paramLabel("N")
          .arity("1")
          .type(Long.class)
          .converters(NumberOption::longInteger)
          .description("Seed of the random numbers, to get the same result again. Default: drawn.")
          .build();

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
