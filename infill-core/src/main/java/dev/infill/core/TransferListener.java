package dev.infill.core;

/**
 * Listens to work on many bytes: models and corpora that are downloaded, checked, unpacked, written
 * and read. The thread that asked for the work calls it.
 */
@FunctionalInterface
public interface TransferListener {
  /** A listener that does nothing. */
  TransferListener SILENT = (stage, done, total) -> {};

  /** A kind of work. */
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
   * Called again and again during the work.
   *
   * @param stage the kind of work
   * @param done the bytes done in this stage
   * @param total the bytes of this stage; 0 if they are not known
   */
  void progress(Stage stage, long done, long total);

  /**
   * Called with news that a user should know.
   *
   * @param message one line
   */
  default void notice(String message) {}
}
