package dev.infill.web.cli.bench;

import dev.infill.core.infill.Infilling;
import dev.infill.evaluation.bench.SamplerBenchmark;
import dev.infill.web.api.InfillingJson;
import dev.infill.web.api.SettingsJson;
import dev.infill.web.api.Versions;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One row of the comparison of samplers and step sizes.
 *
 * @param benchmark {@code sampler}
 * @param sampler the sampler's name, and what is not as usual of it
 * @param id names the text: the task of a corpus, or where in a file it stood; else null
 * @param text the text
 * @param settings everything needed to repeat the row, step size included
 * @param diagnostics how the chains behaved
 * @param distinctLast how many different fillings the chains ended at
 * @param effectiveSampleSizePer100Passes of U, burn-in paid for; null where it is undefined
 */
public record SamplerBenchmarkJson(
    String benchmark,
    String sampler,
    Optional<String> id,
    String text,
    SettingsJson settings,
    InfillingJson.DiagnosticsJson diagnostics,
    int distinctLast,
    OptionalDouble effectiveSampleSizePer100Passes) {
  /**
   * Maps a result.
   *
   * @param id names the text, if it has a name
   * @param result the result
   * @param versions the versions of the application
   */
  public static SamplerBenchmarkJson of(
      Optional<String> id, SamplerBenchmark.Result result, Versions versions) {
    Infilling infilling = result.infilling();
    return new SamplerBenchmarkJson(
        "sampler",
        result.sampler().label(),
        id,
        infilling.text(),
        SettingsJson.of(infilling.settings(), infilling.model(), versions),
        InfillingJson.DiagnosticsJson.of(infilling),
        result.distinctLast(),
        result.effectiveSampleSizePer100Passes());
  }
}
