package dev.infill.evaluation.bench;

import dev.infill.core.InvalidInputException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.Charset;
import java.util.List;

/**
 * Another program that does such a job, to be run in turn with ours.
 *
 * @param command the shell command that runs it; not blank
 */
public record Peer(String command) {
  /** Checks that there is a command. */
  public Peer {
    if (command.isBlank()) {
      throw new InvalidInputException("peer", "peer must be a command for the shell");
    }
  }

  /**
   * Runs the program to its end: the seconds are those of its process.
   *
   * @param measured what its time is added to
   * @throws IOException if it cannot be started, or ends with an exit code other than 0; the
   *     message holds the last line it printed
   */
  void run(Measurement measured) throws IOException {
    long began = System.nanoTime();
    Process process =
        new ProcessBuilder(List.of("sh", "-c", command)).redirectErrorStream(true).start();
    try {
      process.getOutputStream().close();
      String printed =
          new String(process.getInputStream().readAllBytes(), Charset.defaultCharset());
      int code = process.waitFor();
      if (code != 0) {
        throw new IOException(
            "the peer failed with exit code %d: %s".formatted(code, lastLine(printed)));
      }
      measured.add(Benchmark.SECONDS, Benchmark.secondsSince(began));
      measured.printed().add(printed);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the peer was interrupted");
    } finally {
      process.destroy();
    }
  }

  private static String lastLine(String printed) {
    return printed
        .lines()
        .filter(line -> !line.isBlank())
        .reduce((before, line) -> line)
        .orElse("it printed nothing");
  }
}
