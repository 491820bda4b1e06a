package dev.infill.evaluation.lab;

import dev.infill.core.InvalidInputException;
import dev.infill.evaluation.lab.data.BinaryImages;
import dev.infill.evaluation.lab.data.RegressionTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * An experiment on energies that need no language model.
 *
 * @param name such as {@code langevin-bias}
 * @param description what it does, one line
 * @param data what it is of, which it must be given
 * @param runner runs it
 */
public record LabExperiment(String name, String description, Data data, Runner runner) {
  /** Whoever runs several seeds, and then the next ones, has none of them twice. */
  private static final long APART = 1_000;

  /** What an experiment reads from a file of its user. */
  public enum Data {
    /** Nothing. */
    NONE,
    /** {@link BinaryImages}. */
    IMAGES,
    /** A {@link RegressionTable}. */
    TABLE
  }

  /** See {@link LabExperiment#run}. */
  @FunctionalInterface
  interface Runner {
    LabResult run(LabScale scale, long seed, Optional<Path> data, LabListener listener);
  }

  private interface PlainRunner {
    LabResult run(LabScale scale, long seed, LabListener listener);
  }

  private interface DataRunner<T> {
    LabResult run(LabScale scale, long seed, T data, LabListener listener);
  }

  private static LabExperiment of(String name, String description, PlainRunner runner) {
    return new LabExperiment(
        name,
        description,
        Data.NONE,
        (scale, seed, data, listener) -> runner.run(scale, seed, listener));
  }

  private static <T> LabExperiment of(
      String name, String description, Data data, Function<Path, T> reader, DataRunner<T> runner) {
    return new LabExperiment(
        name,
        description,
        data,
        (scale, seed, file, listener) ->
            runner.run(scale, seed, reader.apply(file.orElseThrow()), listener));
  }

  /** Some are held out, and Hamming balls have ten pixels. */
  private static BinaryImages images(Path file) {
    BinaryImages images = BinaryImages.read(file);
    if (images.size() < 10 || images.pixels() < 10) {
      throw new InvalidInputException(
          "data",
          "there are %d images of %d pixels; 10 or more of 10 or more are needed"
              .formatted(images.size(), images.pixels()));
    }
    return images;
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
    if (seeds == 1) {
      return runner.run(scale, seed, file, listener);
    }
    StringBuilder table = new StringBuilder();
    List<LabResult> runs = new ArrayList<>();
    for (int made = 0; made < seeds; made++) {
      long ofRun = seed + made * APART;
      runs.add(
          runner.run(scale, ofRun, file, new ListenerOfSeed(listener, ofRun, made, seeds, table)));
    }
    return LabResult.mean(table.toString(), runs);
  }

  /** Makes one table of several runs, with their seeds in front, and one progress. */
  private static final class ListenerOfSeed implements LabListener {
    private final LabListener listener;
    private final long seed;
    private final int made;
    private final int seeds;
    private final StringBuilder table;
    private boolean isHeading = true;

    ListenerOfSeed(LabListener listener, long seed, int made, int seeds, StringBuilder table) {
      this.listener = listener;
      this.seed = seed;
      this.made = made;
      this.seeds = seeds;
      this.table = table;
    }

    @Override
    public void onProgress(String part, long done, long total) {
      listener.onProgress("seed %d, %s".formatted(seed, part), made * total + done, seeds * total);
    }

    @Override
    public void onLine(String line) {
      if (!isHeading || made == 0) {
        String ofAll = (isHeading ? "seed" : seed) + "," + line;
        table.append(ofAll);
        listener.onLine(ofAll);
      }
      isHeading = false;
    }
  }

  /** Returns all experiments, in the order in which they are listed. */
  public static List<LabExperiment> all() {
    return List.of(
        of(
            "langevin-bias",
            "Bias of DULA and cDULA by step size, and by how far U is from log-quadratic.",
            LangevinBias::run),
        of(
            "step-size",
            "Changes and acceptance of DMALA by step size; effective sample size per second.",
            StepSizes::run),
        of(
            "ising",
            "Error of the mean of a 5 x 5 Ising model by steps and by seconds, all samplers.",
            IsingMeans::run),
        of(
            "non-reversible",
            "Neal's ladder from Metropolis to non-reversible Langevin on correlated Gaussians.",
            NonReversible::run),
        of(
            "mixture",
            "Total variation on a grid of 25 narrow modes of integers; where chains go.",
            Mixture::run),
        of(
            "rbm",
            "Discrepancy to Block Gibbs on a trained restricted Boltzmann machine, by steps.",
            Data.IMAGES,
            LabExperiment::images,
            BoltzmannSampling::run),
        of(
            "rbm-learning",
            "Log-likelihood of a restricted Boltzmann machine, learned with each sampler.",
            Data.IMAGES,
            LabExperiment::images,
            BoltzmannLearning::run),
        of(
            "deep-learning",
            "Log-likelihood of a residual network on images, learned with each sampler.",
            Data.IMAGES,
            LabExperiment::images,
            DeepLearning::run),
        of(
            "ising-learning",
            "Error of an Ising model's couplings, learned from data by persistent chains.",
            IsingLearning::run),
        of(
            "bnn",
            "Error of neural networks with binary weights on rows held out, by steps.",
            Data.TABLE,
            RegressionTable::read,
            BayesianNetworks::run));
  }
}
