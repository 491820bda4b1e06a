package dev.infill.evaluation.paper;

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
  private final List<Point> sampler;
  private final List<Point> baseline;

  /**
   * Creates the comparison.
   *
   * @param sampler the curve of one sampler, by ascending step
   * @param baseline the curve of the other
   */
  EqualEnergyComparison(List<Point> sampler, List<Point> baseline) {
    this.sampler = finite(sampler);
    this.baseline = finite(baseline);
  }

  /** Returns where they are compared; empty if the curves have no finite U in common. */
  Optional<EqualEnergy> place(double baselineAtEqualSteps) {
    if (!isPossible()) {
      return Optional.empty();
    }
    double[] samplerEnergies = values(sampler, Point::energy);
    EnergyCrossing crossing = EnergyCrossing.of(samplerEnergies, values(baseline, Point::energy));
    return Optional.of(
        new EqualEnergy(
            combine(List.of(), (place, values) -> place.level()).estimate(),
            EnergyCrossing.at(crossing.first(), steps(sampler)),
            EnergyCrossing.at(crossing.second(), steps(baseline)),
            Arrays.stream(samplerEnergies).max().orElseThrow(),
            baselineAtEqualSteps));
  }

  /** Returns the sampler's figure minus the baseline's; undefined where they are not compared. */
  Estimate difference(Function<Point, Resampled> figure) {
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
    double[] first = values(sampler, Point::energy);
    double[] second = values(baseline, Point::energy);
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

  private static List<Point> finite(List<Point> curve) {
    // U of a point is finite in every resample if it is in the sample, which holds all tasks.
    return curve.stream().filter(point -> Double.isFinite(point.energy().value())).toList();
  }

  private static double[] values(List<Point> curve, Function<Point, Resampled> figure) {
    return curve.stream().mapToDouble(point -> figure.apply(point).value()).toArray();
  }

  private static double[] steps(List<Point> curve) {
    return curve.stream().mapToDouble(Point::step).toArray();
  }

  /**
   * The places at which two curves first reach the highest mean U that both reach.
   *
   * @param level that U
   * @param first the place on the first curve, in points from 0, between two points a fraction
   * @param second the place on the second curve
   */
  record EnergyCrossing(double level, double first, double second) {
    /**
     * Finds it. The place on a curve that starts above the level is its start.
     *
     * @param first U by point of one curve, all finite, at least one
     * @param second U by point of the other
     */
    static EnergyCrossing of(double[] first, double[] second) {
      double level = Math.min(highest(first), highest(second));
      return new EnergyCrossing(level, place(first, level), place(second, level));
    }

    /** Says whether both curves have that U; one that starts above it has not. */
    boolean isCommon(double[] firstEnergies, double[] secondEnergies) {
      return firstEnergies[0] <= level && secondEnergies[0] <= level;
    }

    /** Returns what a curve of other values has at a place, interpolated linearly. */
    static double at(double place, double[] values) {
      int before = (int) Math.floor(place);
      double part = place - before;
      return part == 0 ? values[before] : (1 - part) * values[before] + part * values[before + 1];
    }

    private static double highest(double[] energies) {
      return Arrays.stream(energies).max().orElseThrow();
    }

    private static double place(double[] energies, double level) {
      int point = 0;
      while (energies[point] < level) {
        point++;
      }
      return point == 0
          ? 0
          : point - (energies[point] - level) / (energies[point] - energies[point - 1]);
    }
  }

  /**
   * A point of a sampler's curve with its resamples.
   *
   * @param step the mean step over tasks
   * @param energy mean U of the samples that would be kept, in nats
   * @param selfBleu of those samples
   * @param corpusBleu of those samples
   */
  record Point(double step, Resampled energy, Resampled selfBleu, Resampled corpusBleu) {}
}
