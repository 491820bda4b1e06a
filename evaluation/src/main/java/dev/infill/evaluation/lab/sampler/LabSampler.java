package dev.infill.evaluation.lab.sampler;

import dev.infill.core.energy.SmoothEnergy;
import dev.infill.core.energy.State;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A sampler of an experiment.
 *
 * @param label what it is called, such as {@code gwg-1}
 * @param start begins its chains
 */
public record LabSampler(String label, Start start) {
  /** Begins chains. */
  @FunctionalInterface
  public interface Start {
    /** See {@link LabSampler#begin}. */
    Population begin(
        SmoothEnergy energy, List<State> starts, List<? extends RandomGenerator> random);
  }

  /**
   * Begins one chain at each of some states.
   *
   * @param random for each chain its own stream
   */
  public Population begin(
      SmoothEnergy energy, List<State> starts, List<? extends RandomGenerator> random) {
    return start.begin(energy, starts, random);
  }
}
