package dev.infill.web.service;

import dev.infill.core.lab.FakeModel;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** A model each of whose evaluations waits until it is let through. */
final class GatedModel extends FakeModel {
  private final Gatekeeper keeper;

  private GatedModel(Gatekeeper keeper, boolean readsMasked) {
    // Long texts take several evaluations.
    super(keeper::pass, 512, readsMasked);
    this.keeper = keeper;
  }

  static GatedModel create() {
    return new GatedModel(new Gatekeeper(), /* readsMasked= */ false);
  }

  /** Of a model whose most probable fillings can be looked for. */
  static GatedModel readingMasks() {
    return new GatedModel(new Gatekeeper(), /* readsMasked= */ true);
  }

  private static final class Gatekeeper {
    private final Semaphore arrivals = new Semaphore(0);
    private final Semaphore gate = new Semaphore(0);
    private final AtomicInteger passed = new AtomicInteger();

    void pass() {
      arrivals.release();
      gate.acquireUninterruptibly();
      passed.incrementAndGet();
    }
  }

  /** Waits until that many more evaluations have begun. */
  void awaitArrivals(int count) {
    keeper.arrivals.acquireUninterruptibly(count);
  }

  /** Lets evaluations through. */
  void let(int count) {
    keeper.gate.release(count);
  }

  /** Lets all through from now on. */
  void open() {
    let(Integer.MAX_VALUE / 2);
  }

  /** Returns how many evaluations were made. */
  int passed() {
    return keeper.passed.get();
  }
}
