package dev.infill.web.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.core.lab.FakeModel;
import dev.infill.web.service.client.ClientConnector;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.io.AbstractEndPoint;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Clients that take their time do not keep others waiting. They come from another address of this
 * machine than who asks whether the service is well.
 */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
@Isolated("it measures how soon others are answered")
class SlowClientsTest {
  private static final byte[] HERE = {127, 0, 0, 1};
  private static final byte[] ELSEWHERE = {127, 0, 0, 2};

  /** Shorter than any deadline of the service, and long enough for a machine that is busy. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /**
   * Of a client that reads on; far longer than a connection without a request is kept at the end.
   */
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private static final ServiceOptions OPTIONS =
      ServiceOptions.defaults()
          .withAddress("127.0.0.1", 0)
          .withIdleTimeout(Duration.ofSeconds(20))
          .withLimits(
              ServiceLimits.defaults()
                  .with(ServiceLimit.JOBS, 1)
                  .with(ServiceLimit.QUEUE, 0)
                  .with(ServiceLimit.CONNECTIONS, 410)
                  .with(ServiceLimit.CONNECTIONS_PER_ADDRESS, 300));

  private final List<SocketChannel> clients = new ArrayList<>();

  private void open(RunningService service, int count) throws IOException {
    for (int k = 0; k < count; k++) {
      SocketChannel client = SocketChannel.open();
      clients.add(client);
      client.setOption(StandardSocketOptions.SO_RCVBUF, 4096);
      client.bind(address(ELSEWHERE, 0));
      client.connect(address(HERE, service.service().port()));
      client.configureBlocking(false);
    }
  }

  private static InetSocketAddress address(byte[] host, int port) throws IOException {
    return new InetSocketAddress(InetAddress.getByAddress(host), port);
  }

  private void closeAll() throws IOException {
    for (SocketChannel client : clients) {
      client.close();
    }
  }

  private static void write(SocketChannel client, String text) {
    try {
      client.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
    } catch (IOException e) {
      // It was closed by the service, as it is to be.
    }
  }

  private static int connections(RunningService service) {
    return ((ServerConnector) service.service().server().getConnectors()[0])
        .getConnectedEndPoints()
        .size();
  }

  private static void requireHealthy(RunningService service) {
    HttpResponse<String> answer = service.send(service.request("/healthz").timeout(PATIENCE).GET());
    assertThat(answer.statusCode()).isEqualTo(200);
  }

  @Tag("exhaustive")
  @Test
  void whoeverPipelinesRequestsAndReadsNothingIsCutOff() throws IOException {
    try (RunningService service = RunningService.of(new FakeModel(), OPTIONS)) {
      // More than there are threads.
      open(service, 280);
      String requests = "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(1_000);
      clients.forEach(client -> write(client, requests));

      do {
        clients.forEach(client -> write(client, requests));
        requireHealthy(service);
      } while (connections(service) > 1);
    } finally {
      closeAll();
    }
  }

  @Tag("exhaustive")
  @Test
  void whoeverAsksForHealthAndReadsNothingHoldsNoThread() throws IOException {
    try (RunningService service = RunningService.of(new FakeModel(), OPTIONS)) {
      open(service, 280);
      String requests = "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(1_000);
      do {
        clients.forEach(client -> write(client, requests));
        requireHealthy(service);
      } while (connections(service) > 1);
    } finally {
      closeAll();
    }
  }

  @Tag("exhaustive")
  @Test
  void whoeverSendsItsHeadersByteByByteIsCutOff() throws IOException {
    try (RunningService service = RunningService.of(new FakeModel(), OPTIONS)) {
      // More than are let in from one address, and in all.
      open(service, 415);
      clients.forEach(client -> write(client, "GET /healthz HTTP/1.1\r\nX: "));
      do {
        clients.forEach(client -> write(client, "x"));
        requireHealthy(service);
      } while (connections(service) > 1);
    } finally {
      closeAll();
    }
  }

  /** Its machine may be at other work for a while. */
  @Test
  void whoeverReadsSlowlyIsAnsweredInWholeWhenTheServiceEnds() throws Exception {
    ByteArrayOutputStream received = new ByteArrayOutputStream();
    CompletableFuture<Void> closing;
    try (RunningService service = RunningService.of(new FakeModel(), OPTIONS);
        Socket idle = connect(service)) {
      assertThat(isAnswered(idle)).isTrue();
      open(service, 1);
      SocketChannel client = clients.get(0);
      write(client, "GET /openapi.json HTTP/1.0\r\nHost: localhost\r\n\r\n");
      while (!isWritePending(service)) {
        Thread.onSpinWait();
      }

      closing = CompletableFuture.runAsync(service.service()::close);
      // Who owes nothing is not waited for; the other one does not read for a while.
      assertThat(idle.getInputStream().read()).isNegative();
      LockSupport.parkNanos(PAUSE.toNanos());

      client.configureBlocking(true);
      Channels.newInputStream(client).transferTo(received);
      closing.get(60, TimeUnit.SECONDS);
    } finally {
      closeAll();
    }
    String answer = received.toString(StandardCharsets.UTF_8);
    int end = answer.indexOf("\r\n\r\n");
    assertThat(answer).startsWith("HTTP/1.1 200 ");
    assertThat(RunningService.json(answer.substring(end)).path("openapi").asText()).isNotEmpty();
  }

