package dev.infill.bert.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLockInterruptionException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A lock that one thread of one process holds at a time, until it is closed; of several class
 * loaders that have this class, too.
 */
public final class ProcessLock implements Closeable {
  private static final long WAIT_MILLIS = 20;

  private final ReentrantLock thread;
  private final FileChannel channel;

  private ProcessLock(ReentrantLock thread, FileChannel channel) {
    this.thread = thread;
    this.channel = channel;
  }

  /**
   * Waits for the lock.
   *
   * @param file the file that is locked, made if it is not there; its folder is there
   * @param thread held as well: the lock of a file is held by the whole process
   * @param waiting run once if another process, or class loader, holds the lock
   * @throws IOException if the file cannot be written
   * @throws InterruptedException if the thread is interrupted while another one holds it
   */
  public static ProcessLock of(Path file, ReentrantLock thread, Runnable waiting)
      throws IOException, InterruptedException {
    thread.lockInterruptibly();
    FileChannel channel = null;
    boolean held = false;
    try {
      channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (!isTaken(channel)) {
        waiting.run();
        take(channel);
      }
      held = true;
      return new ProcessLock(thread, channel);
    } catch (FileLockInterruptionException e) {
      InterruptedException interrupted = new InterruptedException();
      interrupted.addSuppressed(e);
      throw interrupted;
    } finally {
      if (!held) {
        release(thread, channel);
      }
    }
  }

  private static boolean isTaken(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  private static void take(FileChannel channel) throws IOException, InterruptedException {
    boolean taken = false;
    while (!taken) {
      try {
        channel.lock();
        taken = true;
      } catch (OverlappingFileLockException e) {
        // This process has it, where another class loader's lock of threads does not show.
        Thread.sleep(WAIT_MILLIS);
      }
    }
  }

  @Override
  public void close() throws IOException {
    release(thread, channel);
  }

  private static void release(ReentrantLock thread, @Nullable FileChannel channel)
      throws IOException {
    try {
      // That frees the file's lock, and the operating system that of a process that dies.
      if (channel != null) {
        channel.close();
      }
    } finally {
      // Last, as the JDK refuses a thread a file's lock that another one still holds.
      thread.unlock();
    }
  }
}
