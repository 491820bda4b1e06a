package dev.infill.web.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.component.Graceful;
import org.junit.jupiter.api.Test;

/** How a service is made. */
class InfillServiceTest {
  private static final ServiceOptions OPTIONS = ServiceOptions.defaults();
  private static final ServiceLimits LIMITS = ServiceLimits.defaults();

  @Test
  void aStartThatFailsLeavesThePortFree() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getByName("localhost"))) {
      port = free.getLocalPort();
    }
    ServiceOptions options = OPTIONS.withPort(port);
    // As milliseconds it is too large a number.
    Duration eternity = Duration.ofSeconds(Long.MAX_VALUE);
    try (ServiceMetrics failed = new ServiceMetrics();
        ServiceMetrics metrics = new ServiceMetrics()) {
      assertThatThrownBy(() -> InfillService.start(options.withIdleTimeout(eternity), failed))
          .isInstanceOf(RuntimeException.class);

      assertThatCode(() -> InfillService.start(options, metrics).close())
          .doesNotThrowAnyException();
    }
  }

  /** What one client sends must not be read as another's, whatever becomes of its connection. */
  @Test
  void noBufferOfAConnectionIsAnothersLater() {
    try (ServiceMetrics metrics = new ServiceMetrics();
        InfillService service = startOnFreePort(metrics)) {
      for (Connector connector : service.server().getConnectors()) {
        ByteBufferPool buffers = connector.getByteBufferPool();
        RetainableByteBuffer one = buffers.acquire(8_192, /* direct= */ false);
        one.release();
        RetainableByteBuffer other = buffers.acquire(8_192, /* direct= */ false);

        assertThat(other.getByteBuffer().array()).isNotSameAs(one.getByteBuffer().array());
        other.release();
      }
    }
  }

  private static InfillService startOnFreePort(ServiceMetrics metrics) {
    try {
      return InfillService.start(OPTIONS.withPort(0), metrics);
    } catch (BindException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void whatKeepsTheServerFromStoppingIsToldAndTheRestIsStopped() throws Exception {
    AtomicInteger stops = new AtomicInteger();
    try (ServiceMetrics metrics = new ServiceMetrics()) {
      InfillService service = InfillService.start(OPTIONS.withPort(0), metrics);
      AbstractLifeCycle part =
          new AbstractLifeCycle() {
            @Override
            protected void doStop() {
              throw new IllegalStateException("pretended " + stops.incrementAndGet());
            }
          };
      part.start();
      service.server().addBean(part, true);

      assertThatThrownBy(service::close)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the server did not stop")
          .hasRootCauseMessage("pretended 1")
          .satisfies(
              failure ->
                  assertThat(failure.getSuppressed())
                      .singleElement()
                      .satisfies(also -> assertThat(also).hasMessageContaining("pretended 2")));
    }
  }

  /** Closing does not fail for it. */
  @Test
  void anAnswerThatIsNeverOverIsCutOff() {
    AtomicInteger asked = new AtomicInteger();
    try (ServiceMetrics metrics = new ServiceMetrics()) {
      InfillService service = startOnFreePort(metrics);
      Graceful answer =
          new Graceful() {
            @Override
            public CompletableFuture<Void> shutdown() {
              asked.incrementAndGet();
              return new CompletableFuture<>();
            }

            @Override
            public boolean isShutdown() {
              return false;
            }
          };
      service.server().addBean(answer);

      service.close();

      assertThat(asked).hasValue(1);
      assertThat(service.server().getConnectors())
          .allSatisfy(connector -> assertThat(connector.isStopped()).isTrue());
      assertThat(service.server().getThreadPool().getThreads()).isZero();
    }
  }

  @Test
  void whoeverReadsTheOptionsDoesNotLearnTheToken() {
    assertThat(OPTIONS.withTokens(List.of("correct-horse-battery")).toString())
        .contains("tokens=1", "port=8080")
        .doesNotContain("correct-horse-battery");
    assertThat(OPTIONS.toString()).contains("tokens=0");
  }

  @Test
  void whatCannotBeAServiceIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> OPTIONS.withPort(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> OPTIONS.withPort(65_536));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> OPTIONS.withGrace(Duration.ofSeconds(-1)));
    assertThatIllegalArgumentException().isThrownBy(() -> OPTIONS.withIdleTimeout(Duration.ZERO));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LIMITS.with(ServiceLimit.JOBS, 0).with(ServiceLimit.QUEUE, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LIMITS.with(ServiceLimit.JOBS, 1).with(ServiceLimit.QUEUE, -1));
    assertThatIllegalArgumentException().isThrownBy(() -> LIMITS.with(ServiceLimit.BODY_BYTES, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LIMITS.with(ServiceLimit.TEXT_LENGTH, 1).with(ServiceLimit.BLANKS, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> LIMITS.with(ServiceLimit.CHAIN_STEPS, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LIMITS.with(ServiceLimit.CHAIN_BLANKS, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                LIMITS
                    .with(ServiceLimit.CONNECTIONS, 0)
                    .with(ServiceLimit.CONNECTIONS_PER_ADDRESS, 1));
    assertThat(LIMITS.with(ServiceLimit.QUEUE, 0).most(ServiceLimit.QUEUE)).isZero();
  }
}
