package dev.infill.bert.download;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertPathBuilderException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests to a host, and follows its redirections. The JDK's client does not follow them, as
 * it would send the user's token to every host; here it goes to the first one alone.
 *
 * <p>Every method that waits throws {@link TransientHttpException} if another attempt may succeed,
 * {@link ConnectException} if the server cannot be reached, another {@link IOException} if the
 * server breaks the rules of HTTP, and {@link InterruptedException}. Messages are one line.
 */
public final class HttpConnection {
  /** Some hosts turn away the names of programming libraries. */
  private static final String USER_AGENT = "infill";

  private static final int MAX_REDIRECTIONS = 10;
  private static final Set<Integer> REDIRECTIONS = Set.of(301, 302, 303, 307, 308);
  private static final int OK = 200;
  private static final int PARTIAL_CONTENT = 206;
  private static final int FIRST_REFUSAL = 400;
  private static final int REQUEST_TIMEOUT = 408;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int SERVER_ERROR = 500;
  private static final long POLL_MILLISECONDS = 50;
  private static final int CHUNK = 1 << 16;

  private final URI home;
  private final Optional<String> token;
  private final EnvironmentProxies proxies;
  private final RetryPolicy policy;
  private final HttpClient client;

  /**
   * Creates a client.
   *
   * @param home the host that may have the token
   * @param token the user's token
   * @param environment the environment variables, some of which name proxies
   * @param policy how long to wait, and how often to ask
   */
  public HttpConnection(
      URI home, Optional<String> token, Map<String, String> environment, RetryPolicy policy) {
    this.home = home;
    this.token = token;
    this.proxies = new EnvironmentProxies(environment);
    this.policy = policy;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(policy.silence())
            .proxy(proxies)
            .build();
  }

  RetryPolicy policy() {
    return policy;
  }

  /**
   * Asks for the headers of a content. Redirections within the host are followed; an answer that
   * leads to another host is returned.
   *
   * @param address an address of the host
   * @throws HttpStatusException if the server refuses it
   */
  public HttpAnswer head(URI address) throws IOException, InterruptedException {
    HttpAnswer answer = send("HEAD", address, Map.of());
    answer.discard();
    return answer;
  }

  /**
   * Reads a content.
   *
   * @param address where it is
   * @param most its largest length in bytes
   * @throws HttpStatusException if the server does not give it
   * @throws WrongContentException if it is longer
   */
  public byte[] read(URI address, int most) throws IOException, InterruptedException {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    receive(
        get(address, Map.of()),
        0,
        most,
        bytes -> {
          byte[] part = new byte[bytes.remaining()];
          bytes.get(part);
          content.writeBytes(part);
        },
        received -> {});
    return content.toByteArray();
  }

  /**
   * Asks for a content, and follows all redirections.
   *
   * @param address where it is
   * @param headers more headers
   * @return an answer of status 200 or 206, whose body must be received or discarded
   * @throws HttpStatusException if the server does not give it
   */
  HttpAnswer get(URI address, Map<String, String> headers)
      throws IOException, InterruptedException {
    HttpAnswer answer = send("GET", address, headers);
    if (answer.status() != OK && answer.status() != PARTIAL_CONTENT) {
      answer.discard();
      throw new HttpStatusException(answer);
    }
    return answer;
  }

  /**
   * Receives the body of an answer. Nothing is written any more when this returns.
   *
   * @param there how many bytes of the content are there already
   * @param most how many bytes the content may have
   * @param sink takes the bytes; it may throw an {@link UncheckedIOException}
   * @param progress told how many bytes are there
   */
  void receive(
      HttpAnswer answer, long there, long most, Consumer<ByteBuffer> sink, LongConsumer progress)
      throws IOException, InterruptedException {
    AtomicLong received = new AtomicLong(there);
    CompletableFuture<Void> copied =
        CompletableFuture.runAsync(
            () -> copy(answer.response().body(), most, sink, received),
            task -> new Thread(task, "infill-download").start());
    try {
      await(
          copied.copy(),
          answer.address(),
          () -> {
            progress.accept(received.get());
            return received.get();
          });
    } finally {
      // That ends the copying.
      answer.discard();
      copied.exceptionally(failure -> null).join();
    }
  }

  private static void copy(
      InputStream body, long most, Consumer<ByteBuffer> sink, AtomicLong received) {
    byte[] chunk = new byte[CHUNK];
    try {
      for (int count = body.read(chunk); count >= 0; count = body.read(chunk)) {
        if (received.get() + count > most) {
          throw new WrongContentException("it has more than %,d bytes".formatted(most));
        }
        sink.accept(ByteBuffer.wrap(chunk, 0, count));
        received.addAndGet(count);
      }
    } catch (IOException e) {
      // The JDK's stream says that it is closed, and gives the reason as the cause.
      throw new CompletionException(e.getCause() instanceof IOException reason ? reason : e);
    }
  }

  private HttpAnswer send(String method, URI address, Map<String, String> headers)
      throws IOException, InterruptedException {
    List<HttpHeaders> redirections = new ArrayList<>();
    URI at = address;
    boolean trusted = true;
    while (true) {
      trusted = trusted && isHome(at);
      HttpResponse<InputStream> response =
          await(
              client.sendAsync(
                  request(method, at, headers, trusted), HttpResponse.BodyHandlers.ofInputStream()),
              at,
              () -> 0);
      HttpAnswer answer = new HttpAnswer(response, redirections, trusted && token.isPresent());
      Optional<URI> next = redirection(response);
      if (next.isEmpty() || (method.equals("HEAD") && !isHome(next.get()))) {
        return accepted(answer);
      }
      answer.discard();
      redirections.add(response.headers());
      if (redirections.size() > MAX_REDIRECTIONS) {
        throw new IOException("%s is redirected without end".formatted(address));
      }
      if (isSecure(at) && !isSecure(next.get())) {
        throw new IOException("%s is redirected to an address without TLS".formatted(address));
      }
      at = next.get();
    }
  }

