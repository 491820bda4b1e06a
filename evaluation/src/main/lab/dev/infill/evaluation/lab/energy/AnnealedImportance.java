package dev.infill.evaluation.lab.energy;

import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * log Z of an energy, estimated by annealed importance sampling (Neal 2001; Salakhutdinov &amp;
 * Murray 2008): chains are drawn from a distribution whose Z is known, and led to the one in
 * question by kernels of those between. The weight of a chain is w = Πⱼ exp(U_βⱼ₊₁(θⱼ) − U_βⱼ(θⱼ)).
 *
 * <p>The mean of w is an unbiased estimate of Z/Z₀. Its logarithm is too low on average, by about
 * half the square of its standard error where that is small. Where it is large, most chains missed
 * the states of high energy, and log Z may be far higher. The standard error does not show this, as
 * it is never above 1, its value where one weight makes up the sum. The number of effective chains
 * does.
 *
 * @param logNormalizer log Z, in nats
 * @param standardError of log Z, by how the weights differ from each other (delta method)
 * @param effectiveChains (Σw)²/Σw² (Kish 1965), from 1 to the number of chains
 */
public record AnnealedImportance(
    double logNormalizer, double standardError, double effectiveChains) {
  /**
   * Distributions exp(U_β)/Z_β, β from 0 to 1: from one that can be drawn to the one in question.
   *
   * @param <E> the energies U_β
   */
  public interface Path<E extends Energy> {
    /** Returns log Z₀. */
    double logNormalizerAtStart();

    /**
     * Draws from the distribution of β = 0.
     *
     * @param count how many
     * @param random draws
     */
    List<State> draw(int count, RandomGenerator random);

    /** Returns U_β. */
    E at(double beta);

    /** Moves each state by a kernel that leaves exp(U_β) invariant. */
    List<State> moved(E energy, List<State> states, RandomGenerator random);
  }

  /**
   * Estimates log Z.
   *
   * @param <E> the energies on the way
   * @param path leads to the energy
   * @param chains how many, at least 2
   * @param steps in how many equal steps of β each chain is led, at least 1
   * @param random draws
   * @throws IllegalArgumentException if there are too few chains or steps
   */
  public static <E extends Energy> AnnealedImportance of(
      Path<E> path, int chains, int steps, RandomGenerator random) {
    check(chains, steps);
    List<State> states = path.draw(chains, random);
    double[] logWeights = new double[chains];
    E at = path.at(0);
    for (int step = 1; step <= steps; step++) {
      E next = path.at((double) step / steps);
      List<Evaluation> before = at.evaluate(states, GradientKind.NONE);
      List<Evaluation> after = next.evaluate(states, GradientKind.NONE);
      for (int chain = 0; chain < chains; chain++) {
        logWeights[chain] += after.get(chain).energy() - before.get(chain).energy();
      }
      states = path.moved(next, states, random);
      at = next;
    }
    return of(path.logNormalizerAtStart(), logWeights);
  }

  /**
   * Estimates log Z of a machine: from a machine without weights, by block Gibbs, U_β(θ) = Σₖ
   * softplus(β(Wθ + a)ₖ) + ((1 − β)c + βb)ᵀθ.
   *
   * @param machine the machine
   * @param bias c, the visible biases of the machine without weights, such as the log-odds of data
   * @param chains how many, at least 2
   * @param steps in how many equal steps of β each chain is led, at least 1
   * @param random draws
   * @throws IllegalArgumentException if there are too few chains or steps, or c is of another
   *     length
   */
  public static AnnealedImportance of(
      RestrictedBoltzmannMachine machine,
      double[] bias,
      int chains,
      int steps,
      RandomGenerator random) {
    check(machine, bias);
    return of(new MachinePath(machine, bias), chains, steps, random);
  }

  private static final class MachinePath implements Path<RestrictedBoltzmannMachine> {
    private final RestrictedBoltzmannMachine machine;
    private final double[] bias;

    MachinePath(RestrictedBoltzmannMachine machine, double[] bias) {
      this.machine = machine;
      this.bias = bias;
    }

    @Override
    public double logNormalizerAtStart() {
      return machine.between(bias, 0).logNormalizerWithoutWeights();
    }

    @Override
    public List<State> draw(int count, RandomGenerator random) {
      // Of no weights: whatever the hidden units are, the visible ones are drawn from c.
      State zeros = State.of(new int[bias.length]);
      return moved(at(0), Collections.nCopies(count, zeros), random);
    }

    @Override
    public RestrictedBoltzmannMachine at(double beta) {
      return machine.between(bias, beta);
    }

    @Override
    public List<State> moved(
        RestrictedBoltzmannMachine between, List<State> states, RandomGenerator random) {
      return states.stream().map(state -> between.resample(state, random)).toList();
    }
  }

  /**
   * Estimates log Z as the published code of ACS (Pynadath et al. 2024) does: with p₀ of
   * independent units in place of the machine without weights, U linear in β, and chains that move
   * by block Gibbs of the machine itself at every β, not of those between.
   *
   * <p>The estimate is too high: the log-weight of a long chain is the mean of log(p̃/p₀) under the
   * machine's p, which is log Z + KL(p‖p₀).
   *
   * @param machine the machine
   * @param bias c, the visible biases of p₀
   * @param chains how many, at least 2
   * @param steps in how many equal steps of β each chain is led, at least 1
   * @param random draws
   * @throws IllegalArgumentException if there are too few chains or steps, or c is of another
   *     length
   */
  public static AnnealedImportance movedByTheMachineItself(
      RestrictedBoltzmannMachine machine,
      double[] bias,
      int chains,
      int steps,
      RandomGenerator random) {
    check(machine, bias);
    check(chains, steps);
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
    return of(start.logNormalizerWithoutWeights(), logWeights);
  }

  private static void check(RestrictedBoltzmannMachine machine, double[] bias) {
    if (bias.length != machine.domains().size()) {
      throw new IllegalArgumentException(
          "%d biases of %d units".formatted(bias.length, machine.domains().size()));
    }
  }

  private static void check(int chains, int steps) {
    if (chains < 2 || steps < 1) {
      throw new IllegalArgumentException("%d chains, %d steps".formatted(chains, steps));
    }
  }

  private static AnnealedImportance of(double logNormalizerAtStart, double[] logWeights) {
    double largest = Arrays.stream(logWeights).max().orElseThrow();
    double[] weights = Arrays.stream(logWeights).map(w -> Math.exp(w - largest)).toArray();
    double mean = Arrays.stream(weights).average().orElseThrow();
    double variance =
        Arrays.stream(weights).map(w -> (w - mean) * (w - mean)).sum() / (weights.length - 1);
    return new AnnealedImportance(
        logNormalizerAtStart + largest + Math.log(mean),
        Math.sqrt(variance / weights.length) / mean,
        Math.pow(mean * weights.length, 2) / Arrays.stream(weights).map(w -> w * w).sum());
  }
}
