package dev.infill.core.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class BatchExecutorTest {
  @Test
  void batchesThatHaveNotBegunAreDroppedAfterAnError() {
    Queue<Integer> begun = new ConcurrentLinkedQueue<>();
    CountDownLatch thrown = new CountDownLatch(1);
    BatchExecutor.Work<Integer> work =
        (from, to) -> {
          begun.add(from);
          if (from == 0) {
            throw new IllegalStateException("model");
          }
          try {
            thrown.await();
          } catch (InterruptedException e) {
            throw new AssertionError("the worker was interrupted", e);
          }
          return List.of(from);
        };
    try (BatchExecutor executor = new BatchExecutor(1, 1, new Cancellation())) {
      assertThatThrownBy(() -> executor.run(5, work)).hasMessage("model");
      // The second batch may be at work until here, so the third cannot have begun.
      thrown.countDown();
    }
    assertThat(begun).isSubsetOf(0, 1);
  }
}
