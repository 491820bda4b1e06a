package dev.infill.bert.store;

import dev.infill.core.ProcessLock;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * A folder for a compiled model that is not whole yet, or is to be deleted. It is deleted with all
 * that is in it when it is closed. If the process is killed, the next process that holds the
 * store's lock deletes it.
 */
record TemporaryFolder(Path path) implements Closeable {
  private static final String PREFIX = ".temporary-";
  private static final ReentrantLock LOCK = new ReentrantLock();

  /**
   * Waits until nobody else changes a folder, and deletes the temporary folders that killed
   * processes left there.
   *
   * @param parent the folder, made if it is not there
   * @param what the folder in words, for the message of an interrupt
   * @return the lock, to be closed
   * @throws ModelStoreException if the thread is interrupted while another one holds the lock
   */
  static ProcessLock lock(Path parent, String what) throws IOException {
    Files.createDirectories(parent);
    ProcessLock lock;
    try {
      lock = ProcessLock.of(parent.resolve(".lock"), LOCK, () -> {});
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ModelStoreException("interrupted while waiting for " + what, e);
    }
    try {
      deleteAll(parent);
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
    return lock;
  }

  /** Makes a folder. The caller holds the store's lock until it is closed. */
  static TemporaryFolder in(Path parent) throws IOException {
    return new TemporaryFolder(Files.createTempDirectory(parent, PREFIX));
  }

  /** Deletes all such folders. The caller holds the lock, so none of them is in use. */
  private static void deleteAll(Path parent) throws IOException {
    try (DirectoryStream<Path> left = Files.newDirectoryStream(parent, PREFIX + "*")) {
      for (Path folder : left) {
        new TemporaryFolder(folder).close();
      }
    }
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> paths = Files.walk(path)) {
      for (Path file : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
