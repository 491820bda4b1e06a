package dev.infill.web.service.client;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How many requests each client has at the same time, so that none takes all places for jobs. A
 * client is a token; without tokens it is an address, as {@link AddressLimit} counts them.
 * Thread-safe.
 */
public final class ClientShares {
  private final int most;
  private final Map<Object, Integer> counts = new HashMap<>();

  /**
   * Creates the shares of a service.
   *
   * @param most requests of one client at the same time
   */
  public ClientShares(int most) {
    this.most = most;
  }

  /** A place of a client, given back once when it is closed. */
  public final class Place implements AutoCloseable {
    private final Object client;

    private Place(Object client) {
      this.client = client;
    }

    /** Returns what tells the client from others. */
    public Object client() {
      return client;
    }

    @Override
    public void close() {
      giveBack(client);
    }
  }

  /**
   * Takes a place.
   *
   * @param token the client's token; empty if the service asks for none
   * @param address the client's address
   * @return the place; empty if the client has as many already
   */
  public synchronized Optional<Place> take(Optional<String> token, InetSocketAddress address) {
    InetAddress known = address.getAddress();
    Object client = token.isPresent() ? token.get() : AddressLimit.network(known);
    if (counts.getOrDefault(client, 0) >= most) {
      return Optional.empty();
    }
    counts.merge(client, 1, Integer::sum);
    return Optional.of(new Place(client));
  }

  private synchronized void giveBack(Object client) {
    counts.computeIfPresent(client, (known, count) -> count == 1 ? null : count - 1);
  }
}
