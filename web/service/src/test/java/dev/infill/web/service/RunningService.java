package dev.infill.web.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.infill.core.text.MaskedLanguageModel;
import java.io.IOException;
import java.io.InputStream;
import java.net.BindException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A service on a free port, and a client of it. */
final class RunningService implements AutoCloseable {
  static final String FILL = "/api/v1/fill";
  static final String SAMPLE = "/api/v1/sample";
  static final String JOBS = "/api/v1/jobs/";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final ServiceMetrics metrics = new ServiceMetrics();
  private final InfillService service;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private RunningService(ServiceOptions options) {
    try {
      service = InfillService.start(options.withPort(0), metrics);
    } catch (BindException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Starts a service that has its model. */
  static RunningService of(MaskedLanguageModel model, ServiceOptions options) {
    RunningService running = new RunningService(options);
    running.service.serve(model);
    return running;
  }

  /** Starts a service that has no model yet. */
  static RunningService withoutModel() {
    return new RunningService(ServiceOptions.defaults());
  }

  InfillService service() {
    return service;
  }

  ServiceMetrics metrics() {
    return metrics;
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://localhost:" + service.port() + path))
        .timeout(Duration.ofMinutes(5));
  }

  HttpResponse<String> get(String path) {
    return send(request(path).GET());
  }

  HttpResponse<String> post(String path, String json) {
    return send(posting(path, json));
  }

  HttpRequest.Builder posting(String path, String json) {
    return request(path)
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(json));
  }

  HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  CompletableFuture<HttpResponse<String>> sendAsync(HttpRequest.Builder request) {
    return client.sendAsync(request.build(), BodyHandlers.ofString());
  }

  CompletableFuture<HttpResponse<InputStream>> openAsync(HttpRequest.Builder request) {
    return client.sendAsync(request.build(), BodyHandlers.ofInputStream());
  }

  /** Sends what no client would, and returns all that comes until the connection ends. */
  String raw(String request) {
    try (Socket socket = new Socket("localhost", service.port());
        InputStream in = socket.getInputStream()) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Fills a text and returns the events in order. */
  List<Event> stream(String path, String json) {
    return Event.parse(send(posting(path, json).header("Accept", "text/event-stream")).body());
  }

  /** One server-sent event. */
  record Event(String name, JsonNode data) {
    static List<Event> parse(String stream) {
      List<Event> events = new ArrayList<>();
      for (String block : stream.split("\n\n", -1)) {
        if (block.startsWith("event: ")) {
          String[] lines = block.split("\n", -1);
          events.add(
              new Event(
                  lines[0].substring("event: ".length()),
                  json(lines[1].substring("data: ".length()))));
        }
      }
      return events;
    }
  }

  static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new IllegalStateException(text, e);
    }
  }

  @Override
  public void close() {
    service.close();
    metrics.close();
  }
}
