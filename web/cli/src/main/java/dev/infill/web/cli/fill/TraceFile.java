package dev.infill.web.cli.fill;

import com.fasterxml.jackson.databind.JsonNode;
import dev.infill.core.FailureReason;
import dev.infill.core.InvalidInputException;
import dev.infill.core.sample.ChainsStep;
import dev.infill.core.sample.StepListener;
import dev.infill.corpora.file.AtomicFile;
import dev.infill.corpora.file.CsvLine;
import dev.infill.web.api.JsonLines;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The steps of chains in a file, a line for each step of each chain, written while they are made;
 * one text after the other. A file that ends in {@code .jsonl} has JSON, one that ends in {@code
 * .csv} the same with commas between, under a heading. Not thread-safe.
 */
final class TraceFile implements StepListener, AutoCloseable {
  private static final JsonLines JSON = new JsonLines();

  private final Path name;
  private final boolean isCsv;
  private final AtomicFile file;
  private int text;

  private TraceFile(Path name, boolean isCsv, AtomicFile file) {
    this.name = name;
    this.isCsv = isCsv;
    this.file = file;
  }

  /**
   * Checks that a trace can be written; touches nothing.
   *
   * @param name the file
   * @param force whether one that is there is replaced
   * @throws InvalidInputException if it cannot
   */
  static void check(Path name, boolean force) {
    if (!hasEnding(name, ".csv") && !hasEnding(name, ".jsonl")) {
      throw new InvalidInputException(
          "trace",
          "a trace goes to a file that ends in .csv or .jsonl, such as trace.csv, not to '%s'"
              .formatted(name));
    }
    AtomicFile.check(name, force);
    AtomicFile.checkFolder(name);
  }

  private static boolean hasEnding(Path name, String ending) {
    return name.toString().toLowerCase(Locale.ROOT).endsWith(ending);
  }

  /**
   * Begins a trace; closed before it is committed, it leaves nothing.
   *
   * @param name a file that was checked
   * @throws UncheckedIOException if it cannot be written
   */
  static TraceFile create(Path name) {
    try {
      TraceFile trace = new TraceFile(name, hasEnding(name, ".csv"), AtomicFile.create(name));
      if (trace.isCsv) {
        trace.write(
            CsvLine.of(
                Arrays.stream(TraceStepJson.class.getRecordComponents())
                    .map(RecordComponent::getName)
                    .toArray(String[]::new)));
      }
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
    for (TraceStepJson line : TraceStepJson.of(text, step)) {
      write(isCsv ? csv(line) : JSON.line(line) + "\n");
    }
  }

  private static String csv(TraceStepJson line) {
    return CsvLine.of(JSON.tree(line).valueStream().map(TraceFile::field).toArray(String[]::new));
  }

  private static String field(JsonNode value) {
    if (value.isArray()) {
      // No token of a vocabulary holds white space.
      return value.valueStream().map(JsonNode::asText).collect(Collectors.joining(" "));
    }
    return value.isNull() ? "" : value.asText();
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
