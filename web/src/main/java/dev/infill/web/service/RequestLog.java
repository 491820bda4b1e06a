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
    @Nullable String text = texts ? context.attribute(TEXT) : null;
    log.accept(
        String.format(
            Locale.ROOT,
            "%s %s %s %d %.3f s%s",
            Instant.now().truncatedTo(ChronoUnit.MILLIS),
            context.method().name(),
            route,
            context.statusCode(),
            duration.toNanos() / 1e9,
            text == null ? "" : " \"" + escaped(text) + "\""));
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
