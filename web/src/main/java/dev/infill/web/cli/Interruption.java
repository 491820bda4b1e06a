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
  private final IntConsumer halt;
  private @Nullable Cancellation sampling;
  private boolean interrupted;

  /**
   * Creates the state of a process that was not interrupted.
   *
   * @param halt ends the process at once, as {@link Runtime#halt}. {@link System#exit} will not do:
   *     it lets ONNX Runtime close under a model pass that is running, which crashes.
   */
  Interruption(IntConsumer halt) {
    this.halt = halt;
  }

  /**
   * Makes the interrupts of this process arrive here, and lets what else asks it to end (a closed
   * terminal, {@code kill}) end it at once as well.
   *
   * <p>The JDK has no public way to see a second interrupt: shutdown hooks run once, and hold up
   * what comes later. {@code sun.misc.Signal}, of the exported module {@code jdk.unsupported}, is
   * reached by reflection because the compiler's warning of it cannot be turned off.
   */
  void listen() {
    handle("INT", this::interrupt);
    handle("HUP", () -> halt.accept(ExitCode.HUNG_UP));
    handle("TERM", () -> halt.accept(ExitCode.TERMINATED));
  }

  private static void handle(String name, Runnable action) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      signal
          .getMethod("handle", signal, handler)
          .invoke(
              null,
              signal.getConstructor(String.class).newInstance(name),
              MethodHandleProxies.asInterfaceInstance(
                  handler,
                  MethodHandles.dropArguments(
                      MethodHandles.lookup()
                          .findVirtual(Runnable.class, "run", MethodType.methodType(void.class))
                          .bindTo(action),
                      0,
                      signal)));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this Java cannot handle the signal " + name, e);
    }
  }

  /** Does what an interrupt does. */
  void interrupt() {
    Cancellation running = isFirst() ? running() : null;
    if (running == null) {
      halt.accept(ExitCode.INTERRUPTED);
    } else {
      running.cancel();
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
