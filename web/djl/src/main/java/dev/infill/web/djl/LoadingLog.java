package dev.infill.web.djl;

import dev.infill.core.TransferListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes into the log what loading a model takes: a line for each stage, as DJL does not pass on
 * the progress of {@code Criteria}.
 */
final class LoadingLog implements TransferListener {
  private static final Logger LOG = LoggerFactory.getLogger(InfillModel.class);
  private static final long MEGABYTE = 1_000_000;

  private final String name;
  private @Nullable Stage stage;

  /**
   * Creates a listener.
   *
   * @param name what DJL calls the model
   */
  LoadingLog(String name) {
    this.name = name;
  }

  @Override
  public void progress(Stage stage, long done, long total) {
    if (this.stage != stage) {
      this.stage = stage;
      LOG.info("{}: {} {} MB", name, verb(stage), total / MEGABYTE);
    }
  }

  private static String verb(Stage stage) {
    return switch (stage) {
      case DOWNLOADING -> "downloading";
      case CHECKING -> "checking";
      case UNPACKING -> "unpacking";
      case READING -> "reading";
      case WRITING -> "compiling into the cache:";
    };
  }

  @Override
  public void notice(String message) {
    LOG.warn("{}: {}", name, message);
  }
}
