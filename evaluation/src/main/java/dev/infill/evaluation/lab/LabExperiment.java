package dev.infill.evaluation.lab;

import java.util.List;

/** An experiment on energies that need no language model. */
public interface LabExperiment {
  /** Returns all experiments, in the order in which they are listed. */
  static List<LabExperiment> all() {
    return List.of(
        new LangevinBias(),
        new StepSizes(),
        new IsingMeans(),
        new NonReversible(),
        new Mixture(),
        new BoltzmannSampling(),
        new IsingLearning());
  }

  /** Returns its name, such as {@code langevin-bias}. */
  String name();

  /** Returns what it does, one line. */
  String description();

  /**
   * Runs it.
   *
   * @param scale how large
   * @param seed of all random numbers; times apart, equal seeds give equal figures
   * @param listener is notified of progress
   */
  LabResult run(LabScale scale, long seed, LabListener listener);
}
