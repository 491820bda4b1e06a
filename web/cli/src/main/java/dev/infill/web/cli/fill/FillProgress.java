package dev.infill.web.cli.fill;

import dev.infill.core.fill.FillListener;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.Figures;
import dev.infill.web.cli.console.LiveLines;
import dev.infill.web.cli.console.Percent;
import dev.infill.web.cli.console.PeriodicNotice;
import dev.infill.web.cli.console.ProgressDisplay;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Shows what is known of the fillings of a text while they are looked for: on a terminal the list,
 * which is refined in place; elsewhere a line now and then.
 */
final class FillProgress implements FillListener {
  private static final long NANOSECONDS_BETWEEN = 100_000_000;

  /** A longer list would not fit into a window. */
  private static final int MOST_LINES = 10;

  private final Console console;
  private final ProgressDisplay display;
  private final LongSupplier clock;
  private final PeriodicNotice notice;
  private final LiveLines live;
  private long last;

  /**
   * Shows nothing yet.
   *
   * @param console where
   * @param display shows what else is being done
   * @param clock tells the time in nanoseconds, as {@link System#nanoTime}
   */
  FillProgress(Console console, ProgressDisplay display, LongSupplier clock) {
    this.console = console;
    this.display = display;
    this.clock = clock;
    notice = new PeriodicNotice(display, clock);
    live = new LiveLines(console);
    last = clock.getAsLong() - NANOSECONDS_BETWEEN;
  }

  @Override
  public void onProgress(Progress progress) {
    if (display.isVisible() && console.knowsEscapes()) {
      long now = clock.getAsLong();
      if (now - last >= NANOSECONDS_BETWEEN) {
        last = now;
        live.show(lines(progress));
      }
    } else {
      display.show("filling", progress.modelPasses(), progress.mostPasses(), "");
      notice.offer(() -> sentence(progress));
    }
  }

  /** Takes away what is shown. */
  void clear() {
    live.clear();
    display.clear();
  }

  private List<String> lines(Progress progress) {
    List<Found> list = progress.list();
    List<String> probabilities =
        Percent.column(list.stream().limit(MOST_LINES).map(Found::probability).toList());
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < probabilities.size(); i++) {
      String head = "%2d  %s  ".formatted(i + 1, probabilities.get(i));
      Found found = list.get(i);
      boolean fits = head.length() + found.text().length() < console.columns();
      lines.add(head + (fits ? found.text() : String.join(", ", found.words())));
    }
    lines.add(sentence(progress));
    return lines;
  }

  private static String sentence(Progress progress) {
    String passes =
        "%s of at most %s passes"
            .formatted(Figures.count(progress.modelPasses()), Figures.count(progress.mostPasses()));
    int listed = progress.list().size();
    if (listed == 0) {
      return passes;
    }
    double error = progress.relativeError().orElse(1);
    return "%s, %d of %d fillings certain, their probabilities %s"
        .formatted(
            passes,
            Math.min(progress.certain(), listed),
            listed,
            error < 1 ? "known to " + Percent.about(error) : "not known");
  }
}
