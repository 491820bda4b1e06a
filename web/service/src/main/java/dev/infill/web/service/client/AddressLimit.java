package dev.infill.web.service.client;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.eclipse.jetty.io.SelectorManager;

/**
 * Closes the connections that one address opens beyond a bound, at once. All addresses of an IPv6
 * network of 64 bits count as one, as somebody who has one has them all. Thread-safe.
 */
public final class AddressLimit implements SelectorManager.AcceptListener {
  private static final int NETWORK_BYTES = 8;

  private final int most;
  private final Map<SelectableChannel, ByteBuffer> addresses = new HashMap<>();
  private final Map<ByteBuffer, Integer> counts = new HashMap<>();

  /**
   * Creates the bound of a connector.
   *
   * @param most connections of one address at the same time
   */
  public AddressLimit(int most) {
    this.most = most;
  }

  @Override
  public synchronized void onAccepting(SelectableChannel channel) {
    try {
      if (channel instanceof SocketChannel socket
          && socket.getRemoteAddress() instanceof InetSocketAddress remote) {
        ByteBuffer address = network(remote.getAddress());
        addresses.put(channel, address);
        if (counts.merge(address, 1, Integer::sum) > most) {
          // The server, which cannot go on with it, tells that it failed.
          channel.close();
        }
      }
    } catch (IOException e) {
      // It is closed already, which the server finds out next.
      release(channel);
    }
  }

  @Override
  public void onAcceptFailed(SelectableChannel channel, Throwable failure) {
    release(channel);
  }

  @Override
  public void onClosed(SelectableChannel channel) {
    release(channel);
  }

  private synchronized void release(SelectableChannel channel) {
    ByteBuffer address = addresses.remove(channel);
    if (address != null) {
      counts.computeIfPresent(address, (known, count) -> count == 1 ? null : count - 1);
    }
  }

  static ByteBuffer network(InetAddress address) {
    byte[] bytes = address.getAddress();
    return ByteBuffer.wrap(
        address instanceof Inet6Address ? Arrays.copyOf(bytes, NETWORK_BYTES) : bytes);
  }
}
