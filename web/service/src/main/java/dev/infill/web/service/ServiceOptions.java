package dev.infill.web.service;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * How a service is run. Immutable.
 *
 * @param host the name or address of the interface that it listens on
 * @param port the port that it listens on, to 65535; 0 for one that is free
 * @param limits what it accepts at most
 * @param tokens what requests have to show, one of them; none for no token
 * @param origins the origins (as in {@code https://example.org}) whose pages may use the API
 * @param hostNames names by which it may be asked for beside {@code localhost}, where it listens on
 *     the loopback interface
 * @param grace how long jobs have when the service is closed, to go on, and in the last 25 seconds
 *     of it to give what they have found; not negative
 * @param idleTimeout how long a connection may be silent while something is awaited of it, and a
 *     body may take to arrive; positive
 * @param log what is written down of requests
 */
public record ServiceOptions(
    String host,
    int port,
    ServiceLimits limits,
    List<String> tokens,
    List<String> origins,
    List<String> hostNames,
    Duration grace,
    Duration idleTimeout,
    ServiceLog log) {
  private static final int LARGEST_PORT = 65_535;

  /**
   * Copies the lists, and checks the ranges.
   *
   * @throws IllegalArgumentException if the port is not from 0 to 65535, the grace is negative, or
   *     the idle timeout not positive
   */
  public ServiceOptions {
    if (port < 0 || port > LARGEST_PORT) {
      throw new IllegalArgumentException("a port is from 0 to 65535, not " + port);
    }
    if (grace.isNegative()) {
      throw new IllegalArgumentException("a grace of " + grace);
    }
    if (idleTimeout.isNegative() || idleTimeout.isZero()) {
      throw new IllegalArgumentException("an idle timeout of " + idleTimeout);
    }
    tokens = List.copyOf(tokens);
    origins = List.copyOf(origins);
    hostNames = List.copyOf(hostNames);
  }

  /** Returns the defaults: loopback, port 8080, no token, no other origins, no log. */
  public static ServiceOptions defaults() {
    return new ServiceOptions(
        "localhost",
        8080,
        ServiceLimits.defaults(),
        List.of(),
        List.of(),
        List.of(),
        Duration.ofSeconds(30),
        Duration.ofSeconds(30),
        ServiceLog.none());
  }

  /** Says whether the service listens for this machine alone. */
  boolean isLoopback() {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** Says whether only those may use the service who are on this machine, or have its token. */
  public boolean isPrivate() {
    return !tokens.isEmpty() || isLoopback();
  }

  /**
   * Returns these options for another interface and port.
   *
   * @param host its name or address
   * @param port the port; 0 for one that is free
   */
  public ServiceOptions withAddress(String host, int port) {
    return changed(
        values -> {
          values.host = host;
          values.port = port;
        });
  }

  /**
   * Returns these options for another port.
   *
   * @param port the port; 0 for one that is free
   */
  public ServiceOptions withPort(int port) {
    return withAddress(host, port);
  }

  /**
   * Returns these options with other limits.
   *
   * @param limits what is accepted at most
   */
  public ServiceOptions withLimits(ServiceLimits limits) {
    return changed(values -> values.limits = limits);
  }

  /**
   * Returns these options with other tokens.
   *
   * @param tokens what requests have to show, one of them; none for no token
   */
  public ServiceOptions withTokens(List<String> tokens) {
    return changed(values -> values.tokens = tokens);
  }

  /**
   * Returns these options with other origins.
   *
   * @param origins the origins whose pages may use the API
   */
  public ServiceOptions withOrigins(List<String> origins) {
    return changed(values -> values.origins = origins);
  }

  /**
   * Returns these options with other names.
   *
   * @param hostNames names by which the service may be asked for
   */
  public ServiceOptions withHostNames(List<String> hostNames) {
    return changed(values -> values.hostNames = hostNames);
  }

  /**
   * Returns these options with another grace.
   *
   * @param grace how long jobs have when the service is closed
   */
  public ServiceOptions withGrace(Duration grace) {
    return changed(values -> values.grace = grace);
  }

  /**
   * Returns these options with another idle timeout.
   *
   * @param idleTimeout how long a connection may be silent while something is awaited of it
   */
  public ServiceOptions withIdleTimeout(Duration idleTimeout) {
    return changed(values -> values.idleTimeout = idleTimeout);
  }

  /**
   * Returns these options with a log.
   *
   * @param log what is written down of requests
   */
  public ServiceOptions withLog(ServiceLog log) {
    return changed(values -> values.log = log);
  }

  /** Returns the options, but not the tokens, which whoever reads a log must not learn. */
  @Override
  public String toString() {
    return """
    ServiceOptions[host=%s, port=%d, limits=%s, tokens=%d, origins=%s, hostNames=%s, grace=%s,\
     idleTimeout=%s, logFormat=%s, textsLogged=%s]\
    """
        .formatted(
            host,
            port,
            limits,
            tokens.size(),
            origins,
            hostNames,
            grace,
            idleTimeout,
            log.format(),
            log.texts());
  }

  private ServiceOptions changed(Consumer<Values> change) {
    Values values = new Values(this);
    change.accept(values);
    return values.options();
  }

  /** The options while one of them is changed. */
  private static final class Values {
    private String host;
    private int port;
    private ServiceLimits limits;
    private List<String> tokens;
    private List<String> origins;
    private List<String> hostNames;
    private Duration grace;
    private Duration idleTimeout;
    private ServiceLog log;

    Values(ServiceOptions options) {
      host = options.host();
      port = options.port();
      limits = options.limits();
      tokens = options.tokens();
      origins = options.origins();
      hostNames = options.hostNames();
      grace = options.grace();
      idleTimeout = options.idleTimeout();
      log = options.log();
    }

    ServiceOptions options() {
      return new ServiceOptions(
          host, port, limits, tokens, origins, hostNames, grace, idleTimeout, log);
    }
  }
}
