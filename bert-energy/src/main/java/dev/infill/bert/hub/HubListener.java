package dev.infill.bert.hub;

/** Told what a download does; always from the thread that asked for it. */
public interface HubListener {
  /** What is being done. */
  enum Stage {
    /** Files come from the hub. */
    DOWNLOADING,
    /** The checksum of what came is computed. */
    CHECKING
  }

  /**
   * Called every so often.
   *
   * @param stage what is being done
   * @param done the bytes done in this stage
   * @param total the bytes of this stage
   */
  void progress(Stage stage, long done, long total);

  /**
   * Called when something happens that a user should know.
   *
   * @param message one line
   */
  void notice(String message);
}
