package dev.infill.evaluation.lab;

import dev.infill.core.energy.SmoothEnergy;
import dev.infill.evaluation.chart.Axis;
import dev.infill.evaluation.lab.Ranking.Best;
import dev.infill.evaluation.lab.Ranking.Column;
import dev.infill.evaluation.lab.data.BinaryImages;
import dev.infill.evaluation.lab.energy.AnnealedImportance;
import dev.infill.evaluation.lab.energy.RestrictedBoltzmannMachine;
import dev.infill.evaluation.statistics.Mean;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The common part of experiments that learn a model of images with each sampler in turn: the mean
 * log-likelihood of images that were held out, U(θ) − log Z, by iterations and by seconds, log Z by
 * annealed importance sampling.
 */
final class ImageLearning {
  /** A tenth of the images is held out, this many at most. */
  private static final int MOST_HELD_OUT = 1_000;

  private final LabRun run;
  private final BinaryImages train;
  private final BinaryImages test;
  private final int iterations;
  private final LabTable table;
  private final Curves curves;
  private final double[] odds;
  private final RestrictedBoltzmannMachine pixels;
  private boolean hasDiverged;

  /** A model of images, with how its log Z was estimated last. */
  abstract static class Model implements PersistentLearning.Model {
    private AnnealedImportance normalizer =
        new AnnealedImportance(Double.NaN, Double.NaN, Double.NaN);

    /** Estimates log Z of the model as it is now. */
    abstract AnnealedImportance estimate();

    /** Returns the mean of U over images that are held out. */
    abstract double meanEnergy();

    /** Returns the log-likelihood of an image held out, in nats; its error is that of log Z. */
    @Override
    public Mean figure() {
      normalizer = estimate();
      return new Mean(meanEnergy() - normalizer.logNormalizer(), normalizer.standardError());
    }
  }

  /**
   * Begins.
   *
   * @param samplers how many will learn
   */
  ImageLearning(LabRun run, int samplers, int quick, int standard, int paper) {
    BinaryImages images = run.images();
    int[] order = run.streams().shuffled(images.size());
    int heldOut = Math.min(MOST_HELD_OUT, Math.max(1, images.size() / 10));
    this.run = run;
    this.train = images.of(IntStream.of(order).skip(heldOut).toArray());
    this.test = images.of(IntStream.of(order).limit(heldOut).toArray());
    run.setting("images", train.size());
    run.setting("heldOut", test.size());
    this.iterations = run.size("iterations", quick, standard, paper);
    run.total((long) samplers * iterations);
    this.table = run.table("sampler,iteration,seconds,log_likelihood,log_likelihood_se");
    this.curves = new Curves(run, Curves.checkpoints(iterations, 1), table);
    this.odds = train.logOdds();
    this.pixels = RestrictedBoltzmannMachine.withoutHiddenUnits(odds);
  }

  /** Returns the images to learn from. */
  BinaryImages train() {
    return train;
  }

  /** Returns the images that are held out. */
  BinaryImages test() {
    return test;
  }

  int iterations() {
    return iterations;
  }

  /** Returns the log-odds that each pixel of an image to learn from is on. */
  double[] odds() {
    return odds.clone();
  }

  /** Returns the distribution of independent pixels of these odds. */
  RestrictedBoltzmannMachine pixels() {
    return pixels;
  }

  /** Returns the mean of U over the images that are held out. */
  double meanEnergy(SmoothEnergy energy) {
    return IntStream.range(0, test.size())
        .mapToDouble(k -> energy.energyAt(test.get(k)))
        .average()
        .orElseThrow();
  }

  /** Has one sampler learn. */
  void add(String sampler, Model model, PersistentLearning learning) {
    Mean end = curves.add(sampler, learning);
    hasDiverged |= learning.isDiverged();
    run.figure(List.of("logLikelihoodAtEnd"), sampler, end);
    run.figure(List.of("standardErrorOfLogNormalizerAtEnd"), sampler, end.error());
    run.figure(
        List.of("effectiveChainsOfAnnealingAtEnd"),
        sampler,
        learning.isDiverged() ? Double.NaN : model.normalizer.effectiveChains());
    run.images(train.row(sampler, learning.samples()));
  }

  /**
   * Returns what was found.
   *
   * @param more columns of the table for people
   */
  LabResult result(String title, Column... more) {
    double ofPixels = meanEnergy(pixels) - pixels.logNormalizerWithoutWeights();
    run.told("logLikelihoodOfIndependentPixels", "log-likelihood of independent pixels", ofPixels);
    // A model that ran away can have any number.
    double least = 2 * ofPixels;
    curves.draw(
        "",
        table.rows(),
        Axis.logarithmic("iterations"),
        Axis.logarithmic("seconds of learning"),
        Axis.linear("log-likelihood held out, nats (≥ −%.0f)".formatted(-least)).atLeast(least));
    List<Column> columns =
        new ArrayList<>(
            List.of(
                Column.of("log-likelihood", "logLikelihoodAtEnd"),
                Column.of("effective chains", "effectiveChainsOfAnnealingAtEnd")));
    columns.addAll(List.of(more));
    run.ranking(
        new Ranking(
            ("log-likelihood of an image held out after %d iterations, in nats ± the error of log"
                    + " Z\n"
                    + "(with few effective chains log Z is too low, and it is too high%s)")
                .formatted(iterations, hasDiverged ? "; –: learning diverged" : ""),
            Best.MOST,
            columns));
    return run.result(title, table);
  }
}
