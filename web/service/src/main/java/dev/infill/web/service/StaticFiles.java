package dev.infill.web.service;

import dev.infill.core.Checksum;
import dev.infill.core.FailureReason;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Files of a folder of the class path. Thread-safe. */
final class StaticFiles {
  /**
   * Names without anything that could lead out of the folder. Of a long one the groups would take
   * the whole stack.
   */
  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*(/[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*)*");

  private static final int LONGEST_NAME = 200;

  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "mjs", "text/javascript; charset=utf-8",
          "json", "application/json",
          "svg", "image/svg+xml",
          "png", "image/png",
          "ico", "image/x-icon",
          "woff2", "font/woff2",
          "txt", "text/plain; charset=utf-8");

  private final String folder;
  private final Map<String, UnaryOperator<byte[]>> completions;
  private final Map<String, StaticFile> read = new ConcurrentHashMap<>();

  @SuppressWarnings("ArrayRecordComponent") // Handed on as it is; nobody compares files.
  private record StaticFile(byte[] content, String type, String tag) {}

  /**
   * Serves a folder.
   *
   * @param folder its path on the class path, with a slash at its end
   * @param completions by the names of files, what is made of them before they are served
   */
  StaticFiles(String folder, Map<String, UnaryOperator<byte[]>> completions) {
    this.folder = folder;
    this.completions = Map.copyOf(completions);
  }

  /**
   * Answers with a file; with its tag alone if the client has it already.
   *
   * @param context the request
   * @param name the path of the file in the folder
   * @throws ProblemException if there is no such file
   */
  void serve(Context context, String name) {
    StaticFile file =
        find(name).orElseThrow(() -> ProblemException.of(404, "there is no such file"));
    context.header("ETag", file.tag());
    context.header("Cache-Control", "no-cache");
    if (isKnown(file.tag(), context.header("If-None-Match"))) {
      context.status(304);
    } else {
      context.contentType(file.type()).result(file.content());
    }
  }

  /** Compares weakly, as RFC 9110, 13.1.2, wants it: a proxy that compresses makes tags weak. */
  private static boolean isKnown(String tag, @Nullable String known) {
    return known != null
        && Pattern.compile(",")
            .splitAsStream(known)
            .map(String::strip)
            .anyMatch(one -> one.equals("*") || one.equals(tag) || one.equals("W/" + tag));
  }

  // Only what exists is kept: requests for other names must not fill the memory.
  private Optional<StaticFile> find(String name) {
    StaticFile known = read.get(name);
    if (known != null) {
      return Optional.of(known);
    }
    String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
    if (type == null || name.length() > LONGEST_NAME || !NAME.matcher(name).matches()) {
      return Optional.empty();
    }
    try (InputStream in = StaticFiles.class.getClassLoader().getResourceAsStream(folder + name)) {
      if (in == null) {
        return Optional.empty();
      }
      byte[] content =
          completions.getOrDefault(name, UnaryOperator.identity()).apply(in.readAllBytes());
      StaticFile file = new StaticFile(content, type, tag(content));
      read.put(name, file);
      return Optional.of(file);
    } catch (IOException e) {
      throw new UncheckedIOException(FailureReason.of(e), e);
    }
  }

  private static String tag(byte[] content) {
    byte[] digest = Checksum.SHA256.digest().digest(content);
    return '"' + HexFormat.of().formatHex(digest, 0, 16) + '"';
  }
}
