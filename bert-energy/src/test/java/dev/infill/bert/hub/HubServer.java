package dev.infill.bert.hub;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Deque;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A hub and the other host that it keeps large files on, which behave as the real ones were seen
 * to, and misbehave where a test wants it.
 */
public final class HubServer implements AutoCloseable {
  public static final String REPOSITORY = "someone/small-bert";
  public static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";

  /** What is at least so long is kept on the other host, as Git LFS does it. */
  public static final int LARGE = 10_000;

  private final HttpServer hub = start();
  private final HttpServer store = start();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final Map<String, byte[]> files = new ConcurrentHashMap<>();
  private final Map<String, byte[]> sent = new ConcurrentHashMap<>();

  /** Statuses of the hub's next answers; then it is as it should be. */
  final Deque<Integer> troubles = new ConcurrentLinkedDeque<>();

  /** Statuses of the other host's next answers. */
  final Deque<Integer> storeTroubles = new ConcurrentLinkedDeque<>();

  /** After how many bytes each of the next bodies breaks off. */
  final Deque<Integer> breaks = new ConcurrentLinkedDeque<>();

  /** The revisions that there are beside the commit. */
  final List<String> revisions = new CopyOnWriteArrayList<>(List.of("main"));

  volatile @Nullable String token;
  volatile boolean gated;
  volatile boolean ignoresRange;
  volatile boolean refusesRange;
  volatile boolean misplacesRange;
  volatile boolean loops;
  volatile boolean listsWithoutEnd;
  volatile @Nullable String largeTag;
  volatile @Nullable String largeSize;
  volatile @Nullable String listing;

  /** Where the other host falls silent, and the latch that it waits for then. */
  volatile int silentAfter = -1;

  volatile CountDownLatch silence = new CountDownLatch(0);
  final CountDownLatch silent = new CountDownLatch(1);

  /** Starts both hosts. */
  public HubServer() {
    hub.createContext("/", exchange -> serve(exchange, "hub"));
    store.createContext("/", exchange -> serve(exchange, "store"));
    hub.setExecutor(threads);
    store.setExecutor(threads);
    hub.start();
    store.start();
  }

  /**
   * What was asked for.
   *
   * @param host {@code hub} or {@code store}
   * @param method the method
   * @param target the path, as it was sent
   * @param headers the headers
   */
  public record Request(String host, String method, String target, Headers headers) {
    /** Returns a header, or null. */
    public @Nullable String header(String name) {
      return headers.getFirst(name);
    }
  }

