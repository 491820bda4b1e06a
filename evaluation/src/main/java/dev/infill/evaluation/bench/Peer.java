package dev.infill.evaluation.bench;

import dev.infill.core.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
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
   * One run of it.
   *
   * @param seconds from the start of its process to its end
   * @param output what it printed, as it printed it; standard error as well
   */
  public record Run(double seconds, String output) {}

  /**
   * Runs the program to its end.
   *
   * @throws IOException if it cannot be started, or ends with an exit code other than 0; the
   *     message holds the last line it printed
   */
  Run run() throws IOException {
    long began = System.nanoTime();
    Process process =
        new ProcessBuilder(List.of("sh", "-c", command)).redirectErrorStream(true).start();
    try (InputStream printed = process.getInputStream()) {
      process.getOutputStream().close();
      String output = new String(printed.readAllBytes(), Charset.defaultCharset());
      int code = process.waitFor();
      double seconds = (System.nanoTime() - began) / 1e9;
      if (code != 0) {
        throw new IOException(
            "the peer failed with exit code %d: %s".formatted(code, lastLine(output)));
      }
      return new Run(seconds, output);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException("the peer was interrupted");
      interrupted.initCause(e);
      throw interrupted;
    } finally {
      process.destroy();
    }
  }

  private static String lastLine(String output) {
    return output
        .lines()
        .filter(line -> !line.isBlank())
        .reduce((before, line) -> line)
        .orElse("it printed nothing");
  }
}
