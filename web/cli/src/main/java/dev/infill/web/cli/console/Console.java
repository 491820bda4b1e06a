package dev.infill.web.cli.console;

import java.io.InputStream;
import java.io.PrintStream;
import java.util.Map;

/**
 * The streams that commands talk to, and what is known of their other ends.
 *
 * @param in standard input
 * @param out standard output: results alone
 * @param err standard error: messages and progress
 * @param outIsTerminal whether results go to a terminal
 * @param errIsTerminal whether messages go to a terminal
 * @param columns the width of the terminal, in columns
 * @param environment the environment variables
 */
public record Console(
    InputStream in,
    StandardOutput out,
    PrintStream err,
    boolean outIsTerminal,
    boolean errIsTerminal,
    int columns,
    Map<String, String> environment) {
  private static final int DEFAULT_COLUMNS = 80;

  public Console {
    environment = Map.copyOf(environment);
  }

  /**
   * Returns the console of this process. Java 17 cannot tell a terminal from a file: the launcher
   * says which streams are terminals in the system property {@code infill.terminals}, and how wide
   * they are in {@code infill.columns}.
   */
  public static Console ofProcess(
      InputStream in, StandardOutput out, PrintStream err, Map<String, String> environment) {
    String terminals = System.getProperty("infill.terminals", "");
    return new Console(
        in,
        out,
        err,
        terminals.contains("out"),
        terminals.contains("err"),
        columns(System.getProperty("infill.columns", "")),
        environment);
  }

  private static int columns(String property) {
    return property.matches("[1-9][0-9]{1,3}") ? Integer.parseInt(property) : DEFAULT_COLUMNS;
  }

  /** Says whether results may be coloured where the user leaves it open (no-color.org). */
  public boolean suggestsColor() {
    return outIsTerminal && environment.getOrDefault("NO_COLOR", "").isEmpty() && knowsEscapes();
  }

  /** Says whether a terminal, where there is one, knows ANSI escapes. */
  public boolean knowsEscapes() {
    return !"dumb".equals(environment.get("TERM"));
  }

  /** Says whether stack traces are wanted. */
  public boolean suggestsDebugging() {
    return !environment.getOrDefault("INFILL_DEBUG", "").isEmpty();
  }

  /** Leaves the line that a progress bar may stand in, so that the shell does not write there. */
  public void leaveLine() {
    if (errIsTerminal) {
      err.println();
      err.flush();
    }
  }

  /**
   * Writes one line to standard error, whatever the message holds: names of files and models may
   * come from anyone, and must not steer a terminal.
   *
   * @param message what to say
   */
  public void complain(String message) {
    err.println(
        "infill: " + AnnotatedText.printable(message.strip().replaceAll("\\s*\\R\\s*", " ")));
    err.flush();
  }
}
