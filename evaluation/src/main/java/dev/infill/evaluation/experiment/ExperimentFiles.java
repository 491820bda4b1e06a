package dev.infill.evaluation.experiment;

import dev.infill.core.FailureReason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The files of an experiment, as {@link ExperimentRecord} describes them.
 *
 * @param folder where they are
 */
record ExperimentFiles(Path folder) {
  /** What {@code experiment.json} holds. */
  record Header(ExperimentPlan plan, Map<String, String> context) {}

  /** What a line of {@code timings.jsonl} holds. */
  record Timing(String task, String sampler, double seconds) {
    /** Adds it to times by sampler and task; a later one of the same run takes its place. */
    void addTo(Map<String, Map<String, Double>> times) {
      times.computeIfAbsent(sampler, any -> new LinkedHashMap<>()).put(task, seconds);
    }
  }

  Path plan() {
    return folder.resolve("experiment.json");
  }

  Path partialResults() {
    return folder.resolve("results.partial.jsonl");
  }

  Path completeResults() {
    return folder.resolve("results.jsonl");
  }

  /** Returns the file that holds the results by now. */
  Path results() {
    return isComplete() ? completeResults() : partialResults();
  }

  boolean isComplete() {
    return Files.exists(completeResults());
  }

  Path timings() {
    return folder.resolve("timings.jsonl");
  }

  static UncheckedIOException failure(Path file, IOException failure) {
    return new UncheckedIOException(file + ": " + FailureReason.of(failure), failure);
  }
}
