package dev.infill.web.service;

import io.javalin.http.Context;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes a line for each request: when, what, and how it ended. Never who asked, and texts only if
 * they are wanted.
 *
 * @param log takes the lines
 * @param texts whether texts are wanted
 */
record RequestLog(Consumer<String> log, boolean texts) {
  private static final String TEXT = RequestLog.class.getName();

  /**
   * Says which text a request is about.
   *
   * @param context the request
   * @param text the text
   */
  static void attach(Context context, String text) {
    context.attribute(TEXT, text);
  }

  /**
   * Writes the line of a request.
   *
   * @param context the request
   * @param route the route that it took
   * @param duration how long it took
   */
  void write(Context context, String route, Duration duration) {
    write(
        context.req().getMethod(), route, context.statusCode(), duration, context.attribute(TEXT));
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
  void write(String method, String route, int status, Duration duration, @Nullable String text) {
    log.accept(
        String.format(
            Locale.ROOT,
            "%s %s %s %d %.3f s%s",
            Instant.now().truncatedTo(ChronoUnit.MILLIS),
            ServiceMetrics.known(method),
            route,
            status,
            duration.toNanos() / 1e9,
            text == null || !texts ? "" : " \"" + escaped(text) + "\""));
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
