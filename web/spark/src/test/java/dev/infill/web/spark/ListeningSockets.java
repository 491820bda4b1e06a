package dev.infill.web.spark;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What processes listen on, as Linux tells it (proc_pid_net(5), proc_pid_fd(5)). */
final class ListeningSockets {
  private static final String LISTEN = "0A";
  private static final int WORD = Integer.BYTES;

  private ListeningSockets() {}

  /**
   * Returns the addresses that a process listens on.
   *
   * @param process its id
   */
  static List<InetSocketAddress> of(long process) throws IOException {
    Path folder = Path.of("/proc", Long.toString(process));
    Set<String> own = sockets(folder.resolve("fd"));
    List<InetSocketAddress> addresses = new ArrayList<>();
    for (String table : List.of("tcp", "tcp6")) {
      Path file = folder.resolve("net").resolve(table);
      if (!Files.exists(file)) {
        continue;
      }
      for (String line : Files.readAllLines(file)) {
        String[] columns = line.strip().split("\\s+", -1);
        if (columns[3].equals(LISTEN) && own.contains("socket:[" + columns[9] + "]")) {
          addresses.add(address(columns[1]));
        }
      }
    }
    return addresses;
  }

  private static Set<String> sockets(Path descriptors) throws IOException {
    Set<String> sockets = new HashSet<>();
    try (Stream<Path> files = Files.list(descriptors)) {
      for (Path file : files.toList()) {
        try {
          sockets.add(Files.readSymbolicLink(file).toString());
        } catch (NoSuchFileException e) {
          // It was closed in between.
        }
      }
    }
    return sockets;
  }

  /** Reads an address: words in the order of a little-endian machine, a colon, the port. */
  private static InetSocketAddress address(String column) throws IOException {
    int colon = column.indexOf(':');
    byte[] words = HexFormat.of().parseHex(column.substring(0, colon));
    byte[] bytes = new byte[words.length];
    for (int k = 0; k < words.length; k++) {
      bytes[k] = words[k / WORD * WORD + WORD - 1 - k % WORD];
    }
    return new InetSocketAddress(
        InetAddress.getByAddress(bytes), Integer.parseInt(column.substring(colon + 1), 16));
  }
}
