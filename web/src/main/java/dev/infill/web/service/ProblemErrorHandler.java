package dev.infill.web.service;

import dev.infill.web.json.JsonLines;
import dev.infill.web.json.ProblemJson;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.handler.ErrorHandler;

/** Says what is wrong with requests that are no HTTP, as all other problems are told. */
final class ProblemErrorHandler extends ErrorHandler {
  private static final JsonLines JSON = new JsonLines();

  @Override
  public ByteBuffer badMessageError(int status, String reason, HttpFields.Mutable fields) {
    fields.put(HttpHeader.CONTENT_TYPE, Problems.CONTENT_TYPE);
    return ByteBuffer.wrap(body(status));
  }

  @Override
  public void handle(
      String target, Request base, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    base.setHandled(true);
    response.setContentType(Problems.CONTENT_TYPE);
    response.getOutputStream().write(body(response.getStatus()));
  }

  private static byte[] body(int status) {
    String title = HttpStatus.getMessage(status);
    return JSON.line(new ProblemJson("about:blank", title, status, title, null))
        .getBytes(StandardCharsets.UTF_8);
  }
}
