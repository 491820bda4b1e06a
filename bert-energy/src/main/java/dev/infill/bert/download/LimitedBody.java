package dev.infill.bert.download;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Passes the body of an answer on as it comes, in the client's threads, until it is stopped. */
final class LimitedBody implements Flow.Subscriber<List<ByteBuffer>> {
  private final long size;
  private final Sink sink;
  private final CompletableFuture<@Nullable Void> end = new CompletableFuture<>();
  private Flow.@Nullable Subscription subscription;
  private volatile long received;
  private boolean stopped;

  /**
   * Creates a subscriber.
   *
   * @param there how many bytes of the content are there already
   * @param size how many it may have in all
   * @param sink where those go that come
   */
  LimitedBody(long there, long size, Sink sink) {
    this.received = there;
    this.size = size;
    this.sink = sink;
  }

  /** Where bytes go. */
  @FunctionalInterface
  interface Sink {
    /** Takes all that a buffer holds. */
    void write(ByteBuffer bytes) throws IOException;
  }

  /** Returns what is complete when the body has come to its end, however that was. */
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
          throw new WrongContentException("it has more than %,d bytes".formatted(size));
        }
        sink.write(buffer);
        received += count;
      }
      if (subscription != null) {
        subscription.request(1);
      }
    } catch (IOException | UncheckedIOException e) {
      end.completeExceptionally(e);
      stop();
    }
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
