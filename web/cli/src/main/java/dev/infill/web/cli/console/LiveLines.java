package dev.infill.web.cli.console;

import java.util.List;
import java.util.stream.Collectors;

/** Lines on standard error that the next ones are written over, and that leave no trace. */
public final class LiveLines {
  /** To the beginning of the line, and nothing from there to the end of the screen. */
  private static final String CLEAR = "\r\u001b[J";

  private final Console console;
  private int shown;

  /**
   * Creates lines that are not shown yet.
   *
   * @param console whose standard error is a terminal that knows ANSI escapes
   */
  public LiveLines(Console console) {
    this.console = console;
  }

  /**
   * Shows lines in place of those that are shown.
   *
   * @param lines at least one; each is cut to the width of the terminal
   */
  public void show(List<String> lines) {
    write(
        lines.stream()
            .map(AnnotatedText::printable)
            .map(line -> AnnotatedText.cut(line, console.columns() - 1))
            .collect(Collectors.joining("\n")));
    shown = lines.size();
  }

  /** Takes the lines away. */
  public void clear() {
    if (shown > 0) {
      write("");
      shown = 0;
    }
  }

  private void write(String text) {
    String up = shown > 1 ? "\u001b[" + (shown - 1) + "A" : "";
    console.err().print(up + (shown > 0 ? CLEAR : "") + text);
    console.err().flush();
  }
}
