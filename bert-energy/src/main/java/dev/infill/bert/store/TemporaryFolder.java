package dev.infill.bert.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A folder for what is not yet, or no longer, a compiled model. It is deleted with all that is in
 * it when closed; what a killed process left is deleted by the next process that holds the store's
 * lock.
 */
record TemporaryFolder(Path path) implements Closeable {
  private static final String PREFIX = ".temporary-";
  private static final ReentrantLock LOCK = new ReentrantLock();

  /**
   * Waits until nobody else changes a folder, and deletes the temporary folders that killed
   * processes left there.
   *
   * @param parent the folder, made if it is not there
   * @return the lock, to be closed
   * @throws ModelStoreException if the thread is interrupted while another one holds it; the
   *     message says that it waited for what
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
    Files.walkFileTree(
        path,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            Files.delete(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
