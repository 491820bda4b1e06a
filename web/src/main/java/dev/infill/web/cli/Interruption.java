package dev.infill.web.cli;

import dev.infill.core.chain.Cancellation;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What an interrupt (Ctrl-C) does: while chains run, it asks them to stop, so that what they have
 * found is printed; at any other time, and the second time, it ends the process.
 */
final class Interruption {
  private final IntConsumer exit;
  private final IntConsumer halt;
  private @Nullable Cancellation sampling;
  private boolean interrupted;

  /**
   * Creates the state of a process that was not interrupted.
   *
   * @param exit ends the process in good order, as {@link System#exit}
   * @param halt ends it at once, as {@link Runtime#halt}
   */
  Interruption(IntConsumer exit, IntConsumer halt) {
    this.exit = exit;
    this.halt = halt;
  }

  /**
   * Makes the interrupts of this process arrive here.
   *
   * <p>The JDK has no public way to see a second interrupt: shutdown hooks run once, and hold up
   * what comes later. {@code sun.misc.Signal}, of the exported module {@code jdk.unsupported}, is
   * reached by reflection because the compiler's warning of it cannot be turned off.
   */
  void listen() {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      signal
          .getMethod("handle", signal, handler)
          .invoke(
              null,
              signal.getConstructor(String.class).newInstance("INT"),
              MethodHandleProxies.asInterfaceInstance(
                  handler,
                  MethodHandles.dropArguments(
                      MethodHandles.lookup()
                          .findVirtual(
                              Interruption.class, "interrupt", MethodType.methodType(void.class))
                          .bindTo(this),
                      0,
                      signal)));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this Java cannot handle interrupts", e);
    }
  }

  /** Does what an interrupt does. */
  void interrupt() {
    if (isFirst()) {
      Cancellation running = running();
      if (running == null) {
        exit.accept(ExitCode.INTERRUPTED);
      } else {
        running.cancel();
      }
    } else {
      halt.accept(ExitCode.INTERRUPTED);
    }
  }

  /** Returns what stops the sampling that begins now; it lasts until {@link #endSampling}. */
  synchronized Cancellation beginSampling() {
    Cancellation cancellation = new Cancellation();
    sampling = cancellation;
    return cancellation;
  }

  /** Says that what was sampled is printed. */
  synchronized void endSampling() {
    sampling = null;
  }

  /** Says whether there was an interrupt. */
  synchronized boolean isInterrupted() {
    return interrupted;
  }

  private synchronized boolean isFirst() {
    boolean first = !interrupted;
    interrupted = true;
    return first;
  }

  private synchronized @Nullable Cancellation running() {
    return sampling;
  }
}
