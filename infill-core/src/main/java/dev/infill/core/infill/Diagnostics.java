package dev.infill.core.infill;

import dev.infill.core.chain.ChainRun;
import dev.infill.core.chain.HammingDistances;
import dev.infill.core.chain.RunEnd;
import dev.infill.core.chain.Visit;
import dev.infill.core.diagnostics.Convergence;
import dev.infill.core.kernel.StepInfo;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * How the chains behaved; rates are means over chains and over the steps after burn-in. In a run
 * that was cancelled in burn-in they are means over the steps it made, and 0 if it made none.
 *
 * @param acceptanceRate the share of steps whose proposal was accepted, unchanged ones included
 * @param acceptedAndChangedRate the share of steps that moved the chain to another state
 * @param meanChangedCoordinates the mean number of blanks changed per step
 * @param distinctFillings how many different fillings the pooled states hold
 * @param meanEnergy the mean of U over the chains and their steps after burn-in, in nats; empty
 *     where {@code convergenceOfEnergy} is
 * @param convergenceOfEnergy how well the chains have explored U after burn-in; empty where U was
 *     not traced, or was −∞ somewhere
 * @param convergenceOfHammingDistance the same of the number of blanks in which a chain differs
 *     from a reference filling: at each blank the token that the chains held most often there after
 *     burn-in, of equally frequent ones that of the lower index. For samplers that never evaluate U
 *     as well
 * @param modelPasses sequences through the model in all
 * @param hits how many more there would have been, had the conditionals of contexts that were met
 *     again not been remembered
 * @param seconds wall-clock seconds, from tokenizing to candidates; NaN if they were left out
 * @param stepSize α of the steps that were kept; empty for samplers without one
 * @param steps steps of each chain, burn-in included
 * @param keptSteps steps of each chain after burn-in
 * @param end what ended the run
 */
public record Diagnostics(
    double acceptanceRate,
    double acceptedAndChangedRate,
    double meanChangedCoordinates,
    int distinctFillings,
    OptionalDouble meanEnergy,
    Optional<Convergence> convergenceOfEnergy,
    Convergence convergenceOfHammingDistance,
    long modelPasses,
    long hits,
    double seconds,
    OptionalDouble stepSize,
    int steps,
    int keptSteps,
    RunEnd end) {

  /**
   * Sums up a run.
   *
   * @param run what the chains did
   * @param distinctFillings how many different states are pooled
   * @param traces U along each chain after burn-in; empty if it is not known
   * @param asked sequences through the model in all, had nothing been remembered
   * @param hits how many of them were remembered
   * @param seconds wall-clock seconds
   * @param end what ended the run
   */
  static Diagnostics of(
      ChainRun run,
      int distinctFillings,
      List<double[]> traces,
      long asked,
      long hits,
      double seconds,
      RunEnd end) {
    List<StepInfo> kept = steps(run.kept());
    List<StepInfo> steps = kept.isEmpty() ? steps(run.visits()) : kept;
    return new Diagnostics(
        mean(steps, step -> step.accepted() ? 1 : 0),
        mean(steps, step -> step.changedCoordinates() > 0 ? 1 : 0),
        mean(steps, StepInfo::changedCoordinates),
        distinctFillings,
        traces.stream().flatMapToDouble(Arrays::stream).average(),
        traces.isEmpty() ? Optional.empty() : Optional.of(convergence(traces)),
        convergence(HammingDistances.traces(run.kept())),
        asked - hits,
        hits,
        seconds,
        run.stepSize(),
        run.visits().get(0).size(),
        run.kept().get(0).size(),
        end);
  }

  /** Returns the same, with NaN for the seconds. */
  Diagnostics withoutTime() {
    return new Diagnostics(
        acceptanceRate,
        acceptedAndChangedRate,
        meanChangedCoordinates,
        distinctFillings,
        meanEnergy,
        convergenceOfEnergy,
        convergenceOfHammingDistance,
        modelPasses,
        hits,
        Double.NaN,
        stepSize,
        steps,
        keptSteps,
        end);
  }

  /**
   * Returns the effective sample size of U over all chains; 0 for chains whose U never moves; empty
   * where U was not traced or there are too few steps.
   */
  public OptionalDouble effectiveSampleSize() {
    return convergenceOfEnergy
        .map(Convergence::effectiveSampleSize)
        .orElseGet(OptionalDouble::empty);
  }

  /**
   * Returns R-hat of U, the larger of bulk and folded; empty where U was not traced, or R-hat is
   * undefined.
   */
  public OptionalDouble rHat() {
    return convergenceOfEnergy.map(Convergence::rHat).orElseGet(OptionalDouble::empty);
  }

  /**
   * Returns the effective sample size of the Hamming distance over all chains; 0 for chains whose
   * distance never moves; empty where there are too few steps.
   */
  public OptionalDouble effectiveSampleSizeOfHammingDistance() {
    return convergenceOfHammingDistance.effectiveSampleSize();
  }

  /**
   * Returns an effective sample size of these chains per step that each of them made after burn-in;
   * empty if there is none.
   *
   * @param convergence of U, or of the Hamming distance
   */
  public OptionalDouble effectiveSampleSizePerStep(Convergence convergence) {
    return ratio(convergence.effectiveSampleSize(), keptSteps);
  }

  /**
   * Returns an effective sample size of these chains per second, burn-in and all else paid for;
   * empty if there is none.
   *
   * @param convergence of U, or of the Hamming distance
   */
  public OptionalDouble effectiveSampleSizePerSecond(Convergence convergence) {
    return ratio(convergence.effectiveSampleSize(), seconds);
  }

  /**
   * Returns an effective sample size of these chains per model pass, those of burn-in included;
   * empty if there is none, or no pass.
   *
   * @param convergence of U, or of the Hamming distance
   */
  public OptionalDouble effectiveSampleSizePerModelPass(Convergence convergence) {
    return ratio(convergence.effectiveSampleSize(), (double) modelPasses);
  }

  private static OptionalDouble ratio(OptionalDouble size, double cost) {
    return size.isPresent() && cost > 0
        ? OptionalDouble.of(size.getAsDouble() / cost)
        : OptionalDouble.empty();
  }

  private static Convergence convergence(List<double[]> traces) {
    return Convergence.of(traces.toArray(double[][]::new));
  }

  private static List<StepInfo> steps(List<List<Visit>> chains) {
    return chains.stream().flatMap(List::stream).map(Visit::info).toList();
  }

  private static double mean(List<StepInfo> steps, ToDoubleFunction<StepInfo> value) {
    return steps.stream().mapToDouble(value).average().orElse(0);
  }
}
