package dev.infill.web.json;

import dev.infill.core.energy.GradientKind;
import dev.infill.core.text.ModelDescription;
import dev.infill.evaluation.bench.ProductsBenchmark;
import dev.infill.web.Versions;
import java.util.List;
import java.util.SortedMap;

/**
 * The machine's speed at matrix products, and what those of a dense step come to.
 *
 * @param benchmark {@code products}
 * @param text the text
 * @param chains how many states a step evaluates
 * @param blanks blanks of the text
 * @param pieces the length of a sequence
 * @param repetitions how many products of each shape were timed
 * @param shapes the products with weights of one layer
 * @param packedFlopsPerSecond the speed of a layer's products with packed weights
 * @param plainFlopsPerSecond the same with plain weights
 * @param ownTermFlops what the products of a dense step with the own term come to
 * @param ownTermSeconds the seconds that they alone would take, with packed weights
 * @param exactFlops what the products of a dense step with the exact gradient come to
 * @param exactSeconds the seconds that they alone would take, with packed weights
 * @param threads threads of the model
 * @param model which model
 * @param versions the versions of Infill and its libraries
 */
public record ProductsBenchmarkJson(
    String benchmark,
    String text,
    int chains,
    int blanks,
    int pieces,
    int repetitions,
    List<ProductsBenchmark.Shape> shapes,
    double packedFlopsPerSecond,
    double plainFlopsPerSecond,
    double ownTermFlops,
    double ownTermSeconds,
    double exactFlops,
    double exactSeconds,
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
  public static ProductsBenchmarkJson of(
      ProductsBenchmark.Result result,
      String text,
      int threads,
      ModelDescription model,
      Versions versions) {
    return new ProductsBenchmarkJson(
        "products",
        text,
        result.chains(),
        result.blanks(),
        result.pieces(),
        result.repetitions(),
        result.shapes(),
        result.packedFlopsPerSecond(),
        result.plainFlopsPerSecond(),
        result.ownTermFlops(),
        result.stepSeconds(GradientKind.OWN_TERM),
        result.exactFlops(),
        result.stepSeconds(GradientKind.EXACT),
        threads,
        SettingsJson.ModelJson.of(model),
        SettingsJson.versions(versions, model));
  }
}
