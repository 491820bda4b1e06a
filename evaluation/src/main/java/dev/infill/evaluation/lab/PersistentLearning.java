package dev.infill.evaluation.lab;

import dev.infill.core.energy.SmoothEnergy;
import dev.infill.core.energy.State;
import dev.infill.evaluation.chart.Axis;
import dev.infill.evaluation.lab.data.BinaryImages;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Persistent contrastive divergence (Tieleman 2008) of a model of images with one sampler. States
 * are kept in a buffer; in every iteration some of them, drawn at random, go on as chains and come
 * back to it (Du &amp; Mordatch 2019). A buffer of as many states as there are chains is plain
 * persistence.
 */
final class PersistentLearning implements LearningCurves.Course {
  private final LabSampler sampler;
  private final BinaryImages train;
  private final Model model;
  private final Sizes sizes;
  private final RandomGenerator draws;
  private final List<? extends RandomGenerator> random;
  private final List<State> buffer;
  private boolean isDiverged;

  /** What is learned. Its methods throw an ArithmeticException if that has diverged. */
  interface Model {
    /** Returns its energy as it is now, of use until the next step of learning. */
    SmoothEnergy energy();

    /**
     * Makes a step.
     *
     * @param data whose U is to rise
     * @param samples of the model, whose U is to fall
     */
    void learn(List<State> data, List<State> samples);

    /** Returns the log-likelihood of an image held out, in nats. */
    double logLikelihood();
  }

  /**
   * The sizes of an iteration.
   *
   * @param batch images of the data
   * @param chains states of the buffer
   * @param steps of the sampler
   */
  record Sizes(int batch, int chains, int steps) {}

  /** How log Z is estimated. */
  record Annealing(int chains, int steps) {
    /** Says how far log Z can be relied on, by the effective chains of each sampler's model. */
    String reliability(Map<String, ?> effectiveChains) {
      return "effective chains of the %d of annealing; with few, log Z is too low and the log-likelihood too high: %s"
          .formatted(chains, Words.list(effectiveChains));
    }
  }

  /**
   * Images to learn from, and a tenth of all, 1,000 at most, that is held out.
   *
   * @param train at least one
   * @param test at least one
   */
  record HeldOut(BinaryImages train, BinaryImages test) {
    private static final int MOST = 1_000;

    static HeldOut of(BinaryImages images, Streams streams) {
      int[] order = streams.shuffled(images.size());
      int heldOut = Math.min(MOST, Math.max(1, images.size() / 10));
      return new HeldOut(
          images.of(IntStream.of(order).skip(heldOut).toArray()),
          images.of(IntStream.of(order).limit(heldOut).toArray()));
    }

    /**
     * Returns the axis of their log-likelihood. Of a model that ran away it can be any number: what
     * is less than twice that of independent pixels is drawn there.
     */
    static Axis axis(double ofIndependentPixels) {
      double least = 2 * ofIndependentPixels;
      return Axis.linear("log-likelihood held out, nats (\u2265 \u2212%.0f)".formatted(-least))
          .atLeast(least);
    }

    /** Returns the mean of U over the images that are held out. */
    double meanEnergy(SmoothEnergy energy) {
      return IntStream.range(0, test.size())
          .mapToDouble(k -> energy.energyAt(test.get(k)))
          .average()
          .orElseThrow();
    }
  }

  /**
   * Begins.
   *
   * @param draws the images, and the states of the buffer
   * @param random for each chain its own stream
   * @param buffer at least as many states as chains
   */
  PersistentLearning(
      LabSampler sampler,
      BinaryImages train,
      Model model,
      Sizes sizes,
      RandomGenerator draws,
      List<? extends RandomGenerator> random,
      List<State> buffer) {
    this.sampler = sampler;
    this.train = train;
    this.model = model;
    this.sizes = sizes;
    this.draws = draws;
    this.random = random;
    this.buffer = new ArrayList<>(buffer);
  }

  /** Makes an iteration; of what has diverged none. */
  @Override
  public void step() {
    if (!isDiverged) {
      try {
        learn();
      } catch (ArithmeticException e) {
        isDiverged = true;
      }
    }
  }

  private void learn() {
    List<State> begun = chosen();
    Population population = sampler.start().begin(model.energy(), begun, random);
    for (int step = 0; step < sizes.steps(); step++) {
      population.step();
    }
    List<State> samples = population.states();
    for (int chain = 0; chain < samples.size(); chain++) {
      buffer.set(chain, samples.get(chain));
    }
    model.learn(train.draw(sizes.batch(), draws), samples);
  }

  /** Brings states of the buffer, each as likely as any other, to its front. */
  private List<State> chosen() {
    if (buffer.size() > sizes.chains()) {
      for (int chain = 0; chain < sizes.chains(); chain++) {
        int other = chain + draws.nextInt(buffer.size() - chain);
        buffer.set(chain, buffer.set(other, buffer.get(chain)));
      }
    }
    return List.copyOf(buffer.subList(0, sizes.chains()));
  }

  /** Returns the log-likelihood, NaN of what has diverged. */
  @Override
  public double figure() {
    try {
      return isDiverged ? Double.NaN : model.logLikelihood();
    } catch (ArithmeticException e) {
      isDiverged = true;
      return Double.NaN;
    }
  }

  /** Says whether the model's figures are not finite any more. */
  boolean isDiverged() {
    return isDiverged;
  }

  /** Returns where the chains of the last iteration ended. */
  List<State> samples() {
    return List.copyOf(buffer.subList(0, sizes.chains()));
  }
}
