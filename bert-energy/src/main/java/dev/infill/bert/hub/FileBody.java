package dev.infill.bert.hub;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Writes the body of an answer as it comes, in the client's threads, until it is stopped. */
final class FileBody implements Flow.Subscriber<List<ByteBuffer>> {
  private final IncompleteBlob blob;
  private final long limit;
  private final CompletableFuture<@Nullable Void> end = new CompletableFuture<>();
  private Flow.@Nullable Subscription subscription;
  private volatile long received;
  private boolean stopped;

  /**
   * Creates a writer.
   *
   * @param blob where the bytes are appended
   * @param limit how many bytes may come
   */
  FileBody(IncompleteBlob blob, long limit) {
    this.blob = blob;
    this.limit = limit;
  }

  /** Returns what is complete when the body has come to its end, however that was. */
  CompletableFuture<@Nullable Void> end() {
    return end;
  }

  /** Returns how many bytes have come. */
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
        if (received + count > limit) {
          throw new IOException("more bytes came than the file has");
        }
        blob.append(buffer);
        received += count;
      }
      if (subscription != null) {
        subscription.request(1);
      }
    } catch (IOException | HubException e) {
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
