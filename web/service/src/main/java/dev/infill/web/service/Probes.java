package dev.infill.web.service;

import dev.infill.web.api.HealthJson;
import dev.infill.web.api.JsonLines;
import io.javalin.http.ContentType;
import io.javalin.http.HandlerType;
import java.time.Duration;
import java.util.List;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /healthz}, {@code /readyz} and {@code /metrics}: whether the service is well. They are
 * answered before all other requests, however many of these there are, and no thread waits until
 * the client has read the answer. Thread-safe.
 */
final class Probes extends Handler.Wrapper {
  private static final JsonLines JSON = new JsonLines();
  private static final String HEALTH = "/healthz";
  private static final String READY = "/readyz";
  private static final String METRICS = "/metrics";

  /** What is answered here. */
  static final List<InfillService.Route> ROUTES =
      List.of(
          new InfillService.Route(HandlerType.GET, HEALTH),
          new InfillService.Route(HandlerType.GET, READY),
          new InfillService.Route(HandlerType.GET, METRICS));

  private final ServedModel model;
  private final ServiceMetrics metrics;
  private final Problems problems;
  private final ServiceLog log;

  /**
   * Creates the handler.
   *
   * @param model says whether requests are answered
   * @param metrics counts these requests, and tells all figures
   * @param problems says what went wrong
   * @param log is written to where the service is not ready
   */
  Probes(ServedModel model, ServiceMetrics metrics, Problems problems, ServiceLog log) {
    this.model = model;
    this.metrics = metrics;
    this.problems = problems;
    this.log = log;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    String route = route(request.getHttpURI().getPath());
    if (ROUTES.stream().noneMatch(known -> known.path().equals(route))) {
      return super.handle(request, response, callback);
    }
    long began = System.nanoTime();
    if (request.getMethod().equals("GET") || request.getMethod().equals("HEAD")) {
      answer(route, response, callback);
    } else {
      response.getHeaders().put("Allow", "GET, HEAD");
      problems.answer(response, callback, ProblemException.of(405, Problems.ofStatus(405)));
    }
    Duration duration = Duration.ofNanos(System.nanoTime() - began);
    metrics.answered(request.getMethod(), route, response.getStatus(), duration);
    if (response.getStatus() >= 500) {
      log.request(request.getMethod(), route, response.getStatus(), duration, null);
    }
    return true;
  }

  /** A path with a slash at its end leads where it leads without. */
  private static String route(@Nullable String path) {
    if (path == null) {
      return "";
    }
    return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
  }

  private void answer(String route, Response response, Callback callback) {
    boolean up = !route.equals(READY) || model.isReady();
    response.setStatus(up ? 200 : 503);
    if (route.equals(METRICS)) {
      Answers.send(response, callback, "text/plain; version=0.0.4", metrics.scrape());
    } else {
      String state = route.equals(HEALTH) ? "up" : up ? "ready" : "not ready";
      Answers.send(response, callback, ContentType.JSON, JSON.line(new HealthJson(state)));
    }
  }
}
