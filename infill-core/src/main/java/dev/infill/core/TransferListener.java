package dev.infill.core;

/**
 * Told how work on many bytes goes on: models and corpora that are downloaded, checked, unpacked,
 * written and read. Called from the thread that asked for the work.
 */
@FunctionalInterface
public interface TransferListener {
  /** A listener that does nothing. */
  TransferListener SILENT = (stage, done, total) -> {};

  /** What is being done. */
  enum Stage {
    /** Files come over the network. */
    DOWNLOADING,
    /** A checksum is computed. */
    CHECKING,
    /** An archive is unpacked. */
    UNPACKING,
    /** Files are written. */
    WRITING,
    /** Files are read. */
    READING
  }

  /**
   * Called every so often.
   *
   * @param stage what is being done
   * @param done the bytes done in this stage
   * @param total the bytes of this stage; 0 if that is not known
   */
  void progress(Stage stage, long done, long total);

  /**
   * Called when something happens that a user should know.
   *
   * @param message one line
   */
  default void notice(String message) {}
}
