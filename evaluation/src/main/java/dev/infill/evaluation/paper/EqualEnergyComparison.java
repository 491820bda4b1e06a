package dev.infill.evaluation.paper;

import dev.infill.evaluation.statistics.Estimate;
import dev.infill.evaluation.statistics.Resampled;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Compares two samplers at equal mean U. The level and the places on both curves are found again in
 * every resample, so that the interval holds their uncertainty too.
 */
final class EqualEnergyComparison {
  private final List<Point> sampler;
  private final List<Point> baseline;

  /** Where the curves cross; empty if they have no finite U in common. */
  private final Optional<EnergyCrossing> crossing;

  /**
   * Creates the comparison.
   *
   * @param sampler the curve of one sampler, by ascending step
   * @param baseline the curve of the other
   */
  EqualEnergyComparison(List<Point> sampler, List<Point> baseline) {
    this.sampler = finite(sampler);
    this.baseline = finite(baseline);
    double[] first = energies(this.sampler);
    double[] second = energies(this.baseline);
    this.crossing =
        first.length == 0 || second.length == 0
            ? Optional.empty()
            : Optional.of(EnergyCrossing.of(first, second))
                .filter(found -> found.isCommon(first, second));
  }

  /** Returns where they are compared; empty if the curves have no finite U in common. */
  Optional<EqualEnergy> place(double baselineAtEqualSteps) {
    return crossing.map(
        found ->
            new EqualEnergy(
                combine(List.of(), (at, values) -> at.level()),
                EnergyCrossing.at(found.first(), steps(sampler)),
                EnergyCrossing.at(found.second(), steps(baseline)),
                Arrays.stream(energies(sampler)).max().orElseThrow(),
                baselineAtEqualSteps));
  }

  /** Returns the sampler's figure minus the baseline's; undefined where they are not compared. */
  Estimate difference(Function<Point, Resampled> figure) {
    if (crossing.isEmpty()) {
      return new Estimate(Double.NaN, Optional.empty());
    }
    int firsts = sampler.size();
    return combine(
        Stream.of(sampler, baseline).flatMap(List::stream).map(figure).toList(),
        (at, values) ->
            EnergyCrossing.at(at.first(), Arrays.copyOf(values, firsts))
                - EnergyCrossing.at(
                    at.second(), Arrays.copyOfRange(values, firsts, values.length)));
  }

  private interface AtCrossing {
    double value(EnergyCrossing crossing, double[] values);
  }

  /** Computes a figure from others, where the curves of each resample cross. */
  private Estimate combine(List<Resampled> figures, AtCrossing value) {
    int firsts = sampler.size();
    int energies = firsts + baseline.size();
    return Resampled.combine(
            Stream.concat(
                    Stream.of(sampler, baseline).flatMap(List::stream).map(Point::energy),
                    figures.stream())
                .toList(),
            values ->
                value.value(
                    EnergyCrossing.of(
                        Arrays.copyOf(values, firsts),
                        Arrays.copyOfRange(values, firsts, energies)),
                    Arrays.copyOfRange(values, energies, values.length)))
        .estimate();
  }

  private static List<Point> finite(List<Point> curve) {
    // U of a point is finite in every resample if it is in the sample, which holds all tasks.
    return curve.stream().filter(point -> Double.isFinite(point.energy().value())).toList();
  }

  private static double[] energies(List<Point> curve) {
    return curve.stream().mapToDouble(point -> point.energy().value()).toArray();
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
