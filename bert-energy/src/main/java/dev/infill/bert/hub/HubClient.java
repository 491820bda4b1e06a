package dev.infill.bert.hub;

import com.fasterxml.jackson.databind.JsonNode;
import dev.infill.bert.download.Download;
import dev.infill.bert.download.HttpAnswer;
import dev.infill.bert.download.HttpConnection;
import dev.infill.bert.download.HttpStatusException;
import dev.infill.bert.download.RemoteFile;
import dev.infill.bert.download.RetryPolicy;
import dev.infill.bert.download.TransientHttpException;
import dev.infill.bert.download.WrongContentException;
import dev.infill.bert.weights.format.BoundedJson;
import dev.infill.bert.weights.format.Limits;
import dev.infill.core.TransferListener;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Asks the hub for the files of a model, for the size and checksum of each, and for its bytes, by
 * the hub's HTTP API (huggingface.co/docs/hub/api) as Python's {@code huggingface_hub} uses it.
 */
final class HubClient {
  private static final int FIRST_REDIRECTION = 300;

  /** A model of a hundred files is listed in 20,000 bytes. */
  private static final int MOST_LISTED = 4 << 20;

  private final HubReference reference;
  private final URI hub;
  private final HubRefusal refusal;
  private final HttpConnection connection;
  private final RetryPolicy policy;

  /**
   * The files of a repository at a commit.
   *
   * @param commit the commit, 40 hexadecimal digits
   */
  record Listing(String commit, List<String> files) {}

  HubClient(HubReference reference, HubEnvironment environment, RetryPolicy policy) {
    this.reference = reference;
    this.hub = environment.endpoint();
    this.refusal = new HubRefusal(reference, hub);
    this.connection = new HttpConnection(hub, environment.token(), environment.variables(), policy);
    this.policy = policy;
  }

  /**
   * Asks for the files of the model.
   *
   * @param attempts how often to ask while failures may pass
   * @throws dev.infill.core.InvalidInputException if there is no such model or revision, or it may
   *     not be read
   */
  Listing listing(int attempts) throws IOException, InterruptedException {
    URI address =
        URI.create(
            "%s/api/models/%s/revision/%s"
                .formatted(hub, reference.repository(), encoded(reference.revision())));
    try {
      return parse(repeat(attempts, Optional.empty(), () -> connection.read(address, MOST_LISTED)));
    } catch (WrongContentException e) {
      throw new IOException(
          "%s lists files of %s in more than %,d bytes, which no model has"
              .formatted(hub, reference, MOST_LISTED),
          e);
    }
  }

  private Listing parse(byte[] json) throws IOException {
    try {
      JsonNode root = BoundedJson.object(json, Limits.JSON_VALUES);
      String commit = root.path("sha").asText();
      if (HubReference.isCommit(commit) && root.path("siblings").isArray()) {
        List<String> files = new ArrayList<>();
        root.path("siblings").forEach(file -> files.add(file.path("rfilename").asText()));
        return new Listing(commit, files);
      }
    } catch (IOException e) {
      throw noHub(e);
    }
    throw noHub(null);
  }

  private IOException noHub(@Nullable Throwable cause) {
    return new IOException(
        "the server at %s is no Hugging Face hub; HF_ENDPOINT gives its address".formatted(hub),
        cause);
  }

  /**
   * Asks for the size and checksum of a file.
   *
   * @throws dev.infill.core.InvalidInputException if there is no such file, or it may not be read
   */
  RemoteFile file(String commit, String name) throws IOException, InterruptedException {
    URI address =
        URI.create("%s/%s/resolve/%s/%s".formatted(hub, reference.repository(), commit, name));
    HttpAnswer answer =
        repeat(policy.attempts(), Optional.of(name), () -> connection.head(address));
    Optional<String> answered = answer.anyHeader("X-Repo-Commit");
    if (answered.isPresent() && !answered.get().equals(commit)) {
      throw new IOException(
          "%s answers with commit %s of %s where %s was asked for"
              .formatted(hub, answered.get(), reference, commit));
    }
    boolean redirected = answer.status() >= FIRST_REDIRECTION;
    // The usual headers of a redirection describe itself; the hub's own headers describe the file.
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
   * Downloads a file into the cache, unless it is there.
   *
   * @throws dev.infill.core.InvalidInputException if it may not be read
   */
  void download(RemoteFile file, HubCache cache, TransferListener listener)
      throws IOException, InterruptedException {
    try {
      new Download(connection, listener).to(file, cache.blob(file), cache.lock(file));
    } catch (HttpStatusException e) {
      throw refusal.of(e.answer(), Optional.of(file.name()));
    } catch (TransientHttpException | ConnectException e) {
      throw new HubException(
          "the download of %s stopped after %,d of %,d bytes (%s); they are kept, and the same command downloads the rest"
              .formatted(file.name(), cache.there(file), file.size(), e.getMessage()),
          e);
    } catch (WrongContentException e) {
      throw new HubException(
          "%s came damaged: %s; try again, by another network if it is so again"
              .formatted(file.name(), e.getMessage()),
          e);
    }
  }

  private <T> T repeat(int attempts, Optional<String> file, RetryPolicy.Attempt<T> attempt)
      throws IOException, InterruptedException {
    try {
      return policy.repeat(attempts, attempt);
    } catch (HttpStatusException e) {
      throw refusal.of(e.answer(), file);
    }
  }

  private static String encoded(String segment) {
    // A revision has no space, the only character that URLEncoder writes otherwise than paths do.
    return URLEncoder.encode(segment, StandardCharsets.UTF_8);
  }
}
