package dev.infill.core.sample;

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
 * How the chains behaved, and their cost.
 *
 * @param moves how the chains moved
 * @param distinctFillings the number of different fillings among the pooled states
 * @param meanEnergy the mean of U over the chains and their steps after burn-in, in nats; empty if
 *     {@code energy} is empty
 * @param energy how well the chains have explored U after burn-in; empty where U was not traced, or
 *     was −∞ somewhere
 * @param hammingDistance the same of the number of blanks in which a chain differs from a reference
 *     filling ({@link HammingDistances}). Samplers that never evaluate U have it as well
 * @param modelPasses sequences through the model in all
 * @param hits the passes that were spared, as conditionals are remembered
 * @param seconds wall-clock seconds, from tokenizing to candidates; NaN if they were left out
 */
public record SampleDiagnostics(
    Moves moves,
    int distinctFillings,
    OptionalDouble meanEnergy,
    Optional<Convergence> energy,
    Convergence hammingDistance,
    long modelPasses,
    long hits,
    double seconds) {
  /**
   * How the chains moved. Rates are means over chains and over the steps after burn-in. If a run
   * ended in burn-in they are means over all steps, and 0 if there are none.
   *
   * @param accepted the share of steps whose proposal was accepted, unchanged ones included
   * @param changed the share of steps that moved the chain to another state
   * @param meanChangedBlanks the mean number of blanks changed per step
   * @param stepSize α of the steps that were kept; empty for samplers without one
   * @param steps steps of each chain, burn-in included
   * @param kept steps of each chain after burn-in
   * @param end the cause of the end
   */
  public record Moves(
      double accepted,
      double changed,
      double meanChangedBlanks,
      OptionalDouble stepSize,
      int steps,
      int kept,
      RunEnd end) {
    /**
     * Sums up a run.
     *
     * @param run the run
     * @param end the cause of its end
     */
    static Moves of(ChainRun run, RunEnd end) {
      List<StepInfo> kept = steps(run.kept());
      List<StepInfo> steps = kept.isEmpty() ? steps(run.visits()) : kept;
      return new Moves(
          mean(steps, step -> step.accepted() ? 1 : 0),
          mean(steps, step -> step.changedCoordinates() > 0 ? 1 : 0),
          mean(steps, StepInfo::changedCoordinates),
          run.stepSize(),
          run.visits().get(0).size(),
          run.kept().get(0).size(),
          end);
    }

    private static List<StepInfo> steps(List<List<Visit>> chains) {
      return chains.stream().flatMap(List::stream).map(Visit::info).toList();
    }

    private static double mean(List<StepInfo> steps, ToDoubleFunction<StepInfo> value) {
      return steps.stream().mapToDouble(value).average().orElse(0);
    }
  }

  /**
   * Sums up a run.
   *
   * @param run the run
   * @param end the cause of its end
   * @param distinctFillings the number of different states that are pooled
   * @param traces U along each chain after burn-in; none if it is not known
   * @param modelPasses sequences through the model
   * @param hits the passes that were spared
   * @param seconds wall-clock seconds
   */
  static SampleDiagnostics of(
      ChainRun run,
      RunEnd end,
      int distinctFillings,
      List<double[]> traces,
      long modelPasses,
      long hits,
      double seconds) {
    return new SampleDiagnostics(
        Moves.of(run, end),
        distinctFillings,
        traces.stream().flatMapToDouble(Arrays::stream).average(),
        traces.isEmpty() ? Optional.empty() : Optional.of(convergence(traces)),
        convergence(HammingDistances.traces(run.kept())),
        modelPasses,
        hits,
        seconds);
  }

  private static Convergence convergence(List<double[]> traces) {
    return Convergence.of(traces.toArray(double[][]::new));
  }

  /** Returns the same, with NaN for the seconds. */
  SampleDiagnostics withoutTime() {
    return new SampleDiagnostics(
        moves,
        distinctFillings,
        meanEnergy,
        energy,
        hammingDistance,
        modelPasses,
        hits,
        Double.NaN);
  }

  /** Returns R-hat of U, the larger of bulk and folded; empty where it is not known. */
  public OptionalDouble rHat() {
    return energy.map(Convergence::rHat).orElseGet(OptionalDouble::empty);
  }

  /** Returns the effective sample size of U over all chains; empty where it is not known. */
  public OptionalDouble effectiveSampleSize() {
    return energy.map(Convergence::effectiveSampleSize).orElseGet(OptionalDouble::empty);
  }

  /**
   * Returns an effective sample size per step that each chain made after burn-in; empty if there is
   * none.
   *
   * @param convergence of U, or of the Hamming distance
   */
  public OptionalDouble effectiveSampleSizePerStep(Convergence convergence) {
    return ratio(convergence, moves.kept());
  }

  /**
   * Returns an effective sample size per second of the whole job; empty if there is none.
   *
   * @param convergence of U, or of the Hamming distance
   */
  public OptionalDouble effectiveSampleSizePerSecond(Convergence convergence) {
    return ratio(convergence, seconds);
  }

  /**
   * Returns an effective sample size per model pass of the whole job; empty if there is none.
   *
   * @param convergence of U, or of the Hamming distance
   */
  public OptionalDouble effectiveSampleSizePerModelPass(Convergence convergence) {
    return ratio(convergence, (double) modelPasses);
  }

  private static OptionalDouble ratio(Convergence convergence, double cost) {
    OptionalDouble size = convergence.effectiveSampleSize();
    return size.isPresent() && cost > 0
        ? OptionalDouble.of(size.getAsDouble() / cost)
        : OptionalDouble.empty();
  }
}
