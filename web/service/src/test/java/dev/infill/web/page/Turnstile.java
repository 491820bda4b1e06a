package dev.infill.web.page;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Lets some evaluations of a model pass, and holds the next ones until it is opened. */
final class Turnstile implements Runnable {
  private final AtomicInteger left = new AtomicInteger(Integer.MAX_VALUE);
  private volatile CountDownLatch opened = new CountDownLatch(0);

  /**
   * Closes after so many more evaluations.
   *
   * @param evaluations how many may pass
   */
  void closeAfter(int evaluations) {
    opened = new CountDownLatch(1);
    left.set(evaluations);
  }

  void open() {
    left.set(Integer.MAX_VALUE);
    opened.countDown();
  }

  @Override
  public void run() {
    if (left.getAndDecrement() <= 0) {
      try {
        opened.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
