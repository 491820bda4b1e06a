package dev.infill.web.cli.bench;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.infill.core.sampler.Settings;
import dev.infill.evaluation.bench.SamplerMedians;
import java.util.OptionalDouble;

/**
 * How a sampler did on several texts. Null where a figure is undefined.
 *
 * @param benchmark {@code sampler-medians}
 * @param sampler the sampler's name, and what is not as usual of it
 * @param alpha its step size; null for one without
 * @param medians the figures
 */
record SamplerMediansJson(
    String benchmark,
    String sampler,
    OptionalDouble alpha,
    @JsonUnwrapped @JsonIgnoreProperties("sampler") SamplerMedians medians) {
  static SamplerMediansJson of(SamplerMedians summary) {
    return new SamplerMediansJson(
        "sampler-medians",
        summary.sampler().label(),
        summary.sampler().settings().sampler().has(Settings.ALPHA)
            ? OptionalDouble.of(summary.sampler().settings().get(Settings.ALPHA))
            : OptionalDouble.empty(),
        summary);
  }
}
