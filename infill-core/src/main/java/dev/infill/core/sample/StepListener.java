package dev.infill.core.sample;

/** Is notified of every step of the chains of a text. */
@FunctionalInterface
public interface StepListener {
  /** A listener that does nothing. */
  StepListener NONE = step -> {};

  /**
   * Is notified of a step, from the thread that samples the text, which waits for it.
   *
   * @param step the step of all chains
   */
  void onStep(ChainsStep step);
}
