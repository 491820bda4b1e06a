package dev.infill.bert.hub;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the hub is asked: which files a model has, what is known of one, and for its bytes.
 *
 * <p>The form of addresses and headers is that of the hub's HTTP API (huggingface.co/docs/hub/api)
 * and of Python's {@code huggingface_hub}.
 */
final class HubClient {
  private static final int OK = 200;
  private static final int PARTIAL_CONTENT = 206;
  private static final int FIRST_REDIRECTION = 300;
  private static final int FIRST_REFUSAL = 400;
  private static final int REQUEST_TIMEOUT = 408;
  private static final int RANGE_NOT_SATISFIABLE = 416;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int SERVER_ERROR = 500;

  /** A model of a hundred files is listed in 20,000 bytes. */
  private static final int MOST_LISTED = 4 << 20;

  private final HubReference reference;
  private final URI hub;
  private final HubRefusal refusal;
  private final HubConnection connection;
  private final RetryPolicy patience;

  HubClient(HubReference reference, HubEnvironment environment, RetryPolicy patience) {
    this.reference = reference;
    this.hub = environment.endpoint();
    this.refusal = new HubRefusal(reference, hub);
    this.connection = new HubConnection(environment, patience);
    this.patience = patience;
  }

  HubConnection connection() {
    return connection;
  }

  /**
   * Asks for the files of the model.
   *
   * @param attempts how often that is tried where a failure may pass
   * @throws IOException if the hub cannot be reached or does not work
   * @throws dev.infill.core.InvalidInputException if there is no such model or revision, or it may
   *     not be read
   */
  RepositoryListing listing(int attempts) throws IOException {
    URI address =
        URI.create(
            "%s/api/models/%s/revision/%s"
                .formatted(hub, reference.repository(), encoded(reference.revision())));
    byte[] json =
        repeat(
            attempts,
            () -> {
              HubAnswer answer =
                  accepted(
                      connection.send("GET", address, Map.of(), HubConnection.Follow.EVERYWHERE),
                      Optional.empty());
              BoundedBody body = new BoundedBody(MOST_LISTED);
              answer.response().body().subscribe(body);
              return connection.await(body.bytes(), answer.address());
            });
    if (json.length > MOST_LISTED) {
      throw new IOException(
          "%s lists files of %s in more than %,d bytes, which no model has"
              .formatted(hub, reference, MOST_LISTED));
    }
    return parse(json);
  }

  private RepositoryListing parse(byte[] json) throws IOException {
    try {
      JsonNode root = new ObjectMapper().readTree(json);
      String commit = root.path("sha").asText();
      if (HubReference.isCommit(commit) && root.path("siblings").isArray()) {
        List<String> files = new ArrayList<>();
        root.path("siblings").forEach(file -> files.add(file.path("rfilename").asText()));
        return new RepositoryListing(commit, files);
      }
    } catch (IOException e) {
      throw noHub(e);
    }
    throw noHub(null);
  }

  private IOException noHub(@Nullable Throwable cause) {
    return new IOException(
        "what answers at %s is no Hugging Face hub; HF_ENDPOINT gives its address".formatted(hub),
        cause);
  }

