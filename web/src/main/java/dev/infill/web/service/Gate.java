package dev.infill.web.service;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** Lets requests in: sets the headers that keep browsers safe, and asks for name and token. */
final class Gate {
  private static final String CONTENT_SECURITY_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none';"
          + " frame-ancestors 'none'";

  private static final String BEARER = "Bearer ";

  private final ServiceOptions options;
  private final boolean loopback;
  private final Set<String> names = new TreeSet<>(Set.of("localhost", "127.0.0.1", "[::1]"));

  /**
   * Creates the gate of a service.
   *
   * @param options how the service is run
   */
  Gate(ServiceOptions options) {
    this.options = options;
    this.loopback = isLoopback(options.host());
    options.hostNames().forEach(name -> names.add(name.toLowerCase(Locale.ROOT)));
    names.add(options.host().toLowerCase(Locale.ROOT));
  }

  /** Says whether the service listens for this machine alone. */
  boolean isLoopback() {
    return loopback;
  }

  private static boolean isLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /**
   * Lets a request in.
   *
   * @param context the request
   * @throws ProblemException if it may not come in
   */
  void pass(Context context) {
    context.header("Content-Security-Policy", CONTENT_SECURITY_POLICY);
    context.header("X-Content-Type-Options", "nosniff");
    context.header("Referrer-Policy", "no-referrer");
    context.header("Cross-Origin-Opener-Policy", "same-origin");
    context.header("Permissions-Policy", "camera=(), geolocation=(), microphone=()");
    context.header("Cache-Control", "no-store");
    requireName(context);
    boolean preflight = allowOrigin(context);
    if (preflight) {
      context.status(204);
      context.skipRemainingHandlers();
    } else if (needsToken(context.path())) {
      requireToken(context);
    }
  }

  /**
   * A page of another host can make its own name point to this machine; what its scripts ask for
   * then still carries that name.
   */
  private void requireName(Context context) {
    String host = context.header("Host");
    if (loopback && !(host != null && names.contains(withoutPort(host)))) {
      throw ProblemException.of(
          421,
          "this service is not asked for by that name; --host-name lets it be asked for by others"
              + " than localhost");
    }
  }

  private static String withoutPort(String host) {
    return host.toLowerCase(Locale.ROOT).replaceFirst(":\\d+$", "");
  }

  private boolean allowOrigin(Context context) {
    String origin = context.header("Origin");
    if (options.origins().isEmpty()) {
      return false;
    }
    context.header("Vary", "Origin");
    if (origin == null || !options.origins().contains(origin)) {
      return false;
    }
    context.header("Access-Control-Allow-Origin", origin);
    context.header("Access-Control-Expose-Headers", "Retry-After");
    boolean preflight =
        context.method() == HandlerType.OPTIONS
            && context.header("Access-Control-Request-Method") != null;
    if (preflight) {
      context.header("Access-Control-Allow-Methods", "GET, POST, DELETE");
      context.header("Access-Control-Allow-Headers", "Accept, Authorization, Content-Type");
      context.header("Access-Control-Max-Age", "600");
    }
    return preflight;
  }

  /**
   * The API and the figures do; what everybody has, the page and the document, does not. A path
   * with a slash at its end leads where it leads without.
   */
  private static boolean needsToken(String path) {
    return path.startsWith("/api/v1") || path.startsWith("/metrics");
  }

  private void requireToken(Context context) {
    if (options.token().isEmpty()) {
      return;
    }
    String given = context.header("Authorization");
    byte[] expected = options.token().get().getBytes(StandardCharsets.UTF_8);
    if (given == null
        || !given.regionMatches(/* ignoreCase= */ true, 0, BEARER, 0, BEARER.length())
        || !MessageDigest.isEqual(
            expected, given.substring(BEARER.length()).getBytes(StandardCharsets.UTF_8))) {
      throw ProblemException.of(
          401, "this service asks for its token: Authorization: Bearer …, see --token-file");
    }
  }
}
