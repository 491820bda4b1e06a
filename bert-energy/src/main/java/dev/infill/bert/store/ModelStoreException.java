package dev.infill.bert.store;

/**
 * The model cache cannot be used: its folder cannot be written, or the disk is full. The message is
 * one line that names the folder.
 */
public final class ModelStoreException extends RuntimeException {
  /**
   * Creates the error.
   *
   * @param message one line that names the folder
   * @param cause the failure
   */
  public ModelStoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
