package dev.infill.web.cli.console;

import dev.infill.core.TransferListener;
import dev.infill.core.chain.ProgressListener;
import dev.infill.web.api.Choices;
import java.io.PrintStream;
import java.time.Duration;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/**
 * A bar on standard error that shows what is being done and how far it is, and leaves no trace.
 * Shows nothing where nobody looks.
 */
public final class ProgressDisplay implements ProgressListener, TransferListener, AutoCloseable {
  private static final int UPDATE_MILLISECONDS = 100;
  private static final long BYTES_A_UNIT = 1_000_000;

  private final Console console;
  private final boolean visible;
  private final boolean quiet;
  private String shown = "";
  private @Nullable ProgressBar bar;
  private final TracelessLine line;

  /**
   * Creates a display.
   *
   * @param console where it is shown, if its standard error is a terminal
   * @param quiet whether neither bar nor notices are wanted
   */
  public ProgressDisplay(Console console, boolean quiet) {
    this.console = console;
    this.quiet = quiet;
    this.visible = console.errIsTerminal() && !quiet;
    this.line = new TracelessLine(console);
  }

  /** Says whether anybody sees a bar. */
  public boolean isVisible() {
    return visible;
  }

  /** Shows that a model is being opened; how far that is, only compiling it can tell. */
  public synchronized void opening() {
    show("loading the model", 0, 0);
  }

  @Override
  public synchronized void onProgress(Phase phase, long done, long total) {
    show(Choices.label(phase), done, total);
  }

  @Override
  public synchronized void progress(Stage stage, long done, long total) {
    bytes(Choices.label(stage) + " the model", done, total);
  }

  /**
   * Shows how many bytes something has got through, in megabytes.
   *
   * @param task what it is
   * @param done bytes so far
   * @param total bytes in all; 0 if that is not known
   */
  public synchronized void bytes(String task, long done, long total) {
    show(task, done / BYTES_A_UNIT, total / BYTES_A_UNIT);
  }

  @Override
  public synchronized void notice(String line) {
    clear();
    if (!quiet) {
      console.complain(line);
    }
  }

  /**
   * Shows how far a job of several parts is.
   *
   * @param phase what is being done; the time that is left is reckoned from its beginning
   * @param done how much of it is done
   * @param total how much there is
   * @param part which part is being done now
   */
  public synchronized void show(String phase, long done, long total, String part) {
    show(phase, done, total);
    ProgressBar current = bar;
    if (current != null) {
      current.setExtraMessage(part);
    }
  }

  private void show(String phase, long done, long total) {
    if (!visible) {
      return;
    }
    ProgressBar current = bar;
    if (current == null || !phase.equals(shown)) {
      clear();
      current = open(phase, total);
      bar = current;
      shown = phase;
    }
    current.maxHint(known(total));
    current.stepTo(done);
  }

  /** Returns a total as progress bars take it: −1 for one that is not known. */
  private static long known(long total) {
    return total > 0 ? total : -1;
  }

  private ProgressBar open(String phase, long total) {
    return new ProgressBarBuilder()
        .setTaskName(phase)
        .setInitialMax(known(total))
        .setStyle(ProgressBarStyle.ASCII)
        .setUpdateIntervalMillis(UPDATE_MILLISECONDS)
        .setConsumer(line)
        .build();
  }

  /** One line, of a known width: to ask the terminal takes native code, which is slow. */
  private static final class TracelessLine extends ConsoleProgressBarConsumer {
    private final PrintStream err;

    TracelessLine(Console console) {
      super(console.err(), Math.min(console.columns(), 100) - 1);
      this.err = console.err();
    }

    /** Begins no new line, as the cleared one is to be written over. */
    @Override
    public void close() {
      err.flush();
    }

    @Override
    public void clear() {
      super.clear();
      err.flush();
    }
  }

  @Override
  public void close() {
    clear();
  }

  /** Takes the bar away; the next report brings it back. */
  public synchronized void clear() {
    ProgressBar current = bar;
    if (current != null) {
      current.close();
      // A bar that is closed before it was first drawn is drawn as it closes, and would stay.
      line.clear();
      bar = null;
    }
  }

  /** Returns the time that is left, if the rest goes on as what is done did. */
  public static String remaining(double seconds, double done, double total) {
    Duration left = Duration.ofSeconds(Math.round(seconds * (total - done) / done));
    if (left.toMinutes() < 1) {
      return left.toSeconds() + " s";
    }
    long minutes = Math.round(left.toSeconds() / 60.0);
    return minutes < 60 ? minutes + " min" : "%d h %d min".formatted(minutes / 60, minutes % 60);
  }
}
