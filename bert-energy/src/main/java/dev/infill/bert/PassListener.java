package dev.infill.bert;

/** Is notified of the runs of a model. */
@FunctionalInterface
public interface PassListener {
  /** A listener that does nothing. */
  PassListener NONE = pass -> {};

  /**
   * Is notified of a run that is over; called by any thread that uses the model, by several at a
   * time, which wait until it returns.
   *
   * @param pass the run
   */
  void onPass(ModelPass pass);
}
