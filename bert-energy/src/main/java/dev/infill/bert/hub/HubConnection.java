package dev.infill.bert.hub;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.UnresolvedAddressException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests to the hub and to where it sends on. The user's token goes to the hub alone: the
 * JDK's client would send it along with every redirection, which is why they are followed here.
 */
final class HubConnection {
  /** Some hosts turn away the names of programming libraries. */
  private static final String USER_AGENT = "infill";

  private static final int MAX_REDIRECTIONS = 10;
  private static final Set<Integer> REDIRECTIONS = Set.of(301, 302, 303, 307, 308);

  private final URI hub;
  private final Optional<String> token;
  private final EnvironmentProxies proxies;
  private final RetryPolicy patience;
  private final HttpClient client;

  HubConnection(HubEnvironment environment, RetryPolicy patience) {
    this.hub = environment.endpoint();
    this.token = environment.token();
    this.proxies = new EnvironmentProxies(environment.variables());
    this.patience = patience;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(patience.silence())
            .proxy(proxies)
            .build();
  }

  /** Which redirections are followed. */
  enum Follow {
    /** Those to other hosts as well. */
    EVERYWHERE,
    /** Those within the hub: the answer that leads elsewhere is what is wanted. */
    WITHIN_HUB
  }

  /**
   * Sends a request and waits for the head of the answer.
   *
   * @param method GET or HEAD
   * @param address an address of the hub
   * @param headers more headers
   * @param follow which redirections are followed
   * @throws TransientHubException if there was no answer
   * @throws IOException if the server cannot be reached
   * @throws HubException if the thread is interrupted
   */
  HubAnswer send(String method, URI address, Map<String, String> headers, Follow follow)
      throws IOException {
    List<HttpHeaders> redirections = new ArrayList<>();
    URI at = address;
    boolean trusted = true;
    while (true) {
      trusted = trusted && isHub(at);
      HttpResponse<Flow.Publisher<List<ByteBuffer>>> response =
          exchange(request(method, at, headers, trusted));
      HubAnswer answer = new HubAnswer(response, redirections, trusted && token.isPresent());
      Optional<URI> next = redirection(response);
      if (next.isEmpty() || (follow == Follow.WITHIN_HUB && !isHub(next.get()))) {
        return answer;
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

  /**
   * Waits for something that a server is to send.
   *
   * @throws TransientHubException if it does not come, or breaks off
   * @throws HubException if the thread is interrupted
   */
  <T> T await(CompletableFuture<T> answer, URI address) throws IOException {
    try {
      return answer.get(2 * patience.silence().toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      answer.cancel(true);
      throw HubException.interrupted(e);
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw silent(address, e);
    } catch (ExecutionException e) {
      throw failure(address, e.getCause());
    }
  }

  private HttpRequest request(
      String method, URI address, Map<String, String> headers, boolean trusted) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address)
            .method(method, HttpRequest.BodyPublishers.noBody())
            .timeout(patience.silence())
            .header("User-Agent", USER_AGENT)
            // What is sent in another form cannot be resumed or measured.
            .header("Accept-Encoding", "identity");
    headers.forEach(request::header);
    // The client keeps this one from all but the proxy.
    proxies.authorization(address).ifPresent(user -> request.header("Proxy-Authorization", user));
    if (trusted) {
      token.ifPresent(value -> request.header("Authorization", "Bearer " + value));
    }
    return request.build();
  }

  private HttpResponse<Flow.Publisher<List<ByteBuffer>>> exchange(HttpRequest request)
      throws IOException {
    return await(client.sendAsync(request, HttpResponse.BodyHandlers.ofPublisher()), request.uri());
  }

  private static Optional<URI> redirection(HttpResponse<?> response) throws IOException {
    Optional<String> location = response.headers().firstValue("Location");
    if (!REDIRECTIONS.contains(response.statusCode()) || location.isEmpty()) {
      return Optional.empty();
    }
    try {
      URI next = response.uri().resolve(location.get());
      if (next.getHost() == null || !Set.of("http", "https").contains(next.getScheme())) {
        throw new IOException("%s is redirected to no address".formatted(response.uri()));
      }
      return Optional.of(next);
    } catch (IllegalArgumentException e) {
      throw new IOException("%s is redirected to no address".formatted(response.uri()), e);
    }
  }

  private boolean isHub(URI address) {
    return address.getScheme().equalsIgnoreCase(hub.getScheme())
        && address.getHost().equalsIgnoreCase(hub.getHost())
        && port(address) == port(hub);
  }

  private static boolean isSecure(URI address) {
    return address.getScheme().toLowerCase(Locale.ROOT).equals("https");
  }

  private static int port(URI address) {
    int implied = isSecure(address) ? 443 : 80;
    return address.getPort() < 0 ? implied : address.getPort();
  }

  private TransientHubException silent(URI address, Exception cause) {
    return new TransientHubException(
        "nothing came from %s for %d s"
            .formatted(address.getHost(), patience.silence().toSeconds()),
        null,
        cause);
  }

  /** Puts what a request or its answer failed with into words. */
  IOException failure(URI address, @Nullable Throwable cause) {
    if (find(cause, UnresolvedAddressException.class, UnknownHostException.class).isPresent()) {
      return unreachable(address, "its name is not known", cause);
    }
    if (find(cause, HttpConnectTimeoutException.class).isPresent()) {
      return unreachable(
          address, "no connection within %d s".formatted(patience.silence().toSeconds()), cause);
    }
    Optional<Throwable> refused = find(cause, ConnectException.class, SSLException.class);
    if (refused.isPresent()) {
      return unreachable(address, words(refused.get()), cause);
    }
    if (cause instanceof HttpTimeoutException timeout) {
      return silent(address, timeout);
    }
    if (cause instanceof IOException broken) {
      return new TransientHubException(
          "%s broke off (%s)".formatted(address.getHost(), words(broken)), null, broken);
    }
    throw new IllegalStateException("a request failed with what it cannot throw", cause);
  }

  private static Optional<Throwable> find(@Nullable Throwable failure, Class<?>... kinds) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .filter(at -> Stream.of(kinds).anyMatch(kind -> kind.isInstance(at)))
        .findFirst();
  }

  private static IOException unreachable(URI address, String reason, @Nullable Throwable cause) {
    return new IOException("cannot reach %s (%s)".formatted(address.getHost(), reason), cause);
  }

  private static String words(Throwable failure) {
    return failure.getMessage() == null ? "connection refused" : failure.getMessage();
  }
}
