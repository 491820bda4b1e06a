package dev.infill.evaluation.lab;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * An experiment on energies that need no language model: a function from its settings to rows, a
 * plot and its main figures. A new one is a class with that function, and a line in {@link #all}.
 *
 * @param name such as {@code langevin-bias}
 * @param description what it does, one line
 * @param data what it is of, which it must be given
 * @param function runs it
 */
public record LabExperiment(
    String name, String description, Data data, Function<LabRun, LabResult> function) {
  /**
   * Seeds of several runs are this far apart, so that the runs of neighbouring seeds share none.
   */
  private static final long APART = 1_000;

  /** The file that an experiment reads. */
  public enum Data {
    /** Nothing. */
    NONE,
    /** {@link dev.infill.evaluation.lab.data.BinaryImages}. */
    IMAGES,
    /** A {@link dev.infill.evaluation.lab.data.RegressionTable}. */
    TABLE
  }

  /**
   * Runs it.
   *
   * @param scale how large
   * @param seed of all random numbers; times apart, equal seeds give equal figures
   * @param seeds how many seeds it is run with, from {@code seed} on, each {@value #APART} above
   *     the one before, at least 1; of several the means are returned
   * @param file what it is of, if {@link #data} is not {@link Data#NONE}
   * @param listener is notified of progress
   * @throws java.util.NoSuchElementException if it reads a file and there is none
   * @throws dev.infill.core.InvalidInputException for field {@code data} if the file is not what it
   *     reads
   */
  public LabResult run(
      LabScale scale, long seed, int seeds, Optional<Path> file, LabListener listener) {
    List<LabResult> runs = new ArrayList<>();
    for (int made = 0; made < seeds; made++) {
      runs.add(
          function.apply(
              new LabRun(
                  scale, seed + made * APART, new LabRun.Part(made, seeds), file, listener)));
    }
    return seeds == 1 ? runs.get(0) : LabResult.mean(runs);
  }

  /** Returns all experiments, in the order in which they are listed. */
  public static List<LabExperiment> all() {
    return List.of(
        new LabExperiment(
            "langevin-bias",
            "Bias of DULA and cDULA by step size, and by how far U is from log-quadratic.",
            Data.NONE,
            LangevinBias::run),
        new LabExperiment(
            "step-size",
            "Changes and acceptance of DMALA by step size; effective sample size per second.",
            Data.NONE,
            StepSizes::run),
        new LabExperiment(
            "ising",
            "Error of the mean of a 5 x 5 Ising model by steps and by seconds, all samplers.",
            Data.NONE,
            IsingMeans::run),
        new LabExperiment(
            "non-reversible",
            "Neal's ladder from Metropolis to non-reversible Langevin on correlated Gaussians.",
            Data.NONE,
            NonReversible::run),
        new LabExperiment(
            "mixture",
            "Total variation on a grid of 25 narrow modes of integers; where chains go.",
            Data.NONE,
            Mixture::run),
        new LabExperiment(
            "rbm",
            "Discrepancy to Block Gibbs on a trained restricted Boltzmann machine, by steps.",
            Data.IMAGES,
            BoltzmannSampling::run),
        new LabExperiment(
            "rbm-learning",
            "Log-likelihood of a restricted Boltzmann machine, learned with each sampler.",
            Data.IMAGES,
            BoltzmannLearning::run),
        new LabExperiment(
            "deep-learning",
            "Log-likelihood of a residual network on images, learned with each sampler.",
            Data.IMAGES,
            DeepLearning::run),
        new LabExperiment(
            "ising-learning",
            "Error of an Ising model's couplings, learned from data by persistent chains.",
            Data.NONE,
            IsingLearning::run),
        new LabExperiment(
            "bnn",
            "Error of neural networks with binary weights on rows held out, by steps.",
            Data.TABLE,
            BayesianNetworks::run));
  }
}
