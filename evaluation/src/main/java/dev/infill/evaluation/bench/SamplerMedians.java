package dev.infill.evaluation.bench;

import dev.infill.core.infill.Diagnostics;
import dev.infill.core.infill.Infilling;
import java.util.Collection;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * How a sampler did on several texts: medians over those texts on which a figure is defined, empty
 * where there is none.
 *
 * @param sampler the sampler
 * @param texts how many texts
 * @param acceptanceRate see {@link Diagnostics}
 * @param acceptedAndChangedRate see {@link Diagnostics}
 * @param meanChangedCoordinates see {@link Diagnostics}
 * @param meanEnergy the <em>mean</em> over the texts, so that differences of samplers are those of
 *     the same texts; empty unless U is known on all
 * @param distinctLast how many different fillings the chains of a text ended at
 * @param effectiveSampleSize of U
 * @param rHat of U
 * @param modelPasses see {@link Diagnostics}
 * @param effectiveSampleSizePer100Passes of U, burn-in paid for
 */
public record SamplerMedians(
    ComparedSampler sampler,
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
   * Sums up results, a summary for every sampler, in the order in which they come first.
   *
   * @param results the results of at least one text, all of the same samplers
   */
  public static List<SamplerMedians> of(Collection<SamplerBenchmark.Result> results) {
    return results.stream()
        .map(SamplerBenchmark.Result::sampler)
        .distinct()
        .map(
            sampler ->
                of(
                    sampler,
                    results.stream().filter(result -> result.sampler().equals(sampler)).toList()))
        .toList();
  }

  private static SamplerMedians of(ComparedSampler sampler, List<SamplerBenchmark.Result> results) {
    List<Diagnostics> all =
        results.stream()
            .map(SamplerBenchmark.Result::infilling)
            .map(Infilling::diagnostics)
            .toList();
    return new SamplerMedians(
        sampler,
        results.size(),
        median(all, Diagnostics::acceptanceRate),
        median(all, Diagnostics::acceptedAndChangedRate),
        median(all, Diagnostics::meanChangedCoordinates),
        meanEnergy(all),
        median(results, SamplerBenchmark.Result::distinctLast),
        medianOfDefined(all, Diagnostics::effectiveSampleSize),
        medianOfDefined(all, Diagnostics::rHat),
        median(all, Diagnostics::modelPasses),
        medianOfDefined(results, SamplerBenchmark.Result::effectiveSampleSizePer100Passes));
  }

  private static OptionalDouble meanEnergy(List<Diagnostics> all) {
    return all.stream().allMatch(diagnostics -> diagnostics.meanEnergy().isPresent())
        ? all.stream().flatMapToDouble(each -> each.meanEnergy().stream()).average()
        : OptionalDouble.empty();
  }

  private static <T> OptionalDouble median(List<T> all, ToDoubleFunction<T> figure) {
    return medianOfDefined(all, each -> OptionalDouble.of(figure.applyAsDouble(each)));
  }

  private static <T> OptionalDouble medianOfDefined(
      List<T> all, Function<T, OptionalDouble> figure) {
    double[] defined = all.stream().flatMapToDouble(each -> figure.apply(each).stream()).toArray();
    return defined.length == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(Repetitions.median(defined));
  }
}
