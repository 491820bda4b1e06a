package dev.infill.web.page;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Lets some evaluations of a model pass, and holds the next ones until it is opened. */
final class Turnstile implements Runnable {
  private final AtomicInteger left = new AtomicInteger(Integer.MAX_VALUE);
  private final AtomicReference<CountDownLatch> opened =
      new AtomicReference<>(new CountDownLatch(0));

  /**
   * Closes after so many more evaluations.
   *
   * @param evaluations how many may pass
   */
  void closeAfter(int evaluations) {
    opened.set(new CountDownLatch(1));
    left.set(evaluations);
  }

  void open() {
    left.set(Integer.MAX_VALUE);
    opened.get().countDown();
  }

  @Override
  public void run() {
    if (left.getAndDecrement() <= 0) {
      try {
        opened.get().await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
