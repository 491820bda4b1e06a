package dev.infill.web.cli.bench;

import dev.infill.core.energy.GradientKind;
import dev.infill.core.text.ModelDescription;
import dev.infill.evaluation.bench.StepBenchmark;
import dev.infill.web.api.SettingsJson;
import dev.infill.web.api.Versions;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;

/**
 * The time of a dense step.
 *
 * @param benchmark {@code step}
 * @param text the text
 * @param gradient which gradient a step evaluated
 * @param chains how many states a step evaluated
 * @param blanks blanks of the text
 * @param pieces the length of a sequence
 * @param repetitions how many steps were timed
 * @param minimumSeconds the fastest step
 * @param medianSeconds the median step
 * @param productFlops what its matrix products come to; null if that is not known
 * @param productFlopsPerSecond the machine's speed at such products, in the same run
 * @param productSeconds the seconds that they alone would take
 * @param timesItsProducts how many times that the median step took
 * @param threads threads of the model
 * @param model which model
 * @param versions the versions of Infill and its libraries
 */
public record StepBenchmarkJson(
    String benchmark,
    String text,
    GradientKind gradient,
    int chains,
    int blanks,
    int pieces,
    int repetitions,
    double minimumSeconds,
    double medianSeconds,
    OptionalDouble productFlops,
    OptionalDouble productFlopsPerSecond,
    OptionalDouble productSeconds,
    OptionalDouble timesItsProducts,
    int threads,
    SettingsJson.ModelJson model,
    SortedMap<String, String> versions) {
  /**
   * Maps a result.
   *
   * @param result the result
   * @param text the text
   * @param threads threads of the model
   * @param model the model
   * @param versions the versions of the application
   */
  public static StepBenchmarkJson of(
      StepBenchmark.Result result,
      String text,
      int threads,
      ModelDescription model,
      Versions versions) {
    Optional<StepBenchmark.Products> products = result.products();
    return new StepBenchmarkJson(
        "step",
        text,
        result.gradient(),
        result.chains(),
        result.blanks(),
        result.pieces(),
        result.repetitions(),
        result.minimumSeconds(),
        result.medianSeconds(),
        products.stream().mapToDouble(StepBenchmark.Products::flops).findFirst(),
        products.stream().mapToDouble(StepBenchmark.Products::flopsPerSecond).findFirst(),
        products.stream().mapToDouble(StepBenchmark.Products::seconds).findFirst(),
        result.timesItsProducts(),
        threads,
        SettingsJson.ModelJson.of(model),
        SettingsJson.versions(versions, model));
  }
}
