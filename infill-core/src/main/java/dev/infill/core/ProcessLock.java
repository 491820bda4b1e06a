package dev.infill.core;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A lock that one thread of one process holds at a time, until it is closed. Several class loaders
 * of a process may have this class; they exclude each other, too.
 */
public final class ProcessLock implements Closeable {
  private static final long WAIT_MILLIS = 20;

  private final ReentrantLock thread;
  private @Nullable FileChannel channel;

  private ProcessLock(ReentrantLock thread) {
    this.thread = thread;
  }

  /**
   * Waits for the lock.
   *
   * @param file the file that is locked, made if it is not there; its folder is there
   * @param thread held as well, as the lock of a file is held by the whole process
   * @param waiting run once if another process, or class loader, holds the lock
   * @throws IOException if the file cannot be written
   * @throws InterruptedException if the thread is interrupted while another one holds it
   */
  public static ProcessLock of(Path file, ReentrantLock thread, Runnable waiting)
      throws IOException, InterruptedException {
    thread.lockInterruptibly();
    ProcessLock lock = new ProcessLock(thread);
    try {
      lock.take(file, waiting);
      return lock;
    } catch (IOException | InterruptedException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  private void take(Path file, Runnable waiting) throws IOException, InterruptedException {
    FileChannel opened =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    channel = opened;
    if (isTaken(opened)) {
      return;
    }
    waiting.run();
    do {
      Thread.sleep(WAIT_MILLIS);
    } while (!isTaken(opened));
  }

  private static boolean isTaken(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      // Another class loader of this process has it.
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    try {
      // That frees the file's lock. The operating system frees that of a process that dies.
      if (channel != null) {
        channel.close();
      }
    } finally {
      // Last, as the JDK refuses a file's lock to a thread while another one of the process holds
      // it.
      thread.unlock();
    }
  }
}
