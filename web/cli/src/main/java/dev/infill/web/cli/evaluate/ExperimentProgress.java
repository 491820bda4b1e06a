package dev.infill.web.cli.evaluate;

import dev.infill.evaluation.run.RunListener;
import dev.infill.web.cli.console.ProgressDisplay;
import java.util.function.IntSupplier;

/** Shows how far an experiment is: a bar on a terminal, else a line whenever a task is done. */
final class ExperimentProgress implements RunListener {
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
  public void onProgress(String sampler, String task, double done, double total) {
    display.show(
        "running", Math.round(done), Math.round(total), "%s on %s".formatted(sampler, task));
    int made = runsMade.getAsInt();
    if (made > printed && made % runsOfTask == 0 && !display.isVisible()) {
      printed = made;
      display.notice(
          "%d of %d runs made, about %s left"
              .formatted(
                  made,
                  runs,
                  ProgressDisplay.remaining((System.nanoTime() - began) / 1e9, done, total)));
    }
  }
}
