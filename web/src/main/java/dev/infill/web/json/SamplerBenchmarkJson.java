package dev.infill.web.json;

import static dev.infill.web.json.Numbers.finiteOrNull;

import dev.infill.core.infill.Infilling;
import dev.infill.evaluation.bench.SamplerBenchmark;
import dev.infill.web.Versions;
import org.jspecify.annotations.Nullable;

/**
 * One row of the comparison of balancing functions and step sizes.
 *
 * @param benchmark {@code sampler}
 * @param text the text
 * @param settings everything needed to repeat the row, balancing function and step size included
 * @param diagnostics how the chains behaved
 * @param effectiveSampleSizePer100Passes of U, burn-in paid for; null where it is undefined
 */
public record SamplerBenchmarkJson(
    String benchmark,
    String text,
    SettingsJson settings,
    InfillingJson.DiagnosticsJson diagnostics,
    @Nullable Double effectiveSampleSizePer100Passes) {
  /**
   * Maps a result.
   *
   * @param result the result
   * @param versions the versions of the application
   */
  public static SamplerBenchmarkJson of(SamplerBenchmark.Result result, Versions versions) {
    Infilling infilling = result.infilling();
    return new SamplerBenchmarkJson(
        "sampler",
        infilling.text(),
        SettingsJson.of(infilling.settings(), infilling.model(), versions),
        InfillingJson.DiagnosticsJson.of(infilling),
        finiteOrNull(result.effectiveSampleSizePer100Passes()));
  }
}