  private static boolean isWritePending(RunningService service) {
    return service.service().server().getConnectors()[0].getConnectedEndPoints().stream()
        .anyMatch(point -> ((AbstractEndPoint) point).getWriteFlusher().isPending());
  }

  @Test
  void oneAddressHasItsShareOfConnections() throws IOException {
    ServiceLimits limits =
        ServiceLimits.defaults()
            .with(ServiceLimit.CONNECTIONS, 100)
            .with(ServiceLimit.CONNECTIONS_PER_ADDRESS, 2);
    try (RunningService service = RunningService.of(new FakeModel(), OPTIONS.withLimits(limits));
        Socket first = connect(service);
        Socket second = connect(service)) {
      assertThat(isAnswered(first)).isTrue();
      assertThat(isAnswered(second)).isTrue();
      try (Socket third = connect(service)) {
        assertThat(isAnswered(third)).isFalse();
      }
      requireHealthy(service);
      first.close();
      // It is free again as soon as the service knows.
      boolean let = false;
      while (!let) {
        try (Socket next = connect(service)) {
          let = isAnswered(next);
        }
      }
    }
  }

  @Test
  void whoHasBeenWithoutARequestForTheLongestMakesRoomWhereNoMoreFilesMayBeOpened()
      throws IOException {
    List<String> lines = new CopyOnWriteArrayList<>();
    AtomicBoolean isUnread = new AtomicBoolean(true);
    ServiceLog log =
        new ServiceLog(
            line -> {
              if (isUnread.getAndSet(false)) {
                throw new NoClassDefFoundError("a class that is needed for the first time");
              }
              lines.add(line);
            },
            ServiceLog.Format.JSON,
            false);
    try (RunningService service = RunningService.of(new FakeModel(), OPTIONS.withLog(log))) {
      open(service, 18);
      clients.forEach(client -> write(client, "GET /healthz HTTP/1.1\r\nX: "));
      while (connections(service) < 18) {
        Thread.onSpinWait();
      }
      try (Socket latest = connect(service)) {
        assertThat(isAnswered(latest)).isTrue();
        ClientConnector connector = (ClientConnector) service.service().server().getConnectors()[0];

        assertThat(connector.handleAcceptFailure(new IOException("Too many open files"))).isTrue();
        while (connections(service) > 3) {
          Thread.onSpinWait();
        }
        assertThat(isAnswered(latest)).isTrue();
        assertThat(lines).isEmpty();
        assertThat(connector.handleAcceptFailure(new IOException("Too many open files"))).isTrue();
        assertThat(connector.handleAcceptFailure(new IOException("Too many open files"))).isTrue();
        assertThat(connector.handleAcceptFailure(new ClosedChannelException())).isFalse();
        requireHealthy(service);
      }
    } finally {
      closeAll();
    }
    assertThat(lines).hasSize(1);
    assertThat(RunningService.json(lines.get(0)).get("notice").asText())
        .isEqualTo(
            "a connection cannot be taken (Too many open files); those without a request make room");
  }

  private static Socket connect(RunningService service) throws IOException {
    Socket socket = new Socket();
    socket.bind(address(ELSEWHERE, 0));
    socket.connect(address(HERE, service.service().port()));
    return socket;
  }

  private static boolean isAnswered(Socket socket) {
    try {
      socket
          .getOutputStream()
          .write(
              "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      int first = socket.getInputStream().read();
      int last = first;
      while (last >= 0 && last != '}') {
        last = socket.getInputStream().read();
      }
      return first == 'H';
    } catch (IOException e) {
      return false;
    }
  }

  /** A connection that is kept may be asked again after an hour. */
  @Test
  void theTimeOfARequestBeginsWhenItIsSeen() {
    AtomicLong bytes = new AtomicLong();
    Connection connection =
        (Connection)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) ->
                    switch (method.getName()) {
                      case "getBytesIn" -> bytes.get();
                      case "getBytesOut" -> 0L;
                      default -> null;
                    });
    SlowClients.Progress progress = new SlowClients.Progress(0);
    assertThat(progress.isTooSlow(connection, 10, 10)).isFalse();
    bytes.set(100);
    progress.begin();
    progress.end(connection);
    assertThat(progress.isTooSlow(connection, 1_000, 10)).isFalse();

    bytes.set(101);

    assertThat(progress.isTooSlow(connection, 2_000, 10)).isFalse();
    assertThat(progress.isTooSlow(connection, 2_010, 10)).isFalse();
    assertThat(progress.isTooSlow(connection, 2_011, 10)).isTrue();
    progress.begin();
    assertThat(progress.isTooSlow(connection, 3_000, 10)).isFalse();
  }

  @Test
  void clientsThatDoNothingSlowlyAreNotSlow() throws IOException {
    try (RunningService service = RunningService.of(new FakeModel(), OPTIONS);
        Socket idle = connect(service)) {
      assertThat(isAnswered(idle)).isTrue();
      SlowClients guard = service.service().slowClients();
      long later = System.nanoTime() + Duration.ofHours(1).toNanos();

      // It waits for its client, which owes nothing.
      guard.look(later);

      assertThat(isAnswered(idle)).isTrue();
    }
  }
}
