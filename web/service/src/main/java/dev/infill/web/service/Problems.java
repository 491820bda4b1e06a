package dev.infill.web.service;

import dev.infill.web.api.JsonLines;
import dev.infill.web.api.ProblemJson;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.http.MethodNotAllowedResponse;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Says what went wrong, as {@code application/problem+json}.
 *
 * @param log takes what nobody expected
 */
record Problems(ServiceLog log) {
  static final String CONTENT_TYPE = "application/problem+json";

  private static final JsonLines JSON = new JsonLines();

  /**
   * Answers with a problem.
   *
   * @param context the request
   * @param failure what was thrown
   */
  void answer(Context context, Throwable failure) {
    ProblemJson problem = of(failure);
    context.status(problem.status());
    headers(failure, problem, context::header);
    Answers.send(context, CONTENT_TYPE, JSON.line(problem));
  }

  /**
   * Answers with a problem where the request has not come to a route yet.
   *
   * @param response the answer
   * @param callback called when it is written
   * @param failure what is wrong
   */
  void answer(Response response, Callback callback, Throwable failure) {
    ProblemJson problem = of(failure);
    response.setStatus(problem.status());
    headers(failure, problem, response.getHeaders()::put);
    if (!response.getRequest().consumeAvailable()) {
      // Jetty closes the connection then, and a client that is not told may ask on it again.
      response.getHeaders().put("Connection", "close");
    }
    Answers.send(response, callback, CONTENT_TYPE, JSON.line(problem));
  }

  /**
   * Answers requests that are no HTTP, that come while the server is stopped, or that no thread was
   * found for: Jetty's handler of errors.
   *
   * @param response the answer, with its status
   * @param callback called when it is written
   * @return true
   */
  boolean answerError(Request request, Response response, Callback callback) {
    int status = response.getStatus();
    answer(
        response,
        callback,
        status == HttpStatus.SERVICE_UNAVAILABLE_503
            ? ProblemException.unavailable()
            : ProblemException.of(status, HttpStatus.getMessage(status)));
    return true;
  }

  private static void headers(
      Throwable failure, ProblemJson problem, BiConsumer<String, String> header) {
    if (failure instanceof ProblemException known) {
      known
          .retryAfter()
          .ifPresent(after -> header.accept("Retry-After", String.valueOf(after.toSeconds())));
    }
    if (failure instanceof MethodNotAllowedResponse wrongMethod) {
      header.accept("Allow", allowed(wrongMethod));
    }
    if (problem.status() == 401) {
      header.accept("WWW-Authenticate", "Bearer");
    }
  }

  private static String allowed(MethodNotAllowedResponse failure) {
    return String.join(", ", failure.getDetails().values());
  }

  /**
   * Returns the problem that a failure is.
   *
   * @param failure what was thrown
   */
  ProblemJson of(Throwable failure) {
    if (failure instanceof ProblemException problem) {
      return problem(problem.status(), problem.getMessage(), problem.field());
    }
    Optional<ProblemJson> ofRequest = ProblemJson.ofRequest(failure);
    if (ofRequest.isPresent()) {
      return ofRequest.get();
    }
    if (failure instanceof HttpResponseException response) {
      return problem(response.getStatus(), ofStatus(response.getStatus()), Optional.empty());
    }
    log.error(failure);
    return failure instanceof OutOfMemoryError
        ? problem(503, "the service ran out of memory; ask for less at once", Optional.empty())
        : problem(500, "an error of the service, not of the request", Optional.empty());
  }

  private static ProblemJson problem(int status, @Nullable String message, Optional<String> field) {
    return ProblemJson.of(status, HttpStatus.getMessage(status), message, field);
  }

  /** Says what a status means, and what would be right. */
  static String ofStatus(int status) {
    return switch (status) {
      case 404 -> "there is nothing here; /openapi.json tells what there is";
      case 405 -> "this is not for that method; the header Allow tells the right one";
      default -> HttpStatus.getMessage(status);
    };
  }
}