  private static HttpServer start() {
    try {
      return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the address of the hub. */
  public String address() {
    return "http://127.0.0.1:" + hub.getAddress().getPort();
  }

  /** Adds a file, which also is what is sent for it. */
  public HubServer with(String name, byte[] content) {
    files.put(name, content);
    return this;
  }

  /** Adds a file of text. */
  public HubServer with(String name, String content) {
    return with(name, content.getBytes(StandardCharsets.UTF_8));
  }

  /** Takes a file away. */
  void without(String name) {
    files.remove(name);
  }

  Map<String, byte[]> files() {
    return Map.copyOf(files);
  }

  /** Sends something else for a file than it has. */
  void falsify(String name, byte[] content) {
    sent.put(name, content);
  }

  byte[] content(String name) {
    byte[] content = files.get(name);
    if (content == null) {
      throw new IllegalArgumentException(name);
    }
    return content;
  }

  /** Returns what the hub calls a file's content. */
  String tag(String name) {
    byte[] content = content(name);
    if (content.length >= LARGE) {
      return hex("SHA-256", content);
    }
    byte[] head = "blob %d\0".formatted(content.length).getBytes(StandardCharsets.US_ASCII);
    byte[] blob = Arrays.copyOf(head, head.length + content.length);
    System.arraycopy(content, 0, blob, head.length, content.length);
    return hex("SHA-1", blob);
  }

  private static String hex(String algorithm, byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  List<Request> requests() {
    return requests;
  }

  List<Request> requests(String host, String method) {
    return requests.stream()
        .filter(request -> request.host().equals(host) && request.method().equals(method))
        .toList();
  }

  private void serve(HttpExchange exchange, String host) throws IOException {
    String target = exchange.getRequestURI().getRawPath();
    requests.add(
        new Request(host, exchange.getRequestMethod(), target, exchange.getRequestHeaders()));
    try (exchange) {
      Integer trouble = (host.equals("hub") ? troubles : storeTroubles).poll();
      if (trouble != null) {
        exchange.getResponseHeaders().add("Retry-After", "0");
        answer(exchange, trouble, Map.of());
      } else if (loops) {
        answer(exchange, 302, Map.of("Location", target));
      } else if (host.equals("store")) {
        send(exchange, target.substring(1), "\"of-the-store\"");
      } else if (target.startsWith("/api/models/")) {
        list(exchange, target.substring("/api/models/".length()));
      } else if (target.startsWith("/api/resolve-cache/")) {
        String name = target.substring("/api/resolve-cache/".length());
        send(exchange, name, "\"" + tag(name) + "\"");
      } else {
        resolve(exchange, target);
      }
    }
  }

  private boolean isAllowed(HttpExchange exchange) {
    return token == null
        || ("Bearer " + token).equals(exchange.getRequestHeaders().getFirst("Authorization"));
  }

  private void list(HttpExchange exchange, String path) throws IOException {
    if (path.startsWith("small-bert/")) {
      // A model that has moved.
      answer(exchange, 307, Map.of("Location", "/api/models/someone/" + path));
      return;
    }
    String begin = REPOSITORY + "/revision/";
    if (!path.startsWith(begin) || (!gated && !isAllowed(exchange))) {
      boolean known = exchange.getRequestHeaders().containsKey("Authorization");
      refuse(exchange, known ? 404 : 401, "RepoNotFound", "Repository not found");
      return;
    }
    String revision = path.substring(begin.length()).replace("%2F", "/");
    if (!revision.equals(COMMIT) && !revisions.contains(revision)) {
      refuse(exchange, 404, "RevisionNotFound", "Invalid rev id: " + revision);
      return;
    }
    String names =
        files.keySet().stream()
            .sorted()
            .map("{\"rfilename\": \"%s\"}"::formatted)
            .collect(Collectors.joining(", "));
    String own = listing;
    byte[] json =
        (own == null ? "{\"sha\": \"%s\", \"siblings\": [%s]}".formatted(COMMIT, names) : own)
            .getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, listsWithoutEnd ? 0 : json.length);
    do {
      exchange.getResponseBody().write(json);
    } while (listsWithoutEnd);
  }

  private void resolve(HttpExchange exchange, String target) throws IOException {
    if (target.startsWith("/small-bert/")) {
      answer(exchange, 307, Map.of("Location", "/someone" + target));
      return;
    }
    String begin = "/" + REPOSITORY + "/resolve/" + COMMIT + "/";
    if (!isAllowed(exchange)) {
      boolean known = exchange.getRequestHeaders().containsKey("Authorization");
      refuse(exchange, known ? 403 : 401, "GatedRepo", "Access to the model is restricted");
      return;
    }
    String name = target.startsWith(begin) ? target.substring(begin.length()) : "";
    if (!files.containsKey(name)) {
      refuse(exchange, 404, "EntryNotFound", "Entry not found");
      return;
    }
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("X-Repo-Commit", COMMIT);
    if (content(name).length < LARGE) {
      headers.put("Location", "/api/resolve-cache/" + name);
      answer(exchange, 307, headers);
      return;
    }
    String otherTag = largeTag;
    String otherSize = largeSize;
    headers.put("ETag", "\"of-the-redirection\"");
    headers.put("X-Linked-Etag", "\"" + (otherTag == null ? tag(name) : otherTag) + "\"");
    headers.put("X-Linked-Size", otherSize == null ? "" + content(name).length : otherSize);
    headers.put("Location", "http://localhost:%d/%s".formatted(store.getAddress().getPort(), name));
    answer(exchange, 302, headers);
  }

  private static void refuse(HttpExchange exchange, int status, String code, String message)
      throws IOException {
    answer(exchange, status, Map.of("X-Error-Code", code, "X-Error-Message", message));
  }

  private static void answer(HttpExchange exchange, int status, Map<String, String> headers)
      throws IOException {
    headers.forEach(exchange.getResponseHeaders()::add);
    exchange.sendResponseHeaders(status, -1);
  }

  private void send(HttpExchange exchange, String name, String tag) throws IOException {
    byte[] content = sent.getOrDefault(name, content(name));
    Headers headers = exchange.getResponseHeaders();
    headers.add("ETag", tag);
    if (exchange.getRequestMethod().equals("HEAD")) {
      headers.add("Content-Length", "" + content.length);
      exchange.sendResponseHeaders(200, -1);
      return;
    }
    String range = exchange.getRequestHeaders().getFirst("Range");
    int start = 0;
    if (range != null && !ignoresRange) {
      start = Integer.parseInt(range.substring("bytes=".length(), range.length() - 1));
      if (refusesRange || start >= content.length) {
        headers.add("Content-Range", "bytes */" + content.length);
        exchange.sendResponseHeaders(416, -1);
        return;
      }
      start = misplacesRange ? start / 2 : start;
      headers.add(
          "Content-Range", "bytes %d-%d/%d".formatted(start, content.length - 1, content.length));
    }
    byte[] body = Arrays.copyOfRange(content, start, content.length);
    exchange.sendResponseHeaders(range != null && !ignoresRange ? 206 : 200, body.length);
    OutputStream stream = exchange.getResponseBody();
    Integer end = breaks.poll();
    if (end != null) {
      stream.write(body, 0, Math.min(end, body.length));
      stream.flush();
      return;
    }
    if (silentAfter >= 0 && content.length >= LARGE) {
      int first = Math.min(silentAfter, body.length);
      stream.write(body, 0, first);
      stream.flush();
      silent.countDown();
      await(silence);
      stream.write(body, first, body.length - first);
    } else {
      stream.write(body);
    }
    stream.close();
  }

  private void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    silence.countDown();
    hub.stop(0);
    store.stop(0);
    threads.shutdownNow();
  }
}
