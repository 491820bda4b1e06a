package dev.infill.bert.store;

/** Told what a model store does that takes time or deserves a word. */
public interface ModelStoreListener {
  /** What is being done. */
  enum Stage {
    /** A model's files come from the Hugging Face hub. */
    DOWNLOADING,
    /** The checksum of what came is computed. */
    CHECKING,
    /** A packed model is unpacked. */
    UNPACKING,
    /** The weights are written into the cache. */
    WRITING
  }

  /**
   * Called every so often while a model is downloaded or compiled, from the thread that opens it.
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

  /** Returns a listener that does nothing. */
  static ModelStoreListener silent() {
    return new ModelStoreListener() {
      @Override
      public void progress(Stage stage, long done, long total) {}

      @Override
      public void notice(String message) {}
    };
  }
}
