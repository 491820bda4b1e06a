package dev.infill.web.cli.fill;

import dev.infill.core.InvalidInputException;
import dev.infill.core.sample.StepListener;
import dev.infill.corpora.file.AtomicFile;
import dev.infill.web.cli.option.CommandOption;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options that say where the steps of chains are written. */
final class TraceOptions {
  private final OptionSpec trace =
      CommandOption.value("--trace", "FILE", Path.class)
          .description(
              "Write every step of every chain to FILE, as comma-separated values (.csv) or JSON"
                  + " lines (.jsonl).")
          .build();
  private final OptionSpec force =
      CommandOption.flag("--force", "Replace the file of --trace if it is there.");

  /**
   * Adds the options.
   *
   * @param options what they are added to
   * @return the same
   */
  CommandSpec addTo(CommandSpec options) {
    return options.addOption(trace).addOption(force);
  }

  /**
   * Checks that a trace can be written where it is asked for; touches nothing.
   *
   * @throws InvalidInputException if not
   */
  void check() {
    Path file = file();
    if (file != null) {
      TraceFormat.of(file);
      AtomicFile.check(file, force.getValue());
      AtomicFile.checkFolder(file);
    }
  }

  /** Begins the trace, if one is asked for. */
  Opened open() {
    Path file = file();
    return new Opened(
        file == null
            ? Optional.empty()
            : Optional.of(TraceFile.create(file, TraceFormat.of(file))));
  }

  private @Nullable Path file() {
    return trace.getValue();
  }

  /**
   * A trace that is written, or none.
   *
   * @param file the trace
   */
  record Opened(Optional<TraceFile> file) implements AutoCloseable {
    /** Returns what is notified of steps. */
    StepListener listener() {
      return file.<StepListener>map(trace -> trace).orElse(StepListener.NONE);
    }

    /** Gives the file its name. */
    void commit() {
      file.ifPresent(TraceFile::commit);
    }

    @Override
    public void close() {
      file.ifPresent(TraceFile::close);
    }
  }
}
