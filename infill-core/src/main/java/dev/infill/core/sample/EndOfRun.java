package dev.infill.core.sample;

import dev.infill.core.chain.RunEnd;
import dev.infill.core.chain.StoppingRule;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.SampleSettings;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;

/**
 * Ends the run of one text: after its steps, or earlier after its model passes or its seconds. For
 * one run; not thread-safe.
 */
final class EndOfRun implements StoppingRule {
  /** Passes and seconds are looked at each time the steps have grown by a tenth, at the latest. */
  private static final int PART_BETWEEN_LOOKS = 10;

  /** If looks are at least this many steps apart, they are at multiples of it. */
  private static final int ROUND = 10;

  private final SampleSettings settings;
  private final LongSupplier passes;
  private final long began;

  private int lookedAt = -1;
  private Optional<RunEnd> end = Optional.empty();

  /**
   * Creates a rule.
   *
   * @param settings say how many steps, passes and seconds
   * @param passes tells the model passes so far
   * @param began the start of the run, by {@link System#nanoTime()}
   */
  EndOfRun(SampleSettings settings, LongSupplier passes, long began) {
    this.settings = settings;
    this.passes = passes;
    this.began = began;
  }

  private boolean isLimited() {
    return settings.maxPasses().isPresent() || settings.get(Settings.MAX_SECONDS).isPresent();
  }

  @Override
  public boolean isMet(int steps, long modelPasses) {
    return steps >= settings.steps() || (isLimited() && isLook(steps));
  }

  private static boolean isLook(int steps) {
    int apart = Math.max(1, steps / PART_BETWEEN_LOOKS);
    return steps % (apart < ROUND ? apart : apart - apart % ROUND) == 0;
  }

  @Override
  public boolean isEnd(int steps, long modelPasses) {
    if (steps != lookedAt) {
      lookedAt = steps;
      end = look(steps);
    }
    return end.isPresent();
  }

  /** Passes and seconds so far tell the rest. */
  @Override
  public int expected(int made, int most) {
    double expected = Math.min(settings.steps(), most);
    long read = passes.getAsLong();
    if (settings.maxPasses().isPresent() && read > 0) {
      expected = Math.min(expected, (double) made * settings.maxPasses().getAsInt() / read);
    }
    OptionalDouble seconds = settings.get(Settings.MAX_SECONDS);
    if (seconds.isPresent()) {
      expected = Math.min(expected, made * seconds.getAsDouble() / seconds());
    }
    return (int) Math.max(made, expected);
  }

  private double seconds() {
    return (System.nanoTime() - began) / 1e9;
  }

  private Optional<RunEnd> look(int made) {
    if (made > 0 && isLook(made)) {
      if (settings.maxPasses().isPresent()
          && passes.getAsLong() >= settings.maxPasses().getAsInt()) {
        return Optional.of(RunEnd.MAX_PASSES);
      }
      OptionalDouble seconds = settings.get(Settings.MAX_SECONDS);
      if (seconds.isPresent() && seconds() >= seconds.getAsDouble()) {
        return Optional.of(RunEnd.MAX_SECONDS);
      }
    }
    return made >= settings.steps() ? Optional.of(RunEnd.STEPS) : Optional.empty();
  }

  /** Returns the cause of the end. */
  RunEnd end() {
    return end.orElse(RunEnd.CANCELLED);
  }
}
