package dev.infill.evaluation.lab;

import java.util.List;

/**
 * An experiment on energies that need no language model.
 *
 * @param name such as {@code langevin-bias}
 * @param description what it does, one line
 * @param runner runs it
 */
public record LabExperiment(String name, String description, Runner runner) {
  /** See {@link LabExperiment#run}. */
  @FunctionalInterface
  interface Runner {
    LabResult run(LabScale scale, long seed, LabListener listener);
  }

  /**
   * Runs it.
   *
   * @param scale how large
   * @param seed of all random numbers; times apart, equal seeds give equal figures
   * @param listener is notified of progress
   */
  public LabResult run(LabScale scale, long seed, LabListener listener) {
    return runner.run(scale, seed, listener);
  }

  /** Returns all experiments, in the order in which they are listed. */
  public static List<LabExperiment> all() {
    return List.of(
        new LabExperiment(
            "langevin-bias",
            "Bias of DULA and cDULA by step size, and by how far U is from log-quadratic.",
            LangevinBias::run),
        new LabExperiment(
            "step-size",
            "Changes and acceptance of DMALA by step size; effective sample size per second.",
            StepSizes::run),
        new LabExperiment(
            "ising",
            "Error of the mean of a 5 x 5 Ising model by steps and by seconds, all samplers.",
            IsingMeans::run),
        new LabExperiment(
            "non-reversible",
            "Neal's ladder from Metropolis to non-reversible Langevin on correlated Gaussians.",
            NonReversible::run),
        new LabExperiment(
            "mixture",
            "Total variation on a grid of 25 narrow modes of integers; where chains go.",
            Mixture::run),
        new LabExperiment(
            "rbm",
            "Discrepancy to Block Gibbs on a trained restricted Boltzmann machine, by steps.",
            BoltzmannSampling::run),
        new LabExperiment(
            "ising-learning",
            "Error of an Ising model's couplings, learned from data by persistent chains.",
            IsingLearning::run));
  }
}
