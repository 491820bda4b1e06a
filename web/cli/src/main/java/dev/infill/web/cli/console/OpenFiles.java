package dev.infill.web.cli.console;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many files a process may open. One that may open too few fails in the middle of anything, and
 * names a class in place of the limit.
 */
public final class OpenFiles {
  private static final Path LIMITS = Path.of("/proc/self/limits");
  private static final Pattern LIMIT = Pattern.compile("(?m)^Max open files +(\\d+) ");

  /** What is open beside the libraries: streams, Java itself, a model and what it is made of. */
  private static final int BESIDE_LIBRARIES = 32;

  private OpenFiles() {}

  /**
   * Returns what keeps this process from being of use, in one line; empty if nothing does, or
   * nobody can tell.
   */
  public static Optional<String> shortage() {
    try {
      return Files.exists(LIMITS)
          ? shortage(Files.readString(LIMITS), System.getProperty("java.class.path", ""))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns what keeps a process from being of use.
   *
   * @param limits its limits, as Linux writes them
   * @param classPath its libraries, each of which is open all the time
   */
  static Optional<String> shortage(String limits, String classPath) {
    Matcher limit = LIMIT.matcher(limits);
    if (!limit.find()) {
      return Optional.empty();
    }
    int needed = classPath.split(File.pathSeparator, -1).length + BESIDE_LIBRARIES;
    return Long.parseLong(limit.group(1)) >= needed
        ? Optional.empty()
        : Optional.of(
            "this process may open %s files, and needs %d; ulimit -n 1024 allows more"
                .formatted(limit.group(1), needed));
  }
}
