package dev.infill.web.cli.fill;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say where the steps of chains are written. */
final class TraceOptions {
  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description =
          "Write every step of every chain to FILE, as comma-separated values (.csv) or JSON lines"
              + " (.jsonl).")
  private @Nullable Path file;

  @Option(names = "--force", description = "Replace the file of --trace if it is there.")
  private boolean force;

  /**
   * Checks that a trace can be written where it is asked for; touches nothing.
   *
   * @throws dev.infill.core.InvalidInputException if not
   */
  void check() {
    if (file != null) {
      TraceFile.check(file, force);
    }
  }

  /** Begins the trace; null if none is asked for. */
  @Nullable TraceFile open() {
    return file == null ? null : TraceFile.create(file);
  }
}
