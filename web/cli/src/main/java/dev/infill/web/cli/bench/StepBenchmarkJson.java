package dev.infill.web.cli.bench;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
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
 * @param result the time
 * @param productFlops what its matrix products come to; null if that is not known
 * @param productFlopsPerSecond the machine's speed at such products, in the same run
 * @param productSeconds the seconds that they alone would take
 * @param timesItsProducts how many times that the median step took
 * @param threads threads of the model
 * @param model which model
 * @param versions the versions of Infill and its libraries
 */
record StepBenchmarkJson(
    String benchmark,
    String text,
    @JsonUnwrapped @JsonIgnoreProperties("products") StepBenchmark.Result result,
    OptionalDouble productFlops,
    OptionalDouble productFlopsPerSecond,
    OptionalDouble productSeconds,
    OptionalDouble timesItsProducts,
    int threads,
    ModelDescription model,
    SortedMap<String, String> versions) {
  static StepBenchmarkJson of(
      StepBenchmark.Result result,
      String text,
      int threads,
      ModelDescription model,
      Versions versions) {
    Optional<StepBenchmark.Products> products = result.products();
    return new StepBenchmarkJson(
        "step",
        text,
        result,
        products.stream().mapToDouble(StepBenchmark.Products::flops).findFirst(),
        products.stream().mapToDouble(StepBenchmark.Products::flopsPerSecond).findFirst(),
        products.stream().mapToDouble(StepBenchmark.Products::seconds).findFirst(),
        result.timesItsProducts(),
        threads,
        model,
        SettingsJson.versions(versions, model));
  }
}
