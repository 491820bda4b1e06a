package dev.infill.web.service;

import dev.infill.web.api.JsonLines;
import io.javalin.http.ContentType;
import io.javalin.http.Context;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

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

  /**
   * Answers with text where the request has not come to a route, without a thread that waits for
   * its client to read.
   *
   * @param response the answer, whose status is set
   * @param callback called when it is written
   * @param type its media type
   * @param text the text
   */
  static void send(Response response, Callback callback, String type, String text) {
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
    response.write(
        /* last= */ true, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), callback);
  }
}
