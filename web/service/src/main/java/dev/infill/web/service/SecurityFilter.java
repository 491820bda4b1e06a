package dev.infill.web.service;

import dev.infill.web.service.client.ClientShares;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Lets requests in, before anything else sees them: sets the headers that keep browsers safe, asks
 * for name and token, which may not ask too often, and gives each client its share of the places.
 * Thread-safe.
 */
final class SecurityFilter extends Handler.Wrapper {
  private static final String CONTENT_SECURITY_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none';"
          + " frame-ancestors 'none'";

  private static final Map<String, String> HEADERS =
      Map.of(
          "Content-Security-Policy", CONTENT_SECURITY_POLICY,
          "X-Content-Type-Options", "nosniff",
          "Referrer-Policy", "no-referrer",
          "Cross-Origin-Opener-Policy", "same-origin",
          "Permissions-Policy", "camera=(), geolocation=(), microphone=()",
          "Cache-Control", "no-store");

  private static final String BEARER = "Bearer ";
  private static final String CLIENT = SecurityFilter.class.getName() + ".client";

  /** An address of IPv4, or one of IPv6 in brackets. */
  private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|\\[[0-9a-f:.]+]");

  private final ServiceOptions options;
  private final Problems problems;
  private final ServiceMetrics metrics;
  private final boolean loopback;
  private final Optional<ClientShares> shares;

  /** By token. */
  private final Map<String, RequestRate> rates = new LinkedHashMap<>();

  private final Set<String> names = new TreeSet<>(Set.of("localhost", "127.0.0.1", "[::1]"));

  /**
   * Creates the filter of a service.
   *
   * @param options how the service is run
   * @param problems says why a request is refused
   * @param metrics counts those that are refused
   */
  SecurityFilter(ServiceOptions options, Problems problems, ServiceMetrics metrics) {
    this.options = options;
    this.problems = problems;
    this.metrics = metrics;
    this.loopback = options.isLoopback();
    // Without tokens all clients of this machine are one.
    this.shares =
        loopback && options.tokens().isEmpty()
            ? Optional.empty()
            : Optional.of(new ClientShares(options.limits().most(ServiceLimit.JOBS_PER_CLIENT)));
    int perMinute = options.limits().most(ServiceLimit.REQUESTS_PER_MINUTE);
    options
        .tokens()
        .forEach(token -> rates.put(token, new RequestRate(perMinute, System::nanoTime)));
    options.hostNames().forEach(name -> names.add(name.toLowerCase(Locale.ROOT)));
    names.add(options.host().toLowerCase(Locale.ROOT));
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    long began = System.nanoTime();
    HEADERS.forEach(response.getHeaders()::put);
    try {
      requireName(request);
      BodyHeaders.requireFraming(request, response);
      if (allowOrigin(request, response)) {
        response.setStatus(204);
        callback.succeeded();
        return true;
      }
      Optional<String> token =
          needsToken(request.getHttpURI().getPath()) ? requireToken(request) : Optional.empty();
      if (request.getMethod().equals("POST") && isOfApi(path(request))) {
        takePlace(request, token);
      }
    } catch (ProblemException refusal) {
      metrics.answered(
          request.getMethod(),
          ServiceMetrics.NO_ROUTE,
          refusal.status(),
          Duration.ofNanos(System.nanoTime() - began));
      problems.answer(response, callback, refusal);
      return true;
    }
    return super.handle(request, response, callback);
  }

  /**
   * A page of another host can make its own name point to this machine; what its scripts ask for
   * then still carries that name. An address is no name.
   */
  private void requireName(Request request) {
    String host = request.getHeaders().get("Host");
    String name = host == null ? "" : withoutPort(host);
    if (!names.contains(name) && (loopback || !ADDRESS.matcher(name).matches())) {
      throw ProblemException.of(
          421,
          "this service is not asked for by that name; --host-name lets it be asked for by others"
              + " than localhost");
    }
  }

