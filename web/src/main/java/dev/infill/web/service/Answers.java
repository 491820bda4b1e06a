package dev.infill.web.service;

import dev.infill.web.json.JsonLines;
import io.javalin.http.ContentType;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;

/** Writes answers. */
final class Answers {
  private static final JsonLines JSON = new JsonLines();

  private Answers() {}

  /**
   * Answers with a record.
   *
   * @param context the request
   * @param answer the record
   */
  static void json(Context context, Record answer) {
    send(context, ContentType.JSON, JSON.line(answer));
  }

  /**
   * Answers with text.
   *
   * @param context the request
   * @param type its media type
   * @param text the text
   */
  static void send(Context context, String type, String text) {
    context.contentType(type).result(text.getBytes(StandardCharsets.UTF_8));
  }
}
