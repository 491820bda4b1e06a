package dev.infill.web.service.client;

import dev.infill.core.FailureReason;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/**
 * Takes connections. Where one cannot be taken, as the process may open no more files, those that
 * have been without a request for the longest make room, and the log says so in its own form.
 */
public final class ClientConnector extends ServerConnector {
  /** How many make room at once: the next connections need some as well. */
  private static final int ROOM = 16;

  private static final Duration BETWEEN_TRIES = Duration.ofMillis(50);
  private static final Duration WITHOUT_ROOM = Duration.ofSeconds(1);
  private static final long BETWEEN_LINES = Duration.ofMinutes(1).toNanos();

  private final IntUnaryOperator makeRoom;
  private final Consumer<String> log;
  private long nextLine = System.nanoTime();

  /**
   * Creates a connector.
   *
   * @param server whose it is
   * @param http how requests are read
   * @param makeRoom closes connections that have been without a request for the longest: given how
   *     many at most, returns how many it closed
   * @param log is told of connections that cannot be taken
   */
  public ClientConnector(
      Server server, HttpConnectionFactory http, IntUnaryOperator makeRoom, Consumer<String> log) {
    // A pool's buffers go from connection to connection. After a malformed request Jetty 12.1 reads
    // on in two threads, one of which may use a buffer that the other has given back.
    super(
        server,
        /* executor= */ null,
        /* scheduler= */ null,
        ByteBufferPool.NON_POOLING,
        /* acceptors= */ -1,
        /* selectors= */ -1,
        http);
    this.makeRoom = makeRoom;
    this.log = log;
  }

  /** Makes room, and says whether to go on. */
  @Override
  public boolean handleAcceptFailure(Throwable failure) {
    if (!isRunning() || failure instanceof InterruptedException) {
      return super.handleAcceptFailure(failure);
    }
    if (failure instanceof ClosedChannelException) {
      // It was asked to end.
      return false;
    }
    int closed = makeRoom.applyAsInt(ROOM);
    try {
      TimeUnit.NANOSECONDS.sleep((closed > 0 ? BETWEEN_TRIES : WITHOUT_ROOM).toNanos());
    } catch (InterruptedException e) {
      return false;
    }
    try {
      tell(failure);
    } catch (LinkageError e) {
      // A class that is needed for the first time may be in a file that cannot be opened, either.
      // The next failure tells; what is thrown here ends the taking of connections for good.
    }
    return true;
  }

  private synchronized void tell(Throwable failure) {
    long now = System.nanoTime();
    if (now - nextLine >= 0) {
      log.accept(
          "a connection cannot be taken (%s); those without a request make room"
              .formatted(
                  failure instanceof IOException reason
                      ? FailureReason.of(reason)
                      : failure.toString()));
      nextLine = now + BETWEEN_LINES;
    }
  }
}
