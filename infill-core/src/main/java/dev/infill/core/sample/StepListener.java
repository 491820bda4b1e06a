package dev.infill.core.sample;

/** Is notified of what the chains of a text do while they do it. */
@FunctionalInterface
public interface StepListener {
  /** A listener that does nothing. */
  StepListener NONE = step -> {};

  /**
   * Is notified of a step; called from the thread that fills the text, which goes on when it
   * returns.
   *
   * @param step what all chains did in it
   */
  void onStep(ChainsStep step);
}
