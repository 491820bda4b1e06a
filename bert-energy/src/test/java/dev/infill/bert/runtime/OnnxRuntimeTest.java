package dev.infill.bert.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.core.ProcessLock;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
@EnabledOnOs(OS.LINUX)
class OnnxRuntimeTest {
  @TempDir Path cache = Path.of("");

  @Test
  void anInterruptWhileAnotherProcessUnpacksIsAFailureOfTheRuntime()
      throws IOException, InterruptedException {
    Path natives = Files.createDirectory(cache.resolve("native"));
    Process holder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                LibraryLockProcess.class.getName(),
                natives.resolve(".lock").toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader output = holder.inputReader()) {
      assertThat(output.readLine()).isEqualTo("held");
      AtomicReference<Object> outcome = new AtomicReference<>();
      AtomicBoolean interrupted = new AtomicBoolean();
      Thread loading =
          new Thread(
              () -> {
                try {
                  outcome.set(OnnxRuntime.load(OnnxRuntime.library(), cache));
                } catch (RuntimeException e) {
                  outcome.set(e);
                }
                interrupted.set(Thread.currentThread().isInterrupted());
              });
      loading.start();
      while (loading.isAlive() && !waitsForTheFile(loading)) {
        Thread.onSpinWait();
      }
      loading.interrupt();
      loading.join();

      assertThat(outcome.get())
          .isInstanceOf(RuntimeFailureException.class)
          .extracting(Object::toString)
          .asString()
          .endsWith(
              "ONNX Runtime is not loaded: interrupted while waiting for the native libraries in "
                  + natives);
      assertThat(interrupted).isTrue();
    } finally {
      holder.getOutputStream().close();
      holder.waitFor();
    }
  }

  private static boolean waitsForTheFile(Thread thread) {
    return Arrays.stream(thread.getStackTrace())
        .anyMatch(frame -> frame.getClassName().equals(ProcessLock.class.getName()));
  }
}
