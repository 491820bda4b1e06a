package dev.infill.web.cli;

import dev.infill.corpora.task.MaskingTask;
import dev.infill.evaluation.experiment.ExperimentListener;
import dev.infill.evaluation.experiment.SamplerSpec;
import java.time.Duration;
import java.util.function.IntSupplier;

/** Shows how far an experiment is: a bar on a terminal, else a line whenever a task is done. */
final class ExperimentProgress implements ExperimentListener {
  private final ProgressDisplay display;
  private final IntSupplier runsMade;
  private final int runs;
  private final int runsOfTask;
  private final long began = System.nanoTime();
  private int printed;

  /**
   * Begins to show.
   *
   * @param display where
   * @param runsMade tells how many runs are made by now
   * @param runs how many there are
   * @param runsOfTask how many of them belong to a task
   */
  ExperimentProgress(ProgressDisplay display, IntSupplier runsMade, int runs, int runsOfTask) {
    this.display = display;
    this.runsMade = runsMade;
    this.runs = runs;
    this.runsOfTask = runsOfTask;
    this.printed = runsMade.getAsInt();
  }

  @Override
  public void onProgress(MaskingTask task, SamplerSpec sampler, double done, double total) {
    display.show(
        "running",
        Math.round(done),
        Math.round(total),
        "%s on %s".formatted(sampler.label(), task.id()));
    int made = runsMade.getAsInt();
    if (made > printed && made % runsOfTask == 0 && !display.isVisible()) {
      printed = made;
      display.notice(
          "%d of %d runs made, about %s left"
              .formatted(made, runs, remaining((System.nanoTime() - began) / 1e9, done, total)));
    }
  }

  /** Returns the time that is left, if the rest goes on as what is done did. */
  static String remaining(double seconds, double done, double total) {
    Duration left = Duration.ofSeconds(Math.round(seconds * (total - done) / done));
    if (left.toMinutes() < 1) {
      return left.toSeconds() + " s";
    }
    long minutes = Math.round(left.toSeconds() / 60.0);
    return minutes < 60 ? minutes + " min" : "%d h %d min".formatted(minutes / 60, minutes % 60);
  }
}
