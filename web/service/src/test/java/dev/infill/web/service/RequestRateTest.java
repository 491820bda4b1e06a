package dev.infill.web.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestRateTest {
  private static final long MINUTE = Duration.ofMinutes(1).toNanos();

  private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - MINUTE);

  @Test
  void theWholeMinuteMayComeAtOnceAndThenOneAfterAnother() {
    RequestRate rate = new RequestRate(3, clock::get);
    for (int round = 0; round < 2; round++) {
      for (int k = 0; k < 3; k++) {
        assertThat(rate.ask()).isZero();
      }
      assertThat(rate.ask()).isEqualTo(Duration.ofSeconds(20));
      clock.addAndGet(Duration.ofSeconds(5).toNanos());
      assertThat(rate.ask()).as("refusals do not count").isEqualTo(Duration.ofSeconds(15));
      clock.addAndGet(Duration.ofSeconds(15).toNanos());
      assertThat(rate.ask()).isZero();
      assertThat(rate.ask()).isEqualTo(Duration.ofSeconds(20));
      clock.addAndGet(5 * MINUTE);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 600, 60_000_000})
  void afterTheWaitItIsLetInAndNoMinuteHasMoreThanTwiceTheNumber(int perMinute) {
    RequestRate rate = new RequestRate(perMinute, clock::get);
    Random random = new Random(perMinute);
    Deque<Long> admitted = new ArrayDeque<>();
    for (int k = 0; k < 5_000; k++) {
      Duration wait = rate.ask();
      if (wait.isZero()) {
        admitted.add(clock.get());
      } else {
        clock.addAndGet(wait.toNanos() - 1);
        assertThat(rate.ask()).isPositive();
        clock.incrementAndGet();
        assertThat(rate.ask()).isZero();
        admitted.add(clock.get());
      }
      while (clock.get() - admitted.getFirst() >= MINUTE) {
        admitted.removeFirst();
      }
      assertThat(admitted).hasSizeLessThanOrEqualTo(2 * perMinute);
      clock.addAndGet((long) (random.nextDouble() * 2 * MINUTE / perMinute));
    }
  }
}
