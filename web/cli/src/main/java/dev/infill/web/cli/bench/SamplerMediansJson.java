package dev.infill.web.cli.bench;

import dev.infill.core.sampler.Settings;
import dev.infill.evaluation.bench.SamplerMedians;
import java.util.OptionalDouble;

/**
 * How a sampler did on several texts; see {@link SamplerMedians}. Null where a figure is undefined.
 *
 * @param benchmark {@code sampler-medians}
 * @param sampler the sampler's name, and what is not as usual of it
 * @param alpha its step size; null for one without
 * @param texts how many texts
 * @param acceptanceRate the median
 * @param acceptedAndChangedRate the median
 * @param meanChangedCoordinates the median
 * @param meanEnergy the mean
 * @param distinctLast the median
 * @param effectiveSampleSize the median
 * @param rHat the median
 * @param modelPasses the median
 * @param effectiveSampleSizePer100Passes the median
 */
public record SamplerMediansJson(
    String benchmark,
    String sampler,
    OptionalDouble alpha,
    int texts,
    OptionalDouble acceptanceRate,
    OptionalDouble acceptedAndChangedRate,
    OptionalDouble meanChangedCoordinates,
    OptionalDouble meanEnergy,
    OptionalDouble distinctLast,
    OptionalDouble effectiveSampleSize,
    OptionalDouble rHat,
    OptionalDouble modelPasses,
    OptionalDouble effectiveSampleSizePer100Passes) {
  /**
   * Maps a summary.
   *
   * @param summary the summary
   */
  public static SamplerMediansJson of(SamplerMedians summary) {
    return new SamplerMediansJson(
        "sampler-medians",
        summary.sampler().label(),
        summary.sampler().settings().sampler().has(Settings.ALPHA)
            ? OptionalDouble.of(summary.sampler().settings().get(Settings.ALPHA))
            : OptionalDouble.empty(),
        summary.texts(),
        summary.acceptanceRate(),
        summary.acceptedAndChangedRate(),
        summary.meanChangedCoordinates(),
        summary.meanEnergy(),
        summary.distinctLast(),
        summary.effectiveSampleSize(),
        summary.rHat(),
        summary.modelPasses(),
        summary.effectiveSampleSizePer100Passes());
  }
}
