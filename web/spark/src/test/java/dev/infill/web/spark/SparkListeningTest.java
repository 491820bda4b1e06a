package dev.infill.web.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Who can reach Spark while it fills texts, and who can talk to it. */
@Tag("exhaustive")
@Timeout(600)
@EnabledOnOs(OS.LINUX)
class SparkListeningTest {
  private static final int TIMEOUT_MILLISECONDS = 120_000;

  @TempDir private Path folder;

  @Test
  void aMasterInThisProcessListensToThisMachineAndAnswersNobody() throws Exception {
    try (SparkProcess process = SparkProcess.start(folder, "local[2]", Map.of())) {
      assertNobodyElseIsHeard(process);
    }
  }

  @Test
  void aLocalClusterListensToThisMachineAndAnswersNobody() throws Exception {
    try (SparkProcess process =
        SparkProcess.start(
            folder,
            "local-cluster[1,1,1024]",
            Map.of(SparkConfiguration.ADDRESS_VARIABLE, "127.0.0.1"))) {
      assertThat(process.ids()).as("the driver and an executor").hasSizeGreaterThan(1);
      assertNobodyElseIsHeard(process);
      for (long id : process.ids()) {
        assertThat(Files.readString(Path.of("/proc", Long.toString(id), "cmdline")))
            .doesNotContain(SparkConfiguration.SECRET);
      }
    }
  }

  private void assertNobodyElseIsHeard(SparkProcess process) throws IOException {
    List<InetSocketAddress> addresses = new ArrayList<>();
    for (long id : process.ids()) {
      addresses.addAll(ListeningSockets.of(id));
    }
    assertThat(addresses).isNotEmpty();
    assertThat(addresses)
        .extracting(InetSocketAddress::getAddress)
        .allMatch(InetAddress::isLoopbackAddress);
    Path trace = folder.resolve("deserialised");
    for (InetSocketAddress address : addresses) {
      send(address, message(address, new Canary(trace)));
      assertThat(trace).doesNotExist();
    }
  }

  /** Sends bytes, and waits until the other side has seen all of them. */
  private static void send(InetSocketAddress address, byte[] bytes) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), address.getPort())) {
      socket.setSoTimeout(TIMEOUT_MILLISECONDS);
      socket.getOutputStream().write(bytes);
      socket.shutdownOutput();
      while (socket.getInputStream().read() >= 0) {
        // What it answers says nothing; that it closes the connection says that it is done.
      }
    }
  }

  /** Returns a request to the end point that every Spark has, in a frame of Spark's protocol. */
  private static byte[] message(InetSocketAddress address, Object content) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    DataOutputStream request = new DataOutputStream(body);
    request.writeBoolean(false);
    request.writeBoolean(true);
    request.writeUTF("127.0.0.1");
    request.writeInt(address.getPort());
    request.writeUTF("endpoint-verifier");
    try (ObjectOutputStream objects = new ObjectOutputStream(request)) {
      objects.writeObject(content);
    }
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    DataOutputStream header = new DataOutputStream(frame);
    int headerBytes = Long.BYTES + 1 + Long.BYTES + Integer.BYTES;
    header.writeLong((long) headerBytes + body.size());
    header.writeByte(3);
    header.writeLong(1);
    header.writeInt(body.size());
    body.writeTo(header);
    return frame.toByteArray();
  }
}
