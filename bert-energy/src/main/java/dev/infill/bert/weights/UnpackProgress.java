package dev.infill.bert.weights;

/** Told how far unpacking has come. */
@FunctionalInterface
public interface UnpackProgress {
  /**
   * Called every so often.
   *
   * @param done the bytes unpacked so far
   * @param total the bytes there are
   */
  void unpacked(long done, long total);
}
