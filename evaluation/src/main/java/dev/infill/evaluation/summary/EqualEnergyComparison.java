package dev.infill.evaluation.summary;

import dev.infill.evaluation.statistics.Estimate;
import dev.infill.evaluation.statistics.Resampled;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Compares two samplers at equal mean U. The level and the places on both curves are found again in
 * every resample, so that the interval holds their uncertainty too.
 */
final class EqualEnergyComparison {
  private final List<ResampledPoint> sampler;
  private final List<ResampledPoint> baseline;

  /**
   * Creates the comparison.
   *
   * @param sampler the curve of one sampler, by ascending step
   * @param baseline the curve of the other
   */
  EqualEnergyComparison(List<ResampledPoint> sampler, List<ResampledPoint> baseline) {
    this.sampler = finite(sampler);
    this.baseline = finite(baseline);
  }

  /** Returns where they are compared; empty if the curves have no finite U in common. */
  Optional<EqualEnergy> place(double baselineAtEqualSteps) {
    if (!isPossible()) {
      return Optional.empty();
    }
    double[] samplerEnergies = values(sampler, ResampledPoint::energy);
    EnergyCrossing crossing =
        EnergyCrossing.of(samplerEnergies, values(baseline, ResampledPoint::energy));
    return Optional.of(
        new EqualEnergy(
            combine(List.of(), (place, values) -> place.level()).estimate(),
            EnergyCrossing.at(crossing.first(), steps(sampler)),
            EnergyCrossing.at(crossing.second(), steps(baseline)),
            Arrays.stream(samplerEnergies).max().orElseThrow(),
            baselineAtEqualSteps));
  }

  /** Returns the sampler's figure minus the baseline's; undefined where they are not compared. */
  Estimate difference(Function<ResampledPoint, Resampled> figure) {
    if (!isPossible()) {
      return new Estimate(Double.NaN, Optional.empty());
    }
    List<Resampled> figures = new ArrayList<>();
    sampler.forEach(point -> figures.add(figure.apply(point)));
    baseline.forEach(point -> figures.add(figure.apply(point)));
    return combine(
            figures,
            (place, values) ->
                EnergyCrossing.at(place.first(), Arrays.copyOf(values, sampler.size()))
                    - EnergyCrossing.at(
                        place.second(), Arrays.copyOfRange(values, sampler.size(), values.length)))
        .estimate();
  }

  private boolean isPossible() {
    if (sampler.isEmpty() || baseline.isEmpty()) {
      return false;
    }
    double[] first = values(sampler, ResampledPoint::energy);
    double[] second = values(baseline, ResampledPoint::energy);
    return EnergyCrossing.of(first, second).isCommon(first, second);
  }

  private interface AtPlace {
    double value(EnergyCrossing place, double[] values);
  }

  private Resampled combine(List<Resampled> figures, AtPlace value) {
    int firsts = sampler.size();
    int energies = firsts + baseline.size();
    List<Resampled> all = new ArrayList<>();
    sampler.forEach(point -> all.add(point.energy()));
    baseline.forEach(point -> all.add(point.energy()));
    all.addAll(figures);
    return Resampled.combine(
        all,
        values ->
            value.value(
                EnergyCrossing.of(
                    Arrays.copyOf(values, firsts), Arrays.copyOfRange(values, firsts, energies)),
                Arrays.copyOfRange(values, energies, values.length)));
  }

  private static List<ResampledPoint> finite(List<ResampledPoint> curve) {
    // U of a point is finite in every resample if it is in the sample, which holds all tasks.
    return curve.stream().filter(point -> Double.isFinite(point.energy().value())).toList();
  }

  private static double[] values(
      List<ResampledPoint> curve, Function<ResampledPoint, Resampled> figure) {
    return curve.stream().mapToDouble(point -> figure.apply(point).value()).toArray();
  }

  private static double[] steps(List<ResampledPoint> curve) {
    return curve.stream().mapToDouble(ResampledPoint::step).toArray();
  }
}
