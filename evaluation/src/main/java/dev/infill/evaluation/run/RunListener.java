package dev.infill.evaluation.run;

/** Hears how far a run is; called from one thread at a time. */
@FunctionalInterface
public interface RunListener {
  /** A listener that does nothing. */
  RunListener NONE = (what, text, done, total) -> {};

  /**
   * Takes how far it is.
   *
   * @param what the sampler or method that is run, by its name
   * @param text the id of the text that it is run on
   * @param done how much is done of what had to be done, 0 ≤ done ≤ total
   * @param total how much there is
   */
  void onProgress(String what, String text, double done, double total);
}
