package dev.infill.core.chain;

import dev.infill.core.kernel.Kernel;

/** Changes a kernel in burn-in by how much of its moves is accepted, and fixes it then. */
interface BurnInTuning {
  /** Returns the kernel of the next step of burn-in, which tells how likely moves are accepted. */
  Kernel inBurnIn();

  /**
   * Takes note of a step.
   *
   * @param acceptance the mean acceptance probability of the step, in [0, 1]
   */
  void learn(double acceptance);

  /** Returns the kernel of all that follows. */
  Kernel frozen();
}
