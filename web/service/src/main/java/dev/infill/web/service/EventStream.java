package dev.infill.web.service;

import dev.infill.web.api.JsonLines;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Server-sent events: the answer to one request. Used by the request's thread alone. */
final class EventStream {
  static final String CONTENT_TYPE = "text/event-stream";

  private final OutputStream out;
  private final JsonLines json = new JsonLines();

  private EventStream(OutputStream out) {
    this.out = out;
  }

  /**
   * Begins the answer.
   *
   * @param context the request
   * @throws Job.AbandonedException if its client is gone
   */
  static EventStream begin(Context context) {
    context.res().setStatus(200);
    context.res().setContentType(CONTENT_TYPE);
    context.res().setCharacterEncoding(StandardCharsets.UTF_8.name());
    // What the client sends meanwhile is lost, as only a read tells whether it is still there.
    context.res().setHeader("Connection", "close");
    // Tells nginx not to hold events back.
    context.res().setHeader("X-Accel-Buffering", "no");
    try {
      EventStream stream = new EventStream(context.res().getOutputStream());
      stream.comment("infill");
      return stream;
    } catch (IOException e) {
      throw new Job.AbandonedException();
    }
  }

  /**
   * Sends an event.
   *
   * @param event its name
   * @param data its data
   * @throws Job.AbandonedException if the client is gone
   */
  void send(String event, Record data) {
    write("event: " + event + "\ndata: " + json.line(data) + "\n\n");
  }

  /** Sends what clients pass over. */
  void comment(String text) {
    write(": " + text + "\n\n");
  }

  private void write(String text) {
    try {
      out.write(text.getBytes(StandardCharsets.UTF_8));
      out.flush();
    } catch (IOException e) {
      throw new Job.AbandonedException();
    }
  }
}
