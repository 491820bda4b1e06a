package dev.infill.bert.hub;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** A body that is kept in memory, of which no more is read than may come. */
final class BoundedBody implements Flow.Subscriber<List<ByteBuffer>> {
  private final int most;
  private final ByteArrayOutputStream received = new ByteArrayOutputStream();
  private final CompletableFuture<byte[]> bytes = new CompletableFuture<>();
  private Flow.@Nullable Subscription subscription;

  /**
   * Creates it.
   *
   * @param most how many bytes may come
   */
  BoundedBody(int most) {
    this.most = most;
  }

  /** Returns what came, once it is whole, or too long: then it is longer than may come. */
  CompletableFuture<byte[]> bytes() {
    return bytes;
  }

  @Override
  public synchronized void onSubscribe(Flow.Subscription given) {
    subscription = given;
    given.request(1);
  }

  @Override
  public synchronized void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      byte[] part = new byte[Math.min(buffer.remaining(), most + 1 - received.size())];
      buffer.get(part);
      received.writeBytes(part);
    }
    if (subscription == null) {
      return;
    }
    if (received.size() > most) {
      subscription.cancel();
      bytes.complete(received.toByteArray());
    } else {
      subscription.request(1);
    }
  }

  @Override
  public void onError(Throwable failure) {
    bytes.completeExceptionally(failure);
  }

  @Override
  public synchronized void onComplete() {
    bytes.complete(received.toByteArray());
  }
}
