package dev.infill.web.cli.fill;

import dev.infill.core.FailureReason;
import dev.infill.core.sample.ChainsStep;
import dev.infill.core.sample.StepListener;
import dev.infill.corpora.file.AtomicFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The steps of chains in a file, a line for each step of each chain, written while they are made;
 * one text after the other. Not thread-safe.
 */
final class TraceFile implements StepListener, AutoCloseable {
  private final Path name;
  private final TraceFormat format;
  private final AtomicFile file;
  private int text;

  private TraceFile(Path name, TraceFormat format, AtomicFile file) {
    this.name = name;
    this.format = format;
    this.file = file;
  }

  /**
   * Begins a trace; closed before it is committed, it leaves nothing.
   *
   * @param name the file
   * @param format how it is written
   * @throws UncheckedIOException if it cannot be written
   */
  static TraceFile create(Path name, TraceFormat format) {
    try {
      TraceFile trace = new TraceFile(name, format, AtomicFile.create(name));
      trace.write(format.heading());
      return trace;
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  @Override
  public void onStep(ChainsStep step) {
    if (step.step() == 1) {
      text++;
    }
    TraceStepJson.of(text, step).forEach(line -> write(format.line(line)));
  }

  /**
   * Gives the file its name.
   *
   * @throws UncheckedIOException if it cannot be written
   */
  void commit() {
    try {
      file.commit();
    } catch (IOException e) {
      throw failure(e);
    }
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw failure(e);
    }
  }

  private void write(String lines) {
    try {
      file.stream().write(lines.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw failure(e);
    }
  }

  private UncheckedIOException failure(IOException e) {
    return new UncheckedIOException("cannot write " + name + ": " + FailureReason.of(e), e);
  }
}
