package dev.infill.bert.download;

import dev.infill.core.InvalidInputException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The proxies that the environment variables {@code HTTPS_PROXY}, {@code HTTP_PROXY} and {@code
 * ALL_PROXY} name, in upper or lower case, except for the hosts in {@code NO_PROXY}. Where no
 * variable is set, the proxies of this Java are taken.
 */
final class EnvironmentProxies extends ProxySelector {
  private static final int DEFAULT_PORT = 80;

  /** The address is not repeated, as it may hold a password. */
  private static final String UNUSABLE =
      "the proxy of HTTPS_PROXY, HTTP_PROXY or ALL_PROXY cannot be used: give http://HOST:PORT or"
          + " http://USER:PASSWORD@HOST:PORT";

  private final Map<String, String> variables;

  EnvironmentProxies(Map<String, String> variables) {
    this.variables = Map.copyOf(variables);
  }

  @Override
  public List<Proxy> select(URI target) {
    Optional<URI> proxy = proxy(target);
    if (proxy.isPresent()) {
      int port = proxy.get().getPort();
      return List.of(
          new Proxy(
              Proxy.Type.HTTP,
              InetSocketAddress.createUnresolved(
                  proxy.get().getHost(), port < 0 ? DEFAULT_PORT : port)));
    }
    ProxySelector own = ProxySelector.getDefault();
    return own == null || isExcepted(target) ? List.of(Proxy.NO_PROXY) : own.select(target);
  }

  @Override
  public void connectFailed(URI target, SocketAddress address, IOException failure) {
    // The caller reports it. There is no second proxy to try.
  }

  /** Returns the credentials for the proxy of an address, as the header that carries them. */
  Optional<String> authorization(URI target) {
    return proxy(target)
        .map(URI::getUserInfo)
        .map(
            user ->
                "Basic "
                    + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8)));
  }

  private Optional<URI> proxy(URI target) {
    Optional<String> address =
        variable(target.getScheme().toLowerCase(Locale.ROOT) + "_proxy")
            .or(() -> variable("all_proxy"));
    return isExcepted(target) ? Optional.empty() : address.map(EnvironmentProxies::parse);
  }

  private static URI parse(String given) {
    try {
      URI proxy = new URI(given.contains("://") ? given : "http://" + given);
      if ("http".equalsIgnoreCase(proxy.getScheme()) && proxy.getHost() != null) {
        return proxy;
      }
    } catch (URISyntaxException e) {
      throw new InvalidInputException("model", UNUSABLE, e);
    }
    throw new InvalidInputException("model", UNUSABLE);
  }

  private boolean isExcepted(URI target) {
    String host = target.getHost().toLowerCase(Locale.ROOT);
    return variable("no_proxy").stream()
        .flatMap(list -> Stream.of(list.split("[,\\s]+", -1)))
        .map(entry -> entry.toLowerCase(Locale.ROOT).replaceFirst("^\\*?\\.", ""))
        .filter(entry -> !entry.isEmpty())
        .anyMatch(entry -> entry.equals("*") || covers(entry, host, target.getPort()));
  }

  private static boolean covers(String entry, String host, int port) {
    String suffix = port < 0 ? "" : ":" + port;
    return Stream.of(host, host + suffix)
        .anyMatch(name -> name.equals(entry) || name.endsWith("." + entry));
  }

  private Optional<String> variable(String name) {
    return Stream.of(name, name.toUpperCase(Locale.ROOT))
        .map(key -> variables.getOrDefault(key, ""))
        .filter(value -> !value.isBlank())
        .findFirst();
  }
}