  private HttpRequest request(
      String method, URI address, Map<String, String> headers, boolean trusted) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address)
            .method(method, HttpRequest.BodyPublishers.noBody())
            .header("User-Agent", USER_AGENT)
            // A packed body cannot be resumed or measured.
            .header("Accept-Encoding", "identity");
    headers.forEach(request::header);
    // The JDK's client sends this one to the proxy alone.
    proxies.authorization(address).ifPresent(user -> request.header("Proxy-Authorization", user));
    if (trusted) {
      token.ifPresent(value -> request.header("Authorization", "Bearer " + value));
    }
    return request.build();
  }

  private static HttpAnswer accepted(HttpAnswer answer) throws IOException {
    int status = answer.status();
    if (status < FIRST_REFUSAL) {
      return answer;
    }
    answer.discard();
    if (status >= SERVER_ERROR || status == TOO_MANY_REQUESTS || status == REQUEST_TIMEOUT) {
      throw new TransientHttpException(answer);
    }
    throw new HttpStatusException(answer);
  }

  private static Optional<URI> redirection(HttpResponse<?> response) throws IOException {
    Optional<String> location = response.headers().firstValue("Location");
    if (!REDIRECTIONS.contains(response.statusCode()) || location.isEmpty()) {
      return Optional.empty();
    }
    IllegalArgumentException malformed = null;
    try {
      URI next = response.uri().resolve(location.get());
      if (next.getHost() != null && Set.of("http", "https").contains(next.getScheme())) {
        return Optional.of(next);
      }
    } catch (IllegalArgumentException e) {
      malformed = e;
    }
    throw new IOException("%s is redirected to no address".formatted(response.uri()), malformed);
  }

  private boolean isHome(URI address) {
    return isSecure(address) == isSecure(home)
        && address.getHost().equalsIgnoreCase(home.getHost())
        && port(address) == port(home);
  }

  private static int port(URI address) {
    int implied = isSecure(address) ? 443 : 80;
    return address.getPort() < 0 ? implied : address.getPort();
  }

  private static boolean isSecure(URI address) {
    return address.getScheme().equalsIgnoreCase("https");
  }

  /** Waits for an answer, or its body, unless nothing of it comes for too long. */
  private <T extends @Nullable Object> T await(
      CompletableFuture<T> answer, URI address, LongSupplier position)
      throws IOException, InterruptedException {
    long seen = position.getAsLong();
    long movedAt = policy.nanoTime().getAsLong();
    try {
      while (true) {
        try {
          return answer.get(POLL_MILLISECONDS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
          long time = policy.nanoTime().getAsLong();
          long now = position.getAsLong();
          if (now > seen) {
            seen = now;
            movedAt = time;
          } else if (time - movedAt > policy.silence().toNanos()) {
            throw new TransientHttpException(
                "nothing came from %s for %d s"
                    .formatted(address.getHost(), policy.silence().toSeconds()),
                e);
          }
        }
      }
    } catch (ExecutionException e) {
      throw failure(address, e.getCause());
    } finally {
      answer.cancel(true);
    }
  }

  /** Puts the failure of a request, or of receiving its answer, into words. */
  private IOException failure(URI address, @Nullable Throwable cause) {
    if (cause instanceof UncheckedIOException disk) {
      throw disk;
    }
    if (cause instanceof WrongContentException wrong) {
      return wrong;
    }
    if (find(cause, UnresolvedAddressException.class, UnknownHostException.class).isPresent()) {
      return unreachable(address, "its name is not known", cause);
    }
    if (find(cause, HttpConnectTimeoutException.class).isPresent()) {
      return unreachable(
          address, "no connection within %d s".formatted(policy.silence().toSeconds()), cause);
    }
    if (find(cause, CertPathBuilderException.class).isPresent()) {
      return new IOException(
          "this Java does not know who has signed the certificate of %s; -Djavax.net.ssl.trustStore=FILE names a store that does"
              .formatted(address.getHost()),
          cause);
    }
    Optional<Throwable> refused = find(cause, ConnectException.class, SSLException.class);
    if (refused.isPresent()) {
      return unreachable(address, words(refused.get()), cause);
    }
    if (cause instanceof IOException broken) {
      return new TransientHttpException(
          "%s broke off (%s)".formatted(address.getHost(), words(broken)), broken);
    }
    throw new IllegalStateException("a request failed in a way that is not known", cause);
  }

  private static Optional<Throwable> find(@Nullable Throwable failure, Class<?>... kinds) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .filter(at -> Stream.of(kinds).anyMatch(kind -> kind.isInstance(at)))
        .findFirst();
  }

  private static IOException unreachable(URI address, String reason, @Nullable Throwable cause) {
    ConnectException unreachable =
        new ConnectException("cannot reach %s (%s)".formatted(address.getHost(), reason));
    unreachable.initCause(cause);
    return unreachable;
  }

  private static String words(Throwable failure) {
    return failure.getMessage() == null ? "connection refused" : failure.getMessage();
  }
}
