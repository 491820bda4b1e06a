package dev.infill.web.cli.console;

import dev.infill.core.chain.Cancellation;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What an interrupt (Ctrl-C) does: while fillings are looked for or drawn, it asks that to stop, so
 * that what was found is printed; while a service runs, it asks that to end, as SIGTERM does; at
 * any other time, and the second time, it ends the process.
 */
public final class Interruption {
  private final IntConsumer halt;
  private @Nullable Cancellation sampling;
  private @Nullable IntConsumer service;
  private boolean interrupted;

  /**
   * Creates the state of a process that was not interrupted.
   *
   * @param halt ends the process at once, as {@link Runtime#halt}. {@link System#exit} will not do:
   *     it lets ONNX Runtime close under a model pass that is running, which crashes.
   */
  public Interruption(IntConsumer halt) {
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
  public void listen() {
    handle("INT", this::interrupt);
    handle("HUP", () -> end(ExitCode.HUNG_UP));
    handle("TERM", () -> end(ExitCode.TERMINATED));
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
  public void interrupt() {
    Cancellation running = running();
    if (running == null) {
      end(ExitCode.INTERRUPTED);
    } else if (isFirst()) {
      running.cancel();
    } else {
      halt.accept(ExitCode.INTERRUPTED);
    }
  }

  /**
   * Asks a service to end; where there is none, and the second time, ends the process.
   *
   * @param code the exit code of a process that is ended so
   */
  public void end(int code) {
    IntConsumer stop = stop();
    if (stop != null && isFirst()) {
      stop.accept(code);
    } else {
      halt.accept(code);
    }
  }

  /** Ends the process although a job uses the model, which must not be closed therefore. */
  public void giveUp() {
    halt.accept(ExitCode.FAILURE);
  }

  /**
   * Says that a service runs until the process ends.
   *
   * @param stop asks it to end; is given the exit code that the signal has elsewhere
   */
  public synchronized void beginService(IntConsumer stop) {
    service = stop;
  }

  /** Returns what stops the sampling that begins now; it lasts until {@link #endSampling}. */
  public synchronized Cancellation beginSampling() {
    Cancellation cancellation = new Cancellation();
    sampling = cancellation;
    return cancellation;
  }

  /** Says that what was sampled is printed. */
  public synchronized void endSampling() {
    sampling = null;
  }

  /** Says whether there was an interrupt. */
  public synchronized boolean isInterrupted() {
    return interrupted;
  }

  private synchronized boolean isFirst() {
    boolean first = !interrupted;
    interrupted = true;
    return first;
  }

  private synchronized @Nullable IntConsumer stop() {
    return service;
  }

  private synchronized @Nullable Cancellation running() {
    return sampling;
  }
}
