package dev.infill.corpora.fetch;

import dev.infill.core.FailureReason;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Fetches an archive by HTTP. What is there of it already is kept if the server says that its file
 * is still the same (RFC 9110, sections 13.1.5 and 14): {@code If-Range} with the entity tag or the
 * date that came with the first bytes.
 */
final class Download {
  /** Some hosts turn away the names of programming libraries. */
  private static final String USER_AGENT = "infill";

  private static final int BUFFER_BYTES = 1 << 16;
  private static final long POLL_MILLISECONDS = 100;
  private static final Pattern CONTENT_RANGE =
      Pattern.compile("bytes (\\d{1,18})-\\d{1,18}/(\\d{1,18}|\\*)");
  private static final int OK = 200;
  private static final int PARTIAL_CONTENT = 206;
  private static final int NOT_FOUND = 404;
  private static final int GONE = 410;
  private static final int RANGE_NOT_SATISFIABLE = 416;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int SERVER_ERROR = 500;

  private final PublicCorpus corpus;
  private final URI address;
  private final Duration patience;
  private final FetchListener listener;
  private final BooleanSupplier cancelled;
  private final LongSupplier nanoTime;
  private final HttpClient client;

  Download(
      PublicCorpus corpus,
      URI address,
      Duration patience,
      FetchListener listener,
      BooleanSupplier cancelled,
      LongSupplier nanoTime) {
    this.corpus = corpus;
    this.address = address;
    this.patience = patience;
    this.listener = listener;
    this.cancelled = cancelled;
    this.nanoTime = nanoTime;
    this.client =
        HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NORMAL)
            .connectTimeout(patience)
            .build();
  }

  /**
   * Fetches what is missing.
   *
   * @param part what is there, and where the rest goes
   * @return whether all of it is there now; false if it was cancelled
   */
  boolean into(PartFile part) throws IOException {
    if (part.size() == corpus.size()) {
      return true;
    }
    Optional<HttpResponse<InputStream>> response = request(part, validator(part));
    if (response.isPresent() && mustBeginAnew(response.get(), part)) {
      response.get().body().close();
      listener.notice("what was there of the file cannot be continued; fetching all of it");
      response = request(part, Optional.empty());
    }
    if (response.isEmpty()) {
      return false;
    }
    try (InputStream body = response.get().body()) {
      accept(response.get(), part);
      return copy(body, part);
    }
  }

  /** Returns the condition under which the rest may be asked for. */
  private Optional<String> validator(PartFile part) throws IOException {
    long size = part.size();
    if (size == 0) {
      return Optional.empty();
    }
    Optional<String> known =
        part.origin()
            .filter(origin -> size < corpus.size() && origin.address().equals(address.toString()))
            .map(PartFile.Origin::validator);
    if (known.isEmpty()) {
      listener.notice(
          "%s is not known to be the beginning of %s; fetching all of it"
              .formatted(part.path(), address));
    }
    return known;
  }

  private Optional<HttpResponse<InputStream>> request(PartFile part, Optional<String> validator)
      throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address)
            .timeout(patience)
            .header("User-Agent", USER_AGENT)
            .header("Accept-Encoding", "identity");
    if (validator.isPresent()) {
      request.header("Range", "bytes=" + part.size() + "-").header("If-Range", validator.get());
    }
    CompletableFuture<HttpResponse<InputStream>> answer =
        client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    while (!cancelled.getAsBoolean()) {
      try {
        return Optional.of(answer.get(POLL_MILLISECONDS, TimeUnit.MILLISECONDS));
      } catch (TimeoutException e) {
        // Not yet: see whether it is wanted still, and wait on.
      } catch (InterruptedException e) {
        answer.cancel(true);
        Thread.currentThread().interrupt();
        throw new FetchException("interrupted while fetching " + address, e);
      } catch (ExecutionException e) {
        throw unreachable(e);
      }
    }
    answer.cancel(true);
    return Optional.empty();
  }

  private static boolean mustBeginAnew(HttpResponse<?> response, PartFile part) throws IOException {
    if (response.statusCode() == RANGE_NOT_SATISFIABLE) {
      return true;
    }
    if (response.statusCode() != PARTIAL_CONTENT) {
      return false;
    }
    Optional<PartFile.Origin> origin = part.origin();
    boolean sameVersion =
        origin.isPresent()
            && validator(response).map(origin.get().validator()::equals).orElse(true);
    return !sameVersion || start(response) != part.size();
  }

  /** Checks the status and readies the file for the bytes that come. */
  private void accept(HttpResponse<?> response, PartFile part) throws IOException {
    int status = response.statusCode();
    if (status != OK && status != PARTIAL_CONTENT) {
      throw refused(status, part);
    }
    long total =
        status == OK
            ? response.headers().firstValueAsLong("Content-Length").orElse(corpus.size())
            : total(response);
    if (total != corpus.size()) {
      throw new FetchException(
          "what is at %s is not %s: it has %,d bytes and not %,d; %s"
              .formatted(address, corpus.archiveName(), total, corpus.size(), byHand()),
          null);
    }
    if (status == OK) {
      if (part.size() > 0) {
        listener.notice("the file at " + address + " is sent from its beginning");
      }
      part.begin(
          validator(response).map(version -> new PartFile.Origin(address.toString(), version)));
    }
  }

  private boolean copy(InputStream body, PartFile part) throws IOException {
    WatchedTransfer transfer = new WatchedTransfer(body, patience, cancelled, nanoTime);
    return switch (transfer.run(() -> copy(body, part, transfer))) {
      case FINISHED -> {
        if (!cancelled.getAsBoolean() && part.size() < corpus.size()) {
          throw brokenOff(part, "the server sent no more", null);
        }
        yield part.size() == corpus.size();
      }
      case CANCELLED -> false;
      case STALLED ->
          throw brokenOff(part, "nothing came for " + patience.toSeconds() + " s", null);
      case INTERRUPTED -> throw new FetchException("interrupted while fetching " + address, null);
    };
  }

  private void copy(InputStream body, PartFile part, WatchedTransfer transfer) throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    listener.progress(FetchListener.Stage.FETCHING, part.size(), corpus.size());
    int read = read(body, buffer, part);
    while (read >= 0 && !cancelled.getAsBoolean()) {
      transfer.moved();
      if (part.size() + read > corpus.size()) {
        throw new FetchException(
            "what is at %s is not %s: it has more than %,d bytes; %s"
                .formatted(address, corpus.archiveName(), corpus.size(), byHand()),
            null);
      }
      part.append(buffer, read);
      listener.progress(FetchListener.Stage.FETCHING, part.size(), corpus.size());
      read = read(body, buffer, part);
    }
  }

  private int read(InputStream body, byte[] buffer, PartFile part) throws IOException {
    try {
      return body.read(buffer);
    } catch (IOException e) {
      throw brokenOff(part, FailureReason.of(e), e);
    }
  }

  /** Returns the strong validator of a response, if it has one. */
  private static Optional<String> validator(HttpResponse<?> response) {
    Optional<String> tag =
        response.headers().firstValue("ETag").filter(value -> value.startsWith("\""));
    return tag.isPresent() ? tag : response.headers().firstValue("Last-Modified");
  }

  private static long start(HttpResponse<?> response) {
    Matcher range = range(response);
    return range.matches() ? Long.parseLong(range.group(1)) : -1;
  }

  private long total(HttpResponse<?> response) {
    Matcher range = range(response);
    return range.matches() && !range.group(2).equals("*")
        ? Long.parseLong(range.group(2))
        : corpus.size();
  }

  private static Matcher range(HttpResponse<?> response) {
    return CONTENT_RANGE.matcher(response.headers().firstValue("Content-Range").orElse(""));
  }

  private FetchException refused(int status, PartFile part) throws IOException {
    if (status == NOT_FOUND || status == GONE) {
      return new FetchException(
          "there is nothing at %s any more (HTTP %d); %s".formatted(address, status, byHand()),
          null);
    }
    if (status >= SERVER_ERROR || status == TOO_MANY_REQUESTS) {
      return new FetchException(
          "the server of %s is in trouble (HTTP %d); try again later%s"
              .formatted(
                  address,
                  status,
                  part.size() > 0 ? ", the %,d bytes there are kept".formatted(part.size()) : ""),
          null);
    }
    return new FetchException(
        "the server of %s does not give it (HTTP %d); %s".formatted(address, status, byHand()),
        null);
  }

  private FetchException brokenOff(PartFile part, String reason, @Nullable Throwable cause)
      throws IOException {
    return new FetchException(
        "%s broke off after %,d of %,d bytes (%s); the same command goes on from there"
            .formatted(address, part.size(), corpus.size(), reason),
        cause);
  }

  private FetchException unreachable(ExecutionException failure) {
    String reason = "";
    for (Throwable at = failure.getCause(); at != null; at = at.getCause()) {
      if (at instanceof UnresolvedAddressException || at instanceof UnknownHostException) {
        reason = "its name is not known";
      } else if (at instanceof HttpTimeoutException) {
        reason = "no answer within " + patience.toSeconds() + " s";
      } else if (reason.isEmpty()) {
        reason = at.getMessage() == null ? at.getClass().getSimpleName() : at.getMessage();
      }
    }
    return new FetchException(
        "cannot reach %s (%s): is there a network? Else %s"
            .formatted(address.getHost(), reason, byHand()),
        failure);
  }

  private String byHand() {
    return "get %s of %s elsewhere and give that file by --from %s"
        .formatted(corpus.archiveName(), corpus.address(), corpus.archiveName());
  }
}
