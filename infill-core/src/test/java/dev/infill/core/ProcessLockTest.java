package dev.infill.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Closeable;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ProcessLockTest {
  @TempDir Path folder = Path.of("");

  /** As in an application server, whose applications each have their own library. */
  @Test
  @Timeout(60)
  void anotherClassLoaderWaitsForItsTurn() throws Exception {
    Path file = folder.resolve("lock");
    URL classes = ProcessLock.class.getProtectionDomain().getCodeSource().getLocation();
    CountDownLatch waiting = new CountDownLatch(1);
    try (URLClassLoader other =
        new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader())) {
      Method of =
          other
              .loadClass(ProcessLock.class.getName())
              .getMethod("of", Path.class, ReentrantLock.class, Runnable.class);
      assertThat(of.getDeclaringClass()).isNotEqualTo(ProcessLock.class);
      CompletableFuture<Void> second;
      try (ProcessLock first = ProcessLock.of(file, new ReentrantLock(), () -> {})) {
        Runnable begins = waiting::countDown;
        second =
            CompletableFuture.runAsync(
                () -> {
                  try (Closeable lock =
                      (Closeable) of.invoke(null, file, new ReentrantLock(), begins)) {
                    assertThat(lock).isNotNull();
                  } catch (Exception e) {
                    throw new IllegalStateException(e);
                  }
                });
        assertThat(waiting.await(30, TimeUnit.SECONDS)).isTrue();
        Thread.sleep(100);
        assertThat(second).isNotDone();
      }
      second.get();
    }
  }
}
