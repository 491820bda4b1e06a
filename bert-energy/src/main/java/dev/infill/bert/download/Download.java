package dev.infill.bert.download;

import dev.infill.core.Checksum;
import dev.infill.core.DurableFolders;
import dev.infill.core.ProcessLock;
import dev.infill.core.TransferListener;
import dev.infill.core.TransferListener.Stage;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Downloads files. A download that broke off is continued, a failure that may pass is followed by
 * another attempt, and a file appears when its checksum is right.
 */
public final class Download {
  private static final int OK = 200;
  private static final int PARTIAL_CONTENT = 206;
  private static final int RANGE_NOT_SATISFIABLE = 416;
  private static final Pattern CONTENT_RANGE =
      Pattern.compile("bytes (\\d{1,18})-\\d{1,18}/(\\d{1,18}|\\*)");
  private static final ReentrantLock DOWNLOADING = new ReentrantLock();

  private final HttpConnection connection;
  private final TransferListener listener;

  /**
   * Creates a downloader.
   *
   * @param connection asks the servers
   * @param listener notified of progress, {@link Stage#DOWNLOADING} and {@link Stage#CHECKING}
   */
  public Download(HttpConnection connection, TransferListener listener) {
    this.connection = connection;
    this.listener = listener;
  }

  /**
   * Downloads a file, unless it is there with its size. Its beginning is kept in the file {@link
   * #begun} beside it, also when this fails, unless its content is wrong. Of several threads and
   * processes one downloads, and the others wait.
   *
   * @param remote the file
   * @param whole its path, in an existing folder; it appears there in one step
   * @param lock the file that is locked meanwhile, in an existing folder
   * @throws TransientHttpException if every attempt that the policy allows broke off
   * @throws ConnectException if the server cannot be reached
   * @throws HttpStatusException if the server does not give the file
   * @throws WrongContentException if the server sends something else, which is deleted
   * @throws java.io.UncheckedIOException if the disk fails; the message is one line
   */
  public void to(RemoteFile remote, Path whole, Path lock)
      throws IOException, InterruptedException {
    Path begun = begun(whole);
    try (ProcessLock held = lock(remote, lock)) {
      if (Files.isRegularFile(whole) && whole.toFile().length() == remote.size()) {
        return;
      }
      try (PartialFile file = new PartialFile(begun)) {
        into(remote, file);
        file.finish();
      }
      DurableFolders.rename(begun, whole);
    } catch (FileSystemException e) {
      throw PartialFile.failed("write", whole, e);
    }
  }

  private ProcessLock lock(RemoteFile remote, Path lock) throws InterruptedException {
    try {
      return ProcessLock.of(
          lock,
          DOWNLOADING,
          () -> listener.notice("waiting for another process that downloads " + remote.name()));
    } catch (IOException e) {
      throw PartialFile.failed("write", lock, e);
    }
  }

  /**
   * Returns where the beginning of a file is kept.
   *
   * @param whole the path of the file
   */
  public static Path begun(Path whole) {
    return whole.resolveSibling(whole.getFileName() + ".incomplete");
  }

  private void into(RemoteFile remote, PartialFile file) throws IOException, InterruptedException {
    if (file.size() > remote.size()) {
      file.clear();
    }
    boolean continued = file.size() > 0;
    transferAll(remote, file);
    Optional<WrongContentException> wrong = check(remote, file);
    if (wrong.isPresent() && continued) {
      listener.notice(
          "the part of %s that was there is wrong; downloading all of it".formatted(remote.name()));
      file.clear();
      transferAll(remote, file);
      wrong = check(remote, file);
    }
    if (wrong.isPresent()) {
      file.delete();
      throw wrong.get();
    }
  }

  private Optional<WrongContentException> check(RemoteFile remote, PartialFile file) {
    Optional<Checksum> kind = Checksum.kind(remote.tag());
    if (kind.isEmpty()) {
      listener.notice(
          "the server gives no checksum of %s, only its size could be checked"
              .formatted(remote.name()));
      return Optional.empty();
    }
    String checksum =
        file.checksum(kind.get(), done -> listener.progress(Stage.CHECKING, done, remote.size()));
    return checksum.equals(remote.tag())
        ? Optional.empty()
        : Optional.of(
            new WrongContentException(
                "its %s is %s and not %s".formatted(kind.get(), checksum, remote.tag())));
  }

  private void transferAll(RemoteFile remote, PartialFile file)
      throws IOException, InterruptedException {
    RetryPolicy policy = connection.policy();
    int failures = 0;
    while (file.size() < remote.size()) {
      long before = file.size();
      try {
        transfer(remote, file);
      } catch (TransientHttpException | ConnectException e) {
        failures = file.size() > before ? 1 : failures + 1;
        if (failures == policy.attempts()) {
          throw e;
        }
        policy.pause(failures, e);
      }
    }
  }

  /** Downloads what is missing, once. */
  private void transfer(RemoteFile remote, PartialFile file)
      throws IOException, InterruptedException {
    HttpAnswer answer = file.size() > 0 ? askForRest(remote, file) : askForAll(remote);
    if (answer.status() == OK) {
      requireLength(answer, remote);
      file.clear();
    }
    connection.receive(
        answer,
        file.size(),
        remote.size(),
        file::append,
        there -> listener.progress(Stage.DOWNLOADING, there, remote.size()));
    if (file.size() < remote.size()) {
      throw new TransientHttpException("the server sent no more", null);
    }
    listener.progress(Stage.DOWNLOADING, remote.size(), remote.size());
  }

  /** Returns an answer of status 206 that continues what is there, or of status 200. */
  private HttpAnswer askForRest(RemoteFile remote, PartialFile file)
      throws IOException, InterruptedException {
    try {
      HttpAnswer answer =
          connection.get(remote.address(), Map.of("Range", "bytes=%d-".formatted(file.size())));
      if (answer.status() == OK) {
        listener.notice("the server sends %s from its beginning".formatted(remote.name()));
        return answer;
      }
      if (continues(answer, remote, file.size())) {
        return answer;
      }
      answer.discard();
    } catch (HttpStatusException e) {
      if (e.answer().status() != RANGE_NOT_SATISFIABLE) {
        throw e;
      }
    }
    listener.notice(
        "the server does not continue %s; downloading all of it".formatted(remote.name()));
    return askForAll(remote);
  }

  private HttpAnswer askForAll(RemoteFile remote) throws IOException, InterruptedException {
    HttpAnswer answer = connection.get(remote.address(), Map.of());
    if (answer.status() == PARTIAL_CONTENT) {
      answer.discard();
      throw new HttpStatusException(answer);
    }
    return answer;
  }

  private static boolean continues(HttpAnswer answer, RemoteFile remote, long start) {
    Matcher range = CONTENT_RANGE.matcher(answer.header("Content-Range").orElse(""));
    return range.matches()
        && range.group(1).equals(Long.toString(start))
        && (range.group(2).equals("*") || range.group(2).equals(Long.toString(remote.size())));
  }

  private static void requireLength(HttpAnswer answer, RemoteFile remote)
      throws WrongContentException {
    long length = answer.number("Content-Length").orElse(remote.size());
    if (length != remote.size()) {
      answer.discard();
      throw new WrongContentException(
          "it has %,d bytes and not %,d".formatted(length, remote.size()));
    }
  }
}
