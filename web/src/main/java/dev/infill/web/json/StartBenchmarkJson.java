package dev.infill.web.json;

import dev.infill.core.text.ModelDescription;
import dev.infill.evaluation.bench.StartBenchmark;
import dev.infill.web.Versions;
import java.util.SortedMap;

/**
 * How long a process took until a model answered, from the start of its Java virtual machine.
 *
 * @param benchmark {@code start}
 * @param pieces the length of the sequence
 * @param mainMilliseconds until the application's first line
 * @param openMilliseconds until the model was open
 * @param firstPassMilliseconds until it had answered
 * @param threads threads of the model
 * @param model which model
 * @param versions the versions of Infill and its libraries
 */
public record StartBenchmarkJson(
    String benchmark,
    int pieces,
    long mainMilliseconds,
    long openMilliseconds,
    long firstPassMilliseconds,
    int threads,
    SettingsJson.ModelJson model,
    SortedMap<String, String> versions) {
  /**
   * Maps a result.
   *
   * @param result the result
   * @param threads threads of the model
   * @param model the model
   * @param versions the versions of the application
   */
  public static StartBenchmarkJson of(
      StartBenchmark.Result result, int threads, ModelDescription model, Versions versions) {
    return new StartBenchmarkJson(
        "start",
        result.pieces(),
        result.main().toMillis(),
        result.opened().toMillis(),
        result.answered().toMillis(),
        threads,
        SettingsJson.ModelJson.of(model),
        SettingsJson.versions(versions, model));
  }
}
