package dev.infill.web.service;

import dev.infill.web.api.JsonLines;
import dev.infill.web.api.ProblemJson;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** Says what is wrong with requests that are no HTTP, as all other problems are told. */
final class ProblemErrorHandler extends ErrorHandler {
  private static final JsonLines JSON = new JsonLines();

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    int status = response.getStatus();
    String title = HttpStatus.getMessage(status);
    Answers.send(
        response,
        callback,
        Problems.CONTENT_TYPE,
        JSON.line(new ProblemJson("about:blank", title, status, title, null)));
    return true;
  }
}
