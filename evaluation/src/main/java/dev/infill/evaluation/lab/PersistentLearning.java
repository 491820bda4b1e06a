package dev.infill.evaluation.lab;

import dev.infill.core.energy.SmoothEnergy;
import dev.infill.core.energy.State;
import dev.infill.evaluation.lab.sampler.LabSampler;
import dev.infill.evaluation.lab.sampler.Population;
import dev.infill.evaluation.statistics.Mean;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Persistent contrastive divergence (Tieleman 2008) of a model with one sampler. States are kept in
 * a buffer; in every iteration some of them, drawn at random, go on as chains and come back to it
 * (Du &amp; Mordatch 2019). A buffer of as many states as there are chains is plain persistence.
 */
final class PersistentLearning implements Curves.Course {
  private static final Mean UNDEFINED = new Mean(Double.NaN, Double.NaN);

  private final LabSampler sampler;
  private final Model model;
  private final int steps;
  private final Supplier<List<State>> data;
  private final RandomGenerator draws;
  private final List<? extends RandomGenerator> random;
  private final List<State> buffer;
  private boolean isDiverged;

  /** The model that is learned. Its methods throw an ArithmeticException if it has diverged. */
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

    /** Returns how good it is now. */
    Mean figure();
  }

  /**
   * Begins.
   *
   * @param steps of the sampler in an iteration
   * @param data the data of an iteration
   * @param draws which states of the buffer go on
   * @param random for each chain its own stream
   * @param buffer at least as many states as chains
   */
  PersistentLearning(
      LabSampler sampler,
      Model model,
      int steps,
      Supplier<List<State>> data,
      RandomGenerator draws,
      List<? extends RandomGenerator> random,
      List<State> buffer) {
    this.sampler = sampler;
    this.model = model;
    this.steps = steps;
    this.data = data;
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
    Population population = sampler.begin(model.energy(), chosen(), random);
    population.steps(steps);
    List<State> samples = population.states();
    for (int chain = 0; chain < samples.size(); chain++) {
      buffer.set(chain, samples.get(chain));
    }
    model.learn(data.get(), samples);
  }

  /** Brings states of the buffer, each as likely as any other, to its front. */
  private List<State> chosen() {
    if (buffer.size() > random.size()) {
      for (int chain = 0; chain < random.size(); chain++) {
        int other = chain + draws.nextInt(buffer.size() - chain);
        buffer.set(chain, buffer.set(other, buffer.get(chain)));
      }
    }
    return samples();
  }

  /** Returns the model's figure, NaN of what has diverged. */
  @Override
  public Mean figure() {
    try {
      return isDiverged ? UNDEFINED : model.figure();
    } catch (ArithmeticException e) {
      isDiverged = true;
      return UNDEFINED;
    }
  }

  /** Says whether the model's figures are not finite any more. */
  boolean isDiverged() {
    return isDiverged;
  }

  /** Returns where the chains of the last iteration ended. */
  List<State> samples() {
    return List.copyOf(buffer.subList(0, random.size()));
  }
}
