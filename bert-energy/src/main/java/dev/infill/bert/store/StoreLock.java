package dev.infill.bert.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLockInterruptionException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Holds a folder of compiled models against all other threads and processes that change it, until
 * it is closed.
 */
final class StoreLock implements Closeable {
  /** File locks are held by the whole process; this one is held by a thread. */
  private static final ReentrantLock THREAD = new ReentrantLock();

  private final FileChannel channel;

  private StoreLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Waits for the lock.
   *
   * @param models the folder, made if it is not there
   * @throws InterruptedException if the thread is interrupted while another one holds it
   */
  static StoreLock of(Path models) throws IOException, InterruptedException {
    Files.createDirectories(models);
    THREAD.lockInterruptibly();
    FileChannel channel = null;
    boolean held = false;
    try {
      channel =
          FileChannel.open(
              models.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      channel.lock();
      held = true;
      return new StoreLock(channel);
    } catch (FileLockInterruptionException e) {
      InterruptedException interrupted = new InterruptedException();
      interrupted.addSuppressed(e);
      throw interrupted;
    } finally {
      if (!held) {
        release(channel);
      }
    }
  }

  @Override
  public void close() throws IOException {
    release(channel);
  }

  private static void release(@Nullable FileChannel channel) throws IOException {
    try {
      // That frees the file's lock, and the operating system that of a process that dies.
      if (channel != null) {
        channel.close();
      }
    } finally {
      // Last, as the JDK refuses a thread a file's lock that another one still holds.
      THREAD.unlock();
    }
  }
}
