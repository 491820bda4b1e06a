package dev.infill.core.sampler;

/** Whether the step size of discrete Langevin proposals differs from blank to blank. */
public enum Precondition {
  /** One step size for all. */
  NONE,
  /**
   * The more the gradient misjudges what a change of a blank does to U, the smaller its step
   * ({@link dev.infill.core.proposal.Curvature}); estimated once, before the chains start.
   */
  CURVATURE
}
