package dev.infill.bert.hardening;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Processes of their own with the class path of this one, and their ends. */
public final class JavaProcess {
  /** What a process killed by a signal 9 ends with. */
  private static final int KILLED = 137;

  private JavaProcess() {}

  /**
   * Returns what starts a process.
   *
   * @param options of the Java virtual machine
   * @param main the name of its class
   * @param arguments of that class
   */
  public static ProcessBuilder of(List<String> options, String main, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-classpath", System.getProperty("java.class.path"), main));
    command.addAll(arguments);
    return new ProcessBuilder(command);
  }

  /**
   * Kills a process as soon as something is so, and says whether it did: the process may have ended
   * before.
   *
   * @param process the process
   * @param moment says whether it is to be killed now; asked every millisecond
   */
  public static boolean killedAt(Process process, BooleanSupplier moment)
      throws InterruptedException {
    while (!process.waitFor(1, TimeUnit.MILLISECONDS) && !moment.getAsBoolean()) {}
    return process.destroyForcibly().waitFor() == KILLED;
  }

  /**
   * Returns how many bytes the files of a folder have, which another process may be writing.
   *
   * @param folder the folder; 0 if it is not there
   */
  public static long bytes(Path folder) {
    long[] bytes = {0};
    try {
      Files.walkFileTree(
          folder,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              bytes[0] += attributes.size();
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException gone) {
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException gone) {
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new IllegalStateException("none of these methods throws", e);
    }
    return bytes[0];
  }
}
