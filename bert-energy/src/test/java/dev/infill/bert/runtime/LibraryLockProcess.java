package dev.infill.bert.runtime;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A process that holds the lock file that it is given until its standard input ends. */
final class LibraryLockProcess {
  private LibraryLockProcess() {}

  /** Runs. */
  public static void main(String[] arguments) throws IOException {
    try (FileChannel channel =
            FileChannel.open(
                Path.of(arguments[0]), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      System.out.println(lock.isValid() ? "held" : "not held");
      System.in.readAllBytes();
    }
  }
}
