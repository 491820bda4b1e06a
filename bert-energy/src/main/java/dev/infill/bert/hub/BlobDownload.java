package dev.infill.bert.hub;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Brings contents into the cache: what was begun is continued, what breaks off is tried again, and
 * nothing counts as there before its checksum is right.
 */
final class BlobDownload {
  private static final int PARTIAL_CONTENT = 206;
  private static final int RANGE_NOT_SATISFIABLE = 416;
  private static final long POLL_MILLISECONDS = 50;
  private static final Pattern CONTENT_RANGE =
      Pattern.compile("bytes (\\d{1,18})-\\d{1,18}/(\\d{1,18}|\\*)");

  private final HubClient client;
  private final HubCache cache;
  private final RetryPolicy patience;
  private final HubListener listener;

  BlobDownload(HubClient client, HubCache cache, RetryPolicy patience, HubListener listener) {
    this.client = client;
    this.cache = cache;
    this.patience = patience;
    this.listener = listener;
  }

  /**
   * Brings a file into the folder of a commit.
   *
   * @param commit the commit
   * @param file the file
   * @param progress told how many bytes of it are there
   * @throws HubException if that cannot be done; what came is kept, unless it is wrong
   */
  void fetch(String commit, RemoteFile file, LongConsumer progress) {
    try (Closeable lock =
        cache.lock(
            file,
            () -> listener.notice("waiting for another process that downloads " + file.name()))) {
      if (!cache.holds(file)) {
        download(file, progress);
        cache.complete(file);
      }
      cache.link(commit, file);
      progress.accept(file.size());
    } catch (IOException e) {
      throw new HubException("cannot close a file of " + cache.root(), e);
    }
  }

  private void download(RemoteFile file, LongConsumer progress) throws IOException {
    try (IncompleteBlob blob = IncompleteBlob.open(cache.incomplete(file))) {
      if (blob.size() > file.size()) {
        blob.clear();
      }
      boolean continued = blob.size() > 0;
      transferAll(file, blob, progress);
      boolean right = isRight(file, blob);
      if (!right && continued) {
        listener.notice(
            "what was there of %s was not its beginning; downloading all of it"
                .formatted(file.name()));
        blob.clear();
        transferAll(file, blob, progress);
        right = isRight(file, blob);
      }
      if (right) {
        blob.sync();
        return;
      }
    }
    cache.discard(file);
    throw new HubException(
        "%s came damaged: its checksum is not %s; try again, by another network if it is so again"
            .formatted(file.name(), file.tag()),
        null);
  }

  private boolean isRight(RemoteFile file, IncompleteBlob blob) {
    if (!BlobDigest.isChecksum(file.tag())) {
      listener.notice(
          "the server gives no checksum of %s, only its size could be checked"
              .formatted(file.name()));
      return true;
    }
    String digest =
        BlobDigest.of(
            file.tag(),
            blob,
            done -> listener.progress(HubListener.Stage.CHECKING, done, file.size()));
    return digest.equals(file.tag());
  }

  private void transferAll(RemoteFile file, IncompleteBlob blob, LongConsumer progress) {
    int failures = 0;
    while (blob.size() < file.size()) {
      long before = blob.size();
      try {
        transfer(file, blob, progress);
      } catch (IOException e) {
        failures = blob.size() > before ? 1 : failures + 1;
        if (failures == RetryPolicy.ATTEMPTS) {
          throw new HubException(
              "the download of %s stopped after %,d of %,d bytes (%s); what is there is kept, and the same command goes on from there"
                  .formatted(file.name(), blob.size(), file.size(), e.getMessage()),
              e);
        }
        patience.pause(
            failures,
            e instanceof TransientHubException passing ? passing.pause() : Optional.empty());
      }
    }
  }

  /** Downloads what is missing, once. */
  private void transfer(RemoteFile file, IncompleteBlob blob, LongConsumer progress)
      throws IOException {
    long there = blob.size();
    HubAnswer answer = client.content(file, there);
    boolean continues = answer.status() == PARTIAL_CONTENT && continues(answer, file, there);
    if (answer.status() == RANGE_NOT_SATISFIABLE
        || (answer.status() == PARTIAL_CONTENT && !continues)) {
      answer.discard();
      blob.clear();
      throw new TransientHubException(
          "the server does not go on from byte %,d".formatted(there), null, null);
    }
    if (there > 0 && !continues) {
      listener.notice("the server sends %s from its beginning".formatted(file.name()));
      blob.clear();
    }
    long start = blob.size();
    FileBody body = new FileBody(blob, file.size() - start);
    answer.response().body().subscribe(body);
    try {
      watch(answer, body, received -> progress.accept(start + received));
    } finally {
      body.stop();
    }
    if (blob.size() < file.size()) {
      throw new TransientHubException("the server sent no more", null, null);
    }
  }

  private static boolean continues(HubAnswer answer, RemoteFile file, long start) {
    Matcher range = CONTENT_RANGE.matcher(answer.header("Content-Range").orElse(""));
    return range.matches()
        && range.group(1).equals(Long.toString(start))
        && (range.group(2).equals("*") || range.group(2).equals(Long.toString(file.size())));
  }

  private void watch(HubAnswer answer, FileBody body, LongConsumer progress) throws IOException {
    long seen = 0;
    long movedAt = patience.nanoTime().getAsLong();
    progress.accept(0);
    while (true) {
      try {
        body.end().get(POLL_MILLISECONDS, TimeUnit.MILLISECONDS);
        return;
      } catch (TimeoutException e) {
        long received = body.received();
        progress.accept(received);
        if (received > seen) {
          seen = received;
          movedAt = patience.nanoTime().getAsLong();
        } else if (patience.nanoTime().getAsLong() - movedAt > patience.silence().toNanos()) {
          throw new TransientHubException(
              "nothing came for %d s".formatted(patience.silence().toSeconds()), null, e);
        }
      } catch (InterruptedException e) {
        throw HubException.interrupted(e);
      } catch (ExecutionException e) {
        if (e.getCause() instanceof HubException disk) {
          throw disk;
        }
        throw client.connection().failure(answer.address(), e.getCause());
      }
    }
  }
}
