package dev.infill.web.json;

import dev.infill.core.text.ModelDescription;
import dev.infill.evaluation.bench.BatchBenchmark;
import dev.infill.web.Versions;
import org.jspecify.annotations.Nullable;

/**
 * The time of many texts, filled one after another.
 *
 * @param benchmark {@code batch}
 * @param texts how many texts
 * @param seconds what all of them took
 * @param textsPerMinute how many are filled in a minute
 * @param passesAsked sequences through the model that were asked for
 * @param passesRun how many of them the model was run for
 * @param denseSeconds what all of them take densely
 * @param denseTextsPerMinute how many are filled densely in a minute
 * @param densePasses sequences through the model that all of them take densely
 * @param timesFaster the dense seconds over the seconds
 * @param denseTexts on how many texts the dense seconds were measured; those of the others are in
 *     proportion to the word pieces of their sequences
 * @param partSteps how many steps of each dense job were run, where its seconds are scaled to those
 *     of all; else null
 * @param threads threads of the model
 * @param settings how every text was filled
 */
public record BatchBenchmarkJson(
    String benchmark,
    int texts,
    double seconds,
    double textsPerMinute,
    long passesAsked,
    long passesRun,
    double denseSeconds,
    double denseTextsPerMinute,
    long densePasses,
    double timesFaster,
    int denseTexts,
    @Nullable Integer partSteps,
    int threads,
    SettingsJson settings) {
  /**
   * Maps a result.
   *
   * @param result the result
   * @param threads threads of the model
   * @param model the model
   * @param versions the versions of the application
   */
  public static BatchBenchmarkJson of(
      BatchBenchmark.Result result, int threads, ModelDescription model, Versions versions) {
    return new BatchBenchmarkJson(
        "batch",
        result.texts(),
        result.seconds(),
        result.textsPerMinute(result.seconds()),
        result.passesAsked(),
        result.passesRun(),
        result.denseSeconds(),
        result.textsPerMinute(result.denseSeconds()),
        result.densePasses(),
        result.timesFaster(),
        result.denseTexts(),
        result.partSteps().isPresent() ? result.partSteps().getAsInt() : null,
        threads,
        SettingsJson.of(result.settings(), model, versions));
  }
}