  /**
   * Asks what is known of a file.
   *
   * @throws IOException if the hub cannot be reached or does not work
   * @throws dev.infill.core.InvalidInputException if there is no such file, or it may not be read
   */
  RemoteFile file(String commit, String name) throws IOException {
    URI address =
        URI.create("%s/%s/resolve/%s/%s".formatted(hub, reference.repository(), commit, name));
    HubAnswer answer =
        repeat(
            RetryPolicy.ATTEMPTS,
            () -> {
              HubAnswer head =
                  accepted(
                      connection.send("HEAD", address, Map.of(), HubConnection.Follow.WITHIN_HUB),
                      Optional.of(name));
              head.discard();
              return head;
            });
    Optional<String> answered = answer.anyHeader("X-Repo-Commit");
    if (answered.isPresent() && !answered.get().equals(commit)) {
      throw new IOException(
          "%s answers with commit %s of %s where %s was asked for"
              .formatted(hub, answered.get(), reference, commit));
    }
    boolean redirected = answer.status() >= FIRST_REDIRECTION;
    // What leads elsewhere tells of the file by headers of the hub's own; its others are of itself.
    Function<String, Optional<String>> own =
        header -> redirected ? Optional.empty() : answer.header(header);
    String tag =
        answer
            .anyHeader("X-Linked-Etag")
            .or(() -> own.apply("ETag"))
            .map(HubClient::bare)
            .filter(value -> value.matches("[0-9A-Za-z][0-9A-Za-z._-]{0,127}"))
            .orElseThrow(() -> incomplete(name, "checksum (ETag)"));
    long size =
        answer
            .anyHeader("X-Linked-Size")
            .or(() -> own.apply("Content-Length"))
            .filter(value -> value.matches("[0-9]{1,18}"))
            .map(Long::valueOf)
            .orElseThrow(() -> incomplete(name, "size"));
    return new RemoteFile(name, address, tag, size);
  }

  private IOException incomplete(String name, String what) {
    return new IOException("%s gives no %s of %s in %s".formatted(hub, what, name, reference));
  }

  /** Returns an entity tag without quotation marks, strong or weak (RFC 9110, section 8.8.3). */
  private static String bare(String tag) {
    return tag.replaceFirst("^W/", "").replaceAll("^\"|\"$", "");
  }

  /**
   * Asks for a file, once.
   *
   * @param file the file
   * @param start the first byte that is wanted
   * @return an answer of status 200, 206 or 416, whose body must be read or discarded
   * @throws TransientHubException if another attempt may go well
   * @throws IOException if the server cannot be reached
   */
  HubAnswer content(RemoteFile file, long start) throws IOException {
    HubAnswer answer =
        connection.send(
            "GET",
            file.address(),
            start > 0 ? Map.of("Range", "bytes=" + start + "-") : Map.of(),
            HubConnection.Follow.EVERYWHERE);
    if (Set.of(OK, PARTIAL_CONTENT, RANGE_NOT_SATISFIABLE).contains(answer.status())) {
      return answer;
    }
    accepted(answer, Optional.of(file.name()));
    answer.discard();
    throw new IOException(
        "%s answers HTTP %d when asked for %s"
            .formatted(answer.address().getHost(), answer.status(), file.name()));
  }

  /** Returns the answer if it is what was asked for, or leads there. */
  private HubAnswer accepted(HubAnswer answer, Optional<String> file) throws IOException {
    int status = answer.status();
    if (status < FIRST_REFUSAL) {
      return answer;
    }
    answer.discard();
    if (status >= SERVER_ERROR || status == TOO_MANY_REQUESTS || status == REQUEST_TIMEOUT) {
      throw new TransientHubException(
          "%s is in trouble (HTTP %d)".formatted(answer.address().getHost(), status),
          answer
              .header("Retry-After")
              .filter(seconds -> seconds.matches("[0-9]{1,6}"))
              .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)))
              .orElse(null),
          null);
    }
    throw refusal.of(answer, file);
  }

  /** Something that is tried again if it fails in passing. */
  @FunctionalInterface
  private interface Attempt<T> {
    T make() throws IOException;
  }

  private <T> T repeat(int attempts, Attempt<T> attempt) throws IOException {
    for (int failures = 1; failures < attempts; failures++) {
      try {
        return attempt.make();
      } catch (TransientHubException e) {
        patience.pause(failures, e.pause());
      }
    }
    return attempt.make();
  }

  private static String encoded(String segment) {
    // A revision has no space, the only character that URLEncoder writes otherwise than paths do.
    return URLEncoder.encode(segment, StandardCharsets.UTF_8);
  }
}
