package dev.infill.corpora.fetch;

/** Is told how a fetch goes on, by one thread after the other. */
public interface FetchListener {
  /** What is being done. */
  enum Stage {
    FETCHING,
    CHECKING,
    UNPACKING
  }

  /**
   * Called now and then.
   *
   * @param stage what is being done
   * @param done bytes so far
   * @param total bytes in all
   */
  void progress(Stage stage, long done, long total);

  /**
   * Called when something happens that a user should know of.
   *
   * @param line one line
   */
  void notice(String line);
}
