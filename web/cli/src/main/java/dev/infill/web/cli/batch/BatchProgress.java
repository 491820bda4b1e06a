package dev.infill.web.cli.batch;

import dev.infill.web.cli.console.Figures;
import dev.infill.web.cli.console.PeriodicNotice;
import dev.infill.web.cli.console.ProgressDisplay;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Shows how far a job of many texts is: a bar on a terminal, else a line now and then. Thread-safe.
 */
final class BatchProgress implements LongConsumer {
  private final ProgressDisplay display;
  private final long texts;
  private final long before;
  private final PeriodicNotice notice;
  private long made;

  /**
   * Begins to show.
   *
   * @param display where
   * @param texts how many texts there are
   * @param before how many of them had their results before
   * @param clock tells the time in nanoseconds, as {@link System#nanoTime}
   */
  BatchProgress(ProgressDisplay display, long texts, long before, LongSupplier clock) {
    this.display = display;
    this.texts = texts;
    this.before = before;
    this.notice = new PeriodicNotice(display, clock);
  }

  /**
   * Adds texts that have got their results.
   *
   * @param more how many
   */
  @Override
  public synchronized void accept(long more) {
    made += more;
    display.show("filling", before + made, texts, rate());
    notice.offer(() -> "%d of %d texts done, %s".formatted(before + made, texts, rate()));
  }

  private String rate() {
    return "%s texts/min, about %s left"
        .formatted(
            Figures.decimal(60 * made / seconds(), 1),
            ProgressDisplay.remaining(seconds(), (double) made, (double) texts - before));
  }

  /** Returns how many texts have got their results from this process. */
  synchronized long made() {
    return made;
  }

  /** Returns how long this process has been at it. */
  double seconds() {
    return notice.seconds();
  }
}
