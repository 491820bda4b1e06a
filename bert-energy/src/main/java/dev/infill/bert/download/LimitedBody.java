package dev.infill.bert.download;

import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Passes the body of an answer on while it comes, in the client's threads, until it is stopped. */
final class LimitedBody implements Flow.Subscriber<List<ByteBuffer>> {
  private final long size;
  private final Consumer<ByteBuffer> sink;
  private final CompletableFuture<@Nullable Void> end = new CompletableFuture<>();
  private Flow.@Nullable Subscription subscription;
  private volatile long received;
  private boolean stopped;

  /**
   * Creates a subscriber.
   *
   * @param there how many bytes of the content are there already
   * @param size how many bytes the content may have
   * @param sink takes the bytes; it may throw an {@link UncheckedIOException}
   */
  LimitedBody(long there, long size, Consumer<ByteBuffer> sink) {
    this.received = there;
    this.size = size;
    this.sink = sink;
  }

  /** Completes when the body has come to its end, or failed. */
  CompletableFuture<@Nullable Void> end() {
    return end;
  }

  /** Returns how many bytes are there now. */
  long received() {
    return received;
  }

  @Override
  public synchronized void onSubscribe(Flow.Subscription given) {
    subscription = given;
    if (stopped) {
      given.cancel();
    } else {
      given.request(1);
    }
  }

  @Override
  public synchronized void onNext(List<ByteBuffer> bytes) {
    if (stopped) {
      return;
    }
    try {
      for (ByteBuffer buffer : bytes) {
        int count = buffer.remaining();
        if (received + count > size) {
          fail(new WrongContentException("it has more than %,d bytes".formatted(size)));
          return;
        }
        sink.accept(buffer);
        received += count;
      }
      if (subscription != null) {
        subscription.request(1);
      }
    } catch (UncheckedIOException e) {
      fail(e);
    }
  }

  private void fail(Exception failure) {
    end.completeExceptionally(failure);
    stop();
  }

  @Override
  public void onError(Throwable failure) {
    end.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    end.complete(null);
  }

  /** Ends it: when this returns, nothing more is written. */
  synchronized void stop() {
    stopped = true;
    if (subscription != null) {
      subscription.cancel();
    }
  }
}
