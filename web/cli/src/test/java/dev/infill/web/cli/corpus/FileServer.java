package dev.infill.web.cli.corpus;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** Serves one file by the rules of RFC 9110, and breaks them where a test wants it to. */
final class FileServer implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Headers> requests = new CopyOnWriteArrayList<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  volatile byte[] content;
  volatile @Nullable String tag = "\"one\"";
  volatile @Nullable String modified;
  volatile int status;
  volatile int truncateAt = Integer.MAX_VALUE;
  volatile boolean chunked;
  volatile boolean ignoresRange;
  volatile boolean ignoresCondition;
  volatile boolean silentAfterTruncation;

  /** What the server waits for before it breaks off: the JDK's client may lose what is unread. */
  volatile CountDownLatch arrived = new CountDownLatch(0);

  FileServer(byte[] content) throws IOException {
    this.content = content;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/file.zip", this::serve);
    server.createContext(
        "/moved.zip",
        exchange -> {
          exchange.getResponseHeaders().add("Location", "/file.zip");
          exchange.sendResponseHeaders(302, -1);
          exchange.close();
        });
    server.setExecutor(threads);
    server.start();
  }

  URI address(String path) {
    return URI.create(
        "http://%s:%d/%s"
            .formatted(
                server.getAddress().getAddress().getHostAddress(),
                server.getAddress().getPort(),
                path));
  }

  /** Returns the headers of the requests for the file, in order. */
  List<Headers> requests() {
    return requests;
  }

  private void serve(HttpExchange exchange) throws IOException {
    requests.add(exchange.getRequestHeaders());
    try (exchange) {
      if (status != 0) {
        exchange.sendResponseHeaders(status, -1);
        return;
      }
      Headers answer = exchange.getResponseHeaders();
      String version = tag;
      String date = modified;
      if (version != null) {
        answer.add("ETag", version);
      }
      if (date != null) {
        answer.add("Last-Modified", date);
      }
      String range = exchange.getRequestHeaders().getFirst("Range");
      String condition = exchange.getRequestHeaders().getFirst("If-Range");
      boolean same =
          ignoresCondition
              || condition == null
              || condition.equals(version)
              || condition.equals(date);
      int start = 0;
      if (range != null && !ignoresRange && same) {
        start = Integer.parseInt(range.substring("bytes=".length(), range.length() - 1));
        if (start >= content.length) {
          answer.add("Content-Range", "bytes */" + content.length);
          exchange.sendResponseHeaders(416, -1);
          return;
        }
        answer.add(
            "Content-Range", "bytes %d-%d/%d".formatted(start, content.length - 1, content.length));
      }
      byte[] body = Arrays.copyOfRange(content, start, content.length);
      exchange.sendResponseHeaders(
          range != null && !ignoresRange && same ? 206 : 200, chunked ? 0 : body.length);
      send(exchange, body);
    }
  }

  private void send(HttpExchange exchange, byte[] body) throws IOException {
    OutputStream stream = exchange.getResponseBody();
    int sent = Math.min(body.length, truncateAt);
    stream.write(body, 0, sent);
    stream.flush();
    if (sent < body.length) {
      try {
        arrived.await();
        if (silentAfterTruncation) {
          closed.await();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    if (sent == body.length || chunked) {
      stream.close();
    }
  }

  @Override
  public void close() {
    closed.countDown();
    arrived.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
