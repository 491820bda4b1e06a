package dev.infill.bert;

/** Is notified of the runs of a model. */
@FunctionalInterface
public interface PassListener {
  /** A listener that does nothing. */
  PassListener NONE = pass -> {};

  /**
   * Is notified of a run that is over. Any thread that uses the model may call it, several at a
   * time; they wait until it returns.
   *
   * @param pass the run
   */
  void onPass(ModelPass pass);
}
