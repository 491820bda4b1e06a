package dev.infill.web.service;

import dev.infill.core.Excerpt;
import io.javalin.http.ContentType;
import io.javalin.http.Context;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

/** Refuses bodies whose headers say that they come otherwise than they are read. */
final class BodyHeaders {
  private static final String CHUNKED = "chunked";
  private static final String IDENTITY = "identity";
  private static final String CHARSET = "charset";
  private static final Set<String> UTF_8 = Set.of("utf-8", "utf8", "\"utf-8\"", "\"utf8\"");

  /** Semicolons between quotes stand in a value. */
  private static final Pattern PARAMETER = Pattern.compile(";(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)");

  private BodyHeaders() {}

  /**
   * Refuses bodies that are packed for the transfer. The connection of a client of HTTP/1.0 that
   * sends chunks, which HTTP/1.0 does not know, ends with the answer: something between the two may
   * have taken its end to be elsewhere.
   *
   * @param request the request
   * @param response the answer
   * @throws ProblemException if a coding of the transfer is not {@code chunked}
   */
  static void requireFraming(Request request, Response response) {
    List<String> codings =
        request.getHeaders().getCSV(HttpHeader.TRANSFER_ENCODING, /* keepQuotes= */ true);
    if (codings.isEmpty()) {
      return;
    }
    boolean isChunked = codings.stream().allMatch(CHUNKED::equalsIgnoreCase);
    if (!isChunked || request.getConnectionMetaData().getHttpVersion() != HttpVersion.HTTP_1_1) {
      response.getHeaders().put(HttpHeader.CONNECTION, "close");
    }
    if (!isChunked) {
      throw ProblemException.of(
          501,
          "a body comes as it is or in chunks here, not with Transfer-Encoding: "
              + Excerpt.of(String.join(", ", codings)));
    }
  }

  /**
   * Refuses bodies that are not declared as JSON in UTF-8, or that are packed.
   *
   * @param context the request
   * @throws ProblemException if its body is
   */
  static void requireJson(Context context) {
    // Javalin's own getter makes a Java charset of what it finds.
    List<String> types = Collections.list(context.req().getHeaders("Content-Type"));
    String[] typed = types.isEmpty() ? new String[] {""} : types.get(0).split(";", 2);
    if (types.size() > 1 || !typed[0].strip().toLowerCase(Locale.ROOT).equals(ContentType.JSON)) {
      throw ProblemException.of(
          415, "the body must be JSON, with one header Content-Type: application/json");
    }
    Optional<String> charset =
        Stream.of(typed)
            .skip(1)
            .flatMap(PARAMETER::splitAsStream)
            .map(String::strip)
            .filter(parameter -> !isUnderstood(parameter))
            .findFirst();
    if (charset.isPresent()) {
      throw ProblemException.of(
          415,
          "the body must be in UTF-8, with the header Content-Type: application/json, not with "
              + Excerpt.of(charset.get()));
    }
    List<String> codings =
        Collections.list(context.req().getHeaders("Content-Encoding")).stream()
            .flatMap(header -> Stream.of(header.split(",", -1)))
            .map(String::strip)
            .filter(coding -> !coding.isEmpty() && !coding.equalsIgnoreCase(IDENTITY))
            .toList();
    if (!codings.isEmpty()) {
      context.header("Accept-Encoding", IDENTITY);
      throw ProblemException.of(
          415,
          "the body must not be packed; send it without Content-Encoding: "
              + Excerpt.of(String.join(", ", codings)));
    }
  }

  /** Says whether a parameter of the media type is no charset, or UTF-8. */
  private static boolean isUnderstood(String parameter) {
    String[] named = parameter.split("=", 2);
    return !named[0].strip().equalsIgnoreCase(CHARSET)
        || (named.length == 2 && UTF_8.contains(named[1].strip().toLowerCase(Locale.ROOT)));
  }
}
