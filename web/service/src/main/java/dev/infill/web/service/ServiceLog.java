package dev.infill.web.service;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.infill.web.api.JsonLines;
import io.javalin.http.Context;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The log of a service: a line for each request of the API, saying when, what, and how it ended,
 * and one for each error of the service. Never who asked, and texts only if they are wanted.
 *
 * @param lines takes the lines
 * @param format what they look like
 * @param texts whether texts are wanted
 */
public record ServiceLog(Consumer<String> lines, Format format, boolean texts) {
  /** What the lines of a log look like. */
  public enum Format {
    /** Words and figures with spaces between them. */
    TEXT,
    /**
     * An object of JSON a line: {@code time}, and {@code method}, {@code route}, {@code status},
     * {@code seconds} and if wanted {@code text} of a request, or {@code error}, or {@code notice}.
     */
    JSON
  }

  private static final String ATTACHED = ServiceLog.class.getName();
  private static final int FRAMES = 12;
  private static final int CAUSES = 4;
  private static final JsonLines JSON = new JsonLines();

  private record RequestLine(
      String time,
      String method,
      String route,
      int status,
      double seconds,
      @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<String> text) {}

  private record NoticeLine(String time, String notice) {}

  private record ErrorLine(String time, String error) {}

  /** Returns a log that nobody reads. */
  public static ServiceLog none() {
    return new ServiceLog(line -> {}, Format.TEXT, false);
  }

  /**
   * Says which text a request is about.
   *
   * @param context the request
   * @param text the text
   */
  static void attach(Context context, String text) {
    context.attribute(ATTACHED, text);
  }

  /**
   * Writes the line of a request.
   *
   * @param context the request
   * @param route the route that it took
   * @param duration how long it took
   */
  void request(Context context, String route, Duration duration) {
    request(
        context.req().getMethod(),
        route,
        context.statusCode(),
        duration,
        context.attribute(ATTACHED));
  }

  /**
   * Writes the line of a request.
   *
   * @param method its method
   * @param route the route that it took
   * @param status the status of its answer
   * @param duration how long it took
   * @param text what it is about, if anything
   */
  void request(String method, String route, int status, Duration duration, @Nullable String text) {
    RequestLine line =
        new RequestLine(
            now(),
            ServiceMetrics.known(method),
            route,
            status,
            duration.toMillis() / 1e3,
            Optional.ofNullable(text).filter(about -> texts));
    lines.accept(
        format == Format.JSON
            ? JSON.line(line)
            : String.format(
                Locale.ROOT,
                "%s %s %s %d %.3f s%s",
                line.time,
                line.method,
                route,
                status,
                line.seconds,
                line.text.map(about -> " \"" + escaped(about) + "\"").orElse("")));
  }

  /** Writes what the service's user is to know, in one line. */
  void notice(String notice) {
    lines.accept(
        format == Format.JSON
            ? JSON.line(new NoticeLine(now(), notice))
            : now() + " notice: " + notice);
  }

  /** Writes what was thrown, and where, in one line. Its message may hold somebody's text. */
  void error(Throwable failure) {
    StringBuilder trace = new StringBuilder();
    @Nullable Throwable thrown = failure;
    for (int cause = 0; cause < CAUSES && thrown != null; cause++) {
      trace.append(cause == 0 ? "" : ", caused by ").append(thrown.getClass().getName());
      StackTraceElement[] frames = thrown.getStackTrace();
      for (int frame = 0; frame < Math.min(FRAMES, frames.length); frame++) {
        trace.append(" at ").append(frames[frame]);
      }
      thrown = thrown.getCause();
    }
    lines.accept(
        format == Format.JSON
            ? JSON.line(new ErrorLine(now(), trace.toString()))
            : now() + " internal error: " + trace);
  }

  private static String now() {
    return Instant.now().truncatedTo(ChronoUnit.MILLIS).toString();
  }

  private static String escaped(String text) {
    StringBuilder line = new StringBuilder();
    text.codePoints()
        .forEach(
            point -> {
              if (Character.isISOControl(point) || point == 0x2028 || point == 0x2029) {
                line.append(String.format(Locale.ROOT, "\\u%04x", point));
              } else {
                line.append(point == '"' || point == '\\' ? "\\" : "").appendCodePoint(point);
              }
            });
    return line.toString();
  }
}
