package dev.infill.evaluation.lab.energy;

import dev.infill.core.energy.State;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * log Z of a {@link RestrictedBoltzmannMachine}, estimated by annealed importance sampling (Neal
 * 2001; Salakhutdinov &amp; Murray 2008): chains are drawn from a machine without weights, whose Z
 * is known, and led to the machine by block Gibbs of those between, U_β(θ) = Σₖ softplus(β(Wθ +
 * a)ₖ) + ((1 − β)c + βb)ᵀθ. The weight of a chain is w = Πⱼ exp(U_βⱼ₊₁(θⱼ) − U_βⱼ(θⱼ)).
 *
 * <p>The mean of w is an unbiased estimate of Z/Z₀. Its logarithm is too low on average, by about
 * half the square of its standard error where that is small; where that is not, most chains missed
 * where the machine is likely, and log Z may be far higher.
 *
 * @param logNormalizer log Z, in nats
 * @param standardError of log Z, by how the weights differ from each other (delta method)
 */
public record AnnealedImportance(double logNormalizer, double standardError) {
  /**
   * Estimates log Z.
   *
   * @param machine the machine
   * @param bias c, the visible biases of the machine without weights, such as the log-odds of data
   * @param chains how many, at least 2
   * @param steps in how many equal steps of β each chain is led, at least 1
   * @param random draws
   * @throws IllegalArgumentException if there are too few chains or steps, or c is of another length
   */
  public static AnnealedImportance of(
      RestrictedBoltzmannMachine machine,
      double[] bias,
      int chains,
      int steps,
      RandomGenerator random) {
    check(machine, bias, chains, steps);
    RestrictedBoltzmannMachine start = machine.between(bias, 0);
    // Of no weights: whatever the hidden units are, the visible ones are drawn from c.
    State zeros = State.of(new int[bias.length]);
    State[] states = new State[chains];
    Arrays.setAll(states, chain -> start.resample(zeros, random));
    RestrictedBoltzmannMachine at = start;
    double[] logWeights = new double[chains];
    for (int step = 1; step <= steps; step++) {
      RestrictedBoltzmannMachine next = machine.between(bias, (double) step / steps);
      for (int chain = 0; chain < chains; chain++) {
        logWeights[chain] += next.energyAt(states[chain]) - at.energyAt(states[chain]);
        states[chain] = next.resample(states[chain], random);
      }
      at = next;
    }
    return of(start, logWeights);
  }

  /**
   * Estimates log Z as the published code of ACS (Pynadath et al. 2024) does: with p₀ of
   * independent units in place of the machine without weights, U linear in β, and chains that
   * move by block Gibbs of the machine itself at every β, not of those between.
   *
   * <p>The estimate is too high: the log-weight of a long chain is the mean of log(p̃/p₀) under the
   * machine's p, which is log Z + KL(p‖p₀).
   *
   * @param machine the machine
   * @param bias c, the visible biases of p₀
   * @param chains how many, at least 2
   * @param steps in how many equal steps of β each chain is led, at least 1
   * @param random draws
   * @throws IllegalArgumentException if there are too few chains or steps, or c is of another length
   */
  public static AnnealedImportance movedByTheMachineItself(
      RestrictedBoltzmannMachine machine,
      double[] bias,
      int chains,
      int steps,
      RandomGenerator random) {
    check(machine, bias, chains, steps);
    RestrictedBoltzmannMachine start = RestrictedBoltzmannMachine.withoutHiddenUnits(bias);
    State zeros = State.of(new int[bias.length]);
    double[] logWeights = new double[chains];
    for (int chain = 0; chain < chains; chain++) {
      State state = start.resample(zeros, random);
      for (int step = 0; step < steps; step++) {
        logWeights[chain] += (machine.energyAt(state) - start.energyAt(state)) / steps;
        state = machine.resample(state, random);
      }
    }
    return of(start, logWeights);
  }

  private static void check(
      RestrictedBoltzmannMachine machine, double[] bias, int chains, int steps) {
    if (chains < 2 || steps < 1 || bias.length != machine.domains().size()) {
      throw new IllegalArgumentException(
          "%d chains, %d steps, %d biases of %d units"
              .formatted(chains, steps, bias.length, machine.domains().size()));
    }
  }

  private static AnnealedImportance of(RestrictedBoltzmannMachine start, double[] logWeights) {
    double largest = Arrays.stream(logWeights).max().orElseThrow();
    double[] weights = Arrays.stream(logWeights).map(w -> Math.exp(w - largest)).toArray();
    double mean = Arrays.stream(weights).average().orElseThrow();
    double variance =
        Arrays.stream(weights).map(w -> (w - mean) * (w - mean)).sum() / (weights.length - 1);
    return new AnnealedImportance(
        start.logNormalizerWithoutWeights() + largest + Math.log(mean),
        Math.sqrt(variance / weights.length) / mean);
  }
}