  /** Counts a request among those of its client until it is answered. */
  private void takePlace(Request request, Optional<String> token) {
    if (shares.isEmpty()
        || !(request.getConnectionMetaData().getRemoteSocketAddress()
            instanceof InetSocketAddress address)) {
      return;
    }
    ClientShares.Place place =
        shares
            .get()
            .take(token, address)
            .orElseThrow(
                () ->
                    ProblemException.passing(
                        429,
                        Duration.ofSeconds(1),
                        "a client may have %d jobs here that run, wait or arrive; try again later"
                            .formatted(options.limits().most(ServiceLimit.JOBS_PER_CLIENT))));
    request.setAttribute(CLIENT, place.client());
    Request.addCompletionListener(request, failure -> place.close());
  }

  /** Returns what tells the client of a request from others; all are one where none is counted. */
  static Object client(Request request) {
    return Objects.requireNonNullElse(request.getAttribute(CLIENT), CLIENT);
  }

  private static String withoutPort(String host) {
    return host.toLowerCase(Locale.ROOT).replaceFirst(":\\d+$", "");
  }

  /** Returns whether this is a preflight, and answered so. */
  private boolean allowOrigin(Request request, Response response) {
    if (options.origins().isEmpty()) {
      return false;
    }
    HttpFields.Mutable headers = response.getHeaders();
    headers.put("Vary", "Origin");
    String origin = request.getHeaders().get("Origin");
    if (origin == null || !options.origins().contains(origin)) {
      return false;
    }
    headers.put("Access-Control-Allow-Origin", origin);
    headers.put("Access-Control-Expose-Headers", "Retry-After");
    boolean preflight =
        request.getMethod().equals("OPTIONS")
            && request.getHeaders().contains("Access-Control-Request-Method");
    if (preflight) {
      headers.put("Access-Control-Allow-Methods", "GET, POST, DELETE");
      headers.put("Access-Control-Allow-Headers", "Accept, Authorization, Content-Type");
      headers.put("Access-Control-Max-Age", "600");
    }
    return preflight;
  }

  /**
   * The API and the figures do; what everybody has, the page and the document, does not. A path
   * with a slash at its end leads where it leads without.
   */
  private static boolean needsToken(@Nullable String path) {
    return path == null || isOfApi(path) || path.startsWith("/metrics");
  }

  private static String path(Request request) {
    @Nullable String path = request.getHttpURI().getPath();
    return path == null ? "" : path;
  }

  private static boolean isOfApi(String path) {
    return path.startsWith("/api/v1");
  }

  private Optional<String> requireToken(Request request) {
    if (rates.isEmpty()) {
      return Optional.empty();
    }
    String given = request.getHeaders().get("Authorization");
    Optional<String> token =
        given == null || !given.regionMatches(/* ignoreCase= */ true, 0, BEARER, 0, BEARER.length())
            ? Optional.empty()
            : known(given.substring(BEARER.length()).getBytes(StandardCharsets.UTF_8));
    if (token.isEmpty()) {
      throw ProblemException.of(
          401, "this service asks for its token: Authorization: Bearer …, see --token-file");
    }
    @Nullable String path = request.getHttpURI().getPath();
    // Whoever has asked enough may still stop what runs.
    if ((path == null || isOfApi(path)) && !request.getMethod().equals("DELETE")) {
      Duration wait = Objects.requireNonNull(rates.get(token.get())).ask();
      if (!wait.isZero()) {
        throw ProblemException.passing(
            429,
            wait.plusSeconds(1),
            "with this token %d requests a minute are accepted"
                .formatted(options.limits().most(ServiceLimit.REQUESTS_PER_MINUTE)));
      }
    }
    return token;
  }

  /** All are compared, so that how long it takes tells nothing of the tokens that there are. */
  private Optional<String> known(byte[] token) {
    Optional<String> found = Optional.empty();
    for (String known : rates.keySet()) {
      if (MessageDigest.isEqual(known.getBytes(StandardCharsets.UTF_8), token)) {
        found = Optional.of(known);
      }
    }
    return found;
  }
}
