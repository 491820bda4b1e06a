package dev.infill.corpora;

/** Is told how many bytes have been read or fetched. */
@FunctionalInterface
public interface ByteProgress {
  /** Wants to know nothing. */
  ByteProgress NONE = (done, total) -> {};

  /**
   * Called now and then, by the thread that reads.
   *
   * @param done bytes so far
   * @param total how many there will be; 0 if that is not known
   */
  void progress(long done, long total);
}
