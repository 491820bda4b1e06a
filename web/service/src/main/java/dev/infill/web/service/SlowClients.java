package dev.infill.web.service;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.AbstractEndPoint;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Closes connections whose clients are too slow. A client that sends a byte now and then is never
 * idle, but its request has to have all of its headers within a deadline, counted from when the
 * connection was opened or was seen to send after its last answer. A client that does not read
 * holds the thread that writes to it: a part of an answer has to be taken within the same time.
 * Streams that have nothing to tell, and jobs that are waited for, are not slow. At the end of the
 * server only connections without a request are hurried. Thread-safe.
 */
final class SlowClients extends Handler.Wrapper implements Connection.Listener {
  private static final Duration LONGEST_INTERVAL = Duration.ofSeconds(1);
  private static final int LOOKS_A_DEADLINE = 4;

  private final long deadline;
  private final long interval;
  private final Map<Connection, Progress> connections = new ConcurrentHashMap<>();
  private volatile Scheduler.@Nullable Task next;
  private volatile OptionalLong lastSilence = OptionalLong.empty();

  /**
   * Creates the guard of a server.
   *
   * @param deadline how long headers may take to arrive, and a part of an answer to be taken
   */
  SlowClients(Duration deadline) {
    this.deadline = deadline.toNanos();
    this.interval = Math.min(LONGEST_INTERVAL.toNanos(), deadline.toNanos() / LOOKS_A_DEADLINE);
  }

  @Override
  protected void doStart() throws Exception {
    super.doStart();
    schedule();
  }

  @Override
  protected void doStop() throws Exception {
    Scheduler.Task last = next;
    if (last != null) {
      last.cancel();
    }
    super.doStop();
  }

  private void schedule() {
    next = getServer().getScheduler().schedule(this::lookAndGoOn, interval, TimeUnit.NANOSECONDS);
  }

  private void lookAndGoOn() {
    try {
      look(System.nanoTime());
    } finally {
      if (isRunning()) {
        schedule();
      }
    }
  }

  /**
   * Closes those that are too slow.
   *
   * @param now the time, as {@link System#nanoTime} tells it
   */
  void look(long now) {
    connections.forEach(
        (connection, progress) -> {
          if (progress.isTooSlow(connection, now, deadline)) {
            connection.getEndPoint().close(new TimeoutException("the client is too slow"));
          }
        });
  }

  /**
   * Closes connections without a request that stay silent, now and from now on. Jetty would close
   * those as well whose answer is being made or written, however short a while that takes.
   *
   * @param silence how long they may be silent
   */
  void closeIdle(Duration silence) {
    lastSilence = OptionalLong.of(silence.toMillis());
    connections.forEach((connection, progress) -> progress.hurry(connection, lastSilence));
  }

  /**
   * Closes connections that have been without a request for the longest, whether they have sent
   * part of one or nothing.
   *
   * @param most how many at most
   * @return how many were closed
   */
  int closeIdlest(int most) {
    List<Map.Entry<Connection, Progress>> idlest =
        connections.entrySet().stream()
            .filter(entry -> entry.getValue().isIdle())
            .sorted(Comparator.comparingLong(entry -> entry.getValue().idleSince()))
            .limit(most)
            .toList();
    idlest.forEach(entry -> entry.getKey().getEndPoint().close(new TimeoutException("no room")));
    return idlest.size();
  }

  @Override
  public void onOpened(Connection connection) {
    Progress progress = new Progress(System.nanoTime());
    connections.put(connection, progress);
    progress.hurry(connection, lastSilence);
  }

  @Override
  public void onClosed(Connection connection) {
    connections.remove(connection);
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    Connection connection = request.getConnectionMetaData().getConnection();
    Progress progress = connections.get(connection);
    if (progress != null) {
      progress.begin();
      if (lastSilence.isPresent()) {
        connection
            .getEndPoint()
            .setIdleTimeout(request.getConnectionMetaData().getConnector().getIdleTimeout());
      }
      Request.addCompletionListener(
          request,
          failure -> {
            progress.end(connection);
            progress.hurry(connection, lastSilence);
          });
    }
    return super.handle(request, response, callback);
  }

  /** What a client has done so far. Guarded by itself. */
  static final class Progress {
    private int handled;
    private long idleSince;
    private boolean sends = true;
    private long since;
    private long read;
    private long written = -1;
    private long writtenSince;

    Progress(long now) {
      this.since = now;
      this.idleSince = now;
    }

    synchronized boolean isIdle() {
      return handled == 0;
    }

    synchronized long idleSince() {
      return idleSince;
    }

    synchronized void begin() {
      handled++;
    }

    synchronized void end(Connection connection) {
      handled--;
      idleSince = System.nanoTime();
      sends = false;
      read = connection.getBytesIn();
    }

    synchronized void hurry(Connection connection, OptionalLong silence) {
      if (handled == 0 && silence.isPresent()) {
        connection.getEndPoint().setIdleTimeout(silence.getAsLong());
      }
    }

    synchronized boolean isTooSlow(Connection connection, long now, long deadline) {
      if (handled == 0 && !sends && connection.getBytesIn() > read) {
        // However long it has had nothing to send.
        sends = true;
        since = now;
      }
      if (handled == 0 && sends && now - since > deadline) {
        return true;
      }
      boolean pending =
          connection.getEndPoint() instanceof AbstractEndPoint endPoint
              && endPoint.getWriteFlusher().isPending();
      long out = connection.getBytesOut();
      if (!pending || out != written) {
        written = out;
        writtenSince = now;
      }
      return now - writtenSince > deadline;
    }
  }
}
