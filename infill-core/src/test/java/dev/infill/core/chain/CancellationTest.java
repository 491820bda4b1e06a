package dev.infill.core.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class CancellationTest {
  private final Cancellation cancellation = new Cancellation();

  @Test
  void oneOfAThreadIsCancelledByTheOtherAndNotTheOtherWayRound() {
    Cancellation mine = cancellation.ofThisThread();
    Cancellation another = cancellation.ofThisThread();

    mine.cancel();
    assertThat(mine.isCancelled()).isTrue();
    assertThat(cancellation.isCancelled()).isFalse();
    assertThat(another.isCancelled()).isFalse();

    cancellation.cancel();
    assertThat(another.isCancelled()).isTrue();
    assertThat(mine.ofThisThread()).isSameAs(mine);
  }

  @Test
  void anInterruptCancelsForGood() {
    Cancellation mine = cancellation.ofThisThread();
    assertThat(mine.isCancelled()).isFalse();

    Thread.currentThread().interrupt();
    assertThat(mine.isCancelled()).isTrue();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(mine.isCancelled()).isTrue();
    assertThat(cancellation.isCancelled()).isFalse();
  }

  @Test
  void workIsCutShortByACancellationOnly() {
    CancellationException cut = new CancellationException();

    assertThat(cancellation.unlessCancelled(() -> 7)).hasValue(7);
    assertThatThrownBy(() -> cancellation.unlessCancelled(() -> thrown(cut))).isSameAs(cut);

    cancellation.cancel();
    assertThat(cancellation.unlessCancelled(() -> 7)).hasValue(7);
    assertThat(cancellation.<Integer>unlessCancelled(() -> thrown(cut))).isEmpty();
    IllegalStateException failure = new IllegalStateException();
    assertThatThrownBy(() -> cancellation.unlessCancelled(() -> thrown(failure))).isSameAs(failure);
  }

  private static int thrown(RuntimeException exception) {
    throw exception;
  }
}
