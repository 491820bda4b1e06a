package dev.infill.web.json;

import static dev.infill.web.json.Numbers.finiteOrNull;

import dev.infill.evaluation.bench.SamplerMedians;
import org.jspecify.annotations.Nullable;

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
    @Nullable Double alpha,
    int texts,
    @Nullable Double acceptanceRate,
    @Nullable Double acceptedAndChangedRate,
    @Nullable Double meanChangedCoordinates,
    @Nullable Double meanEnergy,
    @Nullable Double distinctLast,
    @Nullable Double effectiveSampleSize,
    @Nullable Double rHat,
    @Nullable Double modelPasses,
    @Nullable Double effectiveSampleSizePer100Passes) {
  /**
   * Maps a summary.
   *
   * @param summary the summary
   */
  public static SamplerMediansJson of(SamplerMedians summary) {
    return new SamplerMediansJson(
        "sampler-medians",
        summary.sampler().label(),
        summary.sampler().settings().sampler().hasStepSize()
            ? summary.sampler().settings().stepSize()
            : null,
        summary.texts(),
        finiteOrNull(summary.acceptanceRate()),
        finiteOrNull(summary.acceptedAndChangedRate()),
        finiteOrNull(summary.meanChangedCoordinates()),
        finiteOrNull(summary.meanEnergy()),
        finiteOrNull(summary.distinctLast()),
        finiteOrNull(summary.effectiveSampleSize()),
        finiteOrNull(summary.rHat()),
        finiteOrNull(summary.modelPasses()),
        finiteOrNull(summary.effectiveSampleSizePer100Passes()));
  }
}
