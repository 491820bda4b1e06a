package dev.infill.web.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RequestLimitsTest {
  private static final ServiceLimits LIMITS =
      ServiceLimits.defaults().with(ServiceLimit.BODY_BYTES, 10);

  @Test
  void aBodyOfTheLargestSizeIsRead() throws IOException {
    byte[] body = new byte[10];

    assertThat(new RequestLimits(LIMITS, Duration.ofDays(1)).read(new ByteArrayInputStream(body)))
        .isEqualTo(body);
  }

  @Test
  void aBodyThatTricklesInIsGivenUpHoweverOftenItsBytesCome() {
    InputStream trickle =
        new InputStream() {
          @Override
          public int read() {
            return 0;
          }

          @Override
          public int read(byte[] bytes, int offset, int length) {
            return 1;
          }
        };

    assertThatThrownBy(() -> new RequestLimits(LIMITS, Duration.ofNanos(-1)).read(trickle))
        .isInstanceOfSatisfying(
            ProblemException.class, problem -> assertThat(problem.status()).isEqualTo(408));
    assertThatThrownBy(() -> new RequestLimits(LIMITS, Duration.ofDays(1)).read(trickle))
        .isInstanceOfSatisfying(
            ProblemException.class, problem -> assertThat(problem.status()).isEqualTo(413));
  }
}
