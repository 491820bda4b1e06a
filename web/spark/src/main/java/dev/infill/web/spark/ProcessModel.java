package dev.infill.web.spark;

import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.web.batch.ModelSource;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The one model session of this process. Spark makes a new object of every task, and tasks of an
 * executor share nothing but the process; so what they are to share, as several sessions would not
 * fit into memory, has to be static. Thread-safe.
 */
final class ProcessModel {
  /** Read while the model is used, written while it comes or goes. */
  private static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock();

  private static @Nullable MaskedLanguageModel model;

  private ProcessModel() {}

  /**
   * Lets tasks of this process use a model that is open already.
   *
   * @param opened the model
   */
  static void lend(MaskedLanguageModel opened) {
    LOCK.writeLock().lock();
    try {
      model = opened;
    } finally {
      LOCK.writeLock().unlock();
    }
  }

  /** Takes the model back; waits for the tasks that use it. */
  static void takeBack() {
    LOCK.writeLock().lock();
    try {
      model = null;
    } finally {
      LOCK.writeLock().unlock();
    }
  }

  /**
   * Uses the model, which is opened by the first task that does. It stays open as long as the
   * process lives: an executor's ends with the job.
   *
   * @param source opens it
   * @param work what is done with it
   */
  static void use(ModelSource source, Consumer<MaskedLanguageModel> work) {
    open(source);
    LOCK.readLock().lock();
    try {
      work.accept(Objects.requireNonNull(model, "the model was taken back, as the job has ended"));
    } finally {
      LOCK.readLock().unlock();
    }
  }

  private static void open(ModelSource source) {
    LOCK.readLock().lock();
    try {
      if (model != null) {
        return;
      }
    } finally {
      LOCK.readLock().unlock();
    }
    LOCK.writeLock().lock();
    try {
      if (model == null) {
        model = source.open();
      }
    } finally {
      LOCK.writeLock().unlock();
    }
  }
}
