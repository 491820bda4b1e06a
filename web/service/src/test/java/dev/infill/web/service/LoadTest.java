package dev.infill.web.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.web.service.RunningService.Event;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.eclipse.jetty.server.Connector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Many clients of every kind at the same time. {@code -Dinfill.clients=200} and {@code
 * -Dinfill.rounds=4} make more of them.
 */
@Timeout(1200)
@Isolated("it counts threads and measures how soon it is answered")
class LoadTest {
  private static final int CLIENTS = Integer.getInteger("infill.clients", 24);
  private static final int ROUNDS = Integer.getInteger("infill.rounds", 1);
  private static final int LARGEST_BODY = 20_000;

  private static final List<Request> REQUESTS = requests();

  private final Queue<String> log = new ConcurrentLinkedQueue<>();
  private final AtomicInteger answered = new AtomicInteger();
  private final AtomicInteger answeredJobs = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();

  /** What is asked; jobs are refused where too many wait. */
  private record Request(String path, String accept, String body, boolean isJob) {
    byte[] bytes() {
      byte[] content = body.getBytes(StandardCharsets.UTF_8);
      // Answers of HTTP/1.0 end with their connection, and have no chunks.
      String head =
          "%s %s HTTP/1.0\r\nHost: localhost\r\nAccept: %s\r\n"
              .formatted(body.isEmpty() ? "GET" : "POST", path, accept);
      String type = "Content-Type: application/json\r\nContent-Length: %d\r\n";
      return (head + (body.isEmpty() ? "" : type.formatted(content.length)) + "\r\n" + body)
          .getBytes(StandardCharsets.UTF_8);
    }
  }

  /** What is answered, without what a clock or a coin says. */
  private record Answer(int status, String head, JsonNode body) {
    boolean isSameAs(Answer other) {
      return status == other.status && body.equals(other.body);
    }
  }

  private static List<Request> requests() {
    String json = "application/json";
    String infill =
        "{\"text\":\"the ___ sat on ___ .\",\"settings\":{\"chains\":3,\"steps\":%d,"
            + "\"seed\":%d}}";
    List<Request> requests = new ArrayList<>();
    for (int seed = 1; seed <= 4; seed++) {
      String accept = seed % 2 == 0 ? json : "text/event-stream";
      requests.add(new Request("/api/v1/sample", accept, infill.formatted(20, seed), true));
    }
    String fill = "{\"text\":\"the ___ sat on ___ .\",\"settings\":{\"seed\":1}}";
    requests.add(new Request("/api/v1/fill", json, fill, true));
    requests.add(new Request("/api/v1/fill", "text/event-stream", fill, true));
    String score = "{\"text\":\"the ___ ran\",\"fills\":[\"cat\"],\"alternatives\":3}";
    requests.add(new Request("/api/v1/score", json, score, true));
    requests.add(new Request("/api/v1/score", json, "{\"text\":\"the cat ran on\"}", true));
    requests.add(
        new Request(
            "/api/v1/fill-mask",
            json,
            "{\"inputs\":\"the ___ ran on ___\",\"parameters\":{\"joint\":true}}",
            true));
    requests.add(
        new Request("/api/v1/metrics", json, "{\"sentences\":[\"the cat\",\"a dog\"]}", true));
    requests.add(new Request("/api/v1/tokenize", json, "{\"text\":\"the ___ ran\"}", false));
    requests.add(new Request("/api/v1/models", json, "", false));
    requests.add(new Request("/api/v1/sample", json, "{\"text\":\"the cat ran\"}", false));
    requests.add(new Request("/api/v1/sample", json, infill.formatted(-1, 1), false));
    requests.add(new Request("/api/v1/score", json, "{\"text\":", false));
    requests.add(new Request("/api/v1/nothing", json, "{}", false));
    requests.add(
        new Request("/api/v1/tokenize", json, "{\"text\":\"" + "a".repeat(90_000) + "\"}", false));
    return requests;
  }

  @Test
  void everyClientIsAnsweredAsIfItWereAloneOrToldToComeAgain() throws Exception {
    Set<Thread> before = threads();
    ServiceLimits limits =
        ServiceLimits.defaults()
            .with(ServiceLimit.JOBS, 2)
            .with(ServiceLimit.QUEUE, 16)
            .with(ServiceLimit.BODY_BYTES, LARGEST_BODY);
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS + 1);
    try (RunningService service =
        RunningService.of(
            new TinyLanguageModel(64),
            ServiceOptions.defaults()
                .withLimits(limits)
                .withGrace(Duration.ZERO)
                .withLog(new ServiceLog(log::add, ServiceLog.Format.TEXT, false)))) {
      Map<Request, Answer> alone = askAlone(service, REQUESTS);
      assertThat(alone.values())
          .extracting(Answer::status)
          .containsExactly(
              200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 422, 422, 400, 404, 413);

      CountDownLatch start = new CountDownLatch(1);
      AtomicBoolean over = new AtomicBoolean();
      List<Future<?>> asking = new ArrayList<>();
      for (int client = 0; client < CLIENTS; client++) {
        Random random = new Random(client);
        asking.add(
            clients.submit(
                () -> {
                  start.await();
                  for (int round = 0; round < ROUNDS; round++) {
                    askAll(service, alone, random);
                  }
                  return null;
                }));
      }
      Future<List<Long>> probes = clients.submit(() -> probe(service, over));
      start.countDown();
      for (Future<?> client : asking) {
        client.get();
      }
      over.set(true);

      assertThat(answeredJobs).hasPositiveValue();
      assertThat(answered.get() + refused.get()).isEqualTo(CLIENTS * ROUNDS * REQUESTS.size());
      assertProbed(probes.get());
      await(() -> jobs(service).equals(List.of("0.0", "0.0", "0.0")));
      await(() -> connections(service) == 0);
      assertThat(log).noneMatch(line -> line.contains("internal error"));
    } finally {
      clients.shutdown();
    }
    await(() -> before.containsAll(threads()));
  }

  /** Whoever has begun is answered in whole; all others are told to come again, or not let in. */
  @Test
  void aServiceThatEndsWhileAllAskBreaksNoAnswerOff() throws Exception {
    ServiceLimits limits =
        ServiceLimits.defaults().with(ServiceLimit.JOBS, 2).with(ServiceLimit.QUEUE, 16);
    // Long enough to be in the middle of when the service ends.
    String body = "{\"text\":\"the ___ sat on ___ .\",\"settings\":{\"steps\":800,\"seed\":%d}}";
    List<Request> jobs = new ArrayList<>();
    for (int seed = 1; seed <= 4; seed++) {
      String accept = seed % 2 == 0 ? "application/json" : "text/event-stream";
      jobs.add(new Request("/api/v1/sample", accept, body.formatted(seed), true));
    }
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    try (RunningService service =
        RunningService.of(
            new TinyLanguageModel(64),
            ServiceOptions.defaults()
                .withLimits(limits)
                .withGrace(Duration.ofMinutes(2))
                .withLog(new ServiceLog(log::add, ServiceLog.Format.TEXT, false)))) {
      Map<Request, Answer> alone = askAlone(service, jobs);
      int port = service.service().port();
      AtomicBoolean ending = new AtomicBoolean();
      AtomicInteger answeredAtTheEnd = new AtomicInteger();
      List<Future<?>> asking = new ArrayList<>();
      for (int client = 0; client < CLIENTS; client++) {
        Random random = new Random(client);
        asking.add(
            clients.submit(
                () -> {
                  int status = 200;
                  while (status == 200 || status == 422 || status == 429) {
                    status = askOne(port, alone, random, ending);
                    if (status == 200) {
                      (ending.get() ? answeredAtTheEnd : answered).incrementAndGet();
                    }
                  }
                  return null;
                }));
      }
      await(() -> answered.get() >= 8);
      ending.set(true);
      service.service().close();
      for (Future<?> client : asking) {
        client.get();
      }

      assertThat(service.service().isStopped()).isTrue();
      assertThat(answeredAtTheEnd).hasPositiveValue();
      assertThat(log).noneMatch(line -> line.contains("internal error"));
    } finally {
      clients.shutdown();
    }
  }

  /** Returns the status, 0 of a client that was not let in. What is answered is whole. */
  private static int askOne(
      int port, Map<Request, Answer> alone, Random random, AtomicBoolean ending) {
    List<Request> requests = List.copyOf(alone.keySet());
    Request request = requests.get(random.nextInt(requests.size()));
    // The kernel connects whoever comes as the service stops to listen. Of those who are connected,
    // whoever has asked is answered; others may be let go.
    AtomicBoolean askedBefore = new AtomicBoolean();
    Optional<String> all = answerOf(port, request, () -> askedBefore.set(!ending.get()));
    boolean cameAtTheEnd = ending.get() && !askedBefore.get();
    if (all.isEmpty() || (cameAtTheEnd && all.get().isEmpty())) {
      return 0;
    }
    Answer answer = parsed(all.get());
    if (answer.status() != 429 && answer.status() != 503) {
      assertThat(answer.isSameAs(Objects.requireNonNull(alone.get(request))))
          .as("%s: %s", request, answer)
          .isTrue();
    } else if (!answer.head().contains("text/event-stream")) {
      assertThat(answer.head()).containsPattern("\r\nRetry-After: [1-9]\\d*\r\n");
    }
    return answer.status();
  }

  /** Asks everything in some order; in between is a client that goes away. */
  private void askAll(RunningService service, Map<Request, Answer> alone, Random random)
      throws IOException {
    List<Request> order = new ArrayList<>(REQUESTS);
    Collections.shuffle(order, random);
    int gone = random.nextInt(order.size());
    for (int k = 0; k < order.size(); k++) {
      if (k == gone) {
        goAway(service, random);
      }
      Request request = order.get(k);
      Answer answer = ask(service, request);
      boolean mayBeRefused = request.isJob() || CLIENTS > RequestLimits.MOST_BODIES;
      if (answer.status() == 429 && mayBeRefused) {
        assertThat(answer.head()).containsPattern("\r\nRetry-After: [1-9]\\d*\r\n");
        refused.incrementAndGet();
      } else {
        assertThat(answer.isSameAs(Objects.requireNonNull(alone.get(request))))
            .as("%s: %s", request, answer)
            .isTrue();
        answered.incrementAndGet();
        if (request.isJob()) {
          answeredJobs.incrementAndGet();
        }
      }
    }
  }

  private static Map<Request, Answer> askAlone(RunningService service, List<Request> requests) {
    Map<Request, Answer> answers = new LinkedHashMap<>();
    requests.forEach(request -> answers.put(request, ask(service, request)));
    return answers;
  }

  private static Answer ask(RunningService service, Request request) {
    return parsed(answerOf(service.service().port(), request, () -> {}).orElseThrow());
  }

  /**
   * Returns all that was answered until the connection was closed or broken off; empty if nobody
   * let it in.
   *
   * @param asked is run when the request is sent
   */
  private static Optional<String> answerOf(int port, Request request, Runnable asked) {
    ByteArrayOutputStream received = new ByteArrayOutputStream();
    boolean connected = false;
    try (Socket socket = new Socket("localhost", port)) {
      connected = true;
      socket.getOutputStream().write(request.bytes());
      asked.run();
      InputStream in = socket.getInputStream();
      byte[] part = new byte[8_192];
      for (int read = in.read(part); read >= 0; read = in.read(part)) {
        received.write(part, 0, read);
      }
    } catch (IOException brokenOff) {
      // What came before is looked at all the same.
    }
    return connected ? Optional.of(received.toString(StandardCharsets.UTF_8)) : Optional.empty();
  }

  /** A stream's status is that of the problem that it ends with, if it does. */
  private static Answer parsed(String all) {
    int end = all.indexOf("\r\n\r\n");
    assertThat(end).as("the end of the headers in '%s'", all).isPositive();
    String head = all.substring(0, end + 2);
    String body = all.substring(end + 4);
    int status = Integer.parseInt(head.split(" ", 3)[1]);
    if (head.contains("text/event-stream")) {
      List<Event> events = Event.parse(body);
      Event last = events.get(events.size() - 1);
      assertThat(last.name()).isIn("result", "problem");
      body = last.data().toString();
      status = last.data().path("status").asInt(status);
    }
    return new Answer(status, head, timeless(RunningService.json(body)));
  }

  private static JsonNode timeless(JsonNode answer) {
    if (answer.get("diagnostics") instanceof ObjectNode diagnostics) {
      diagnostics.remove("seconds");
      for (JsonNode convergence : diagnostics.path("convergence")) {
        ((ObjectNode) convergence).remove("effectiveSampleSizePerSecond");
      }
    }
    return answer;
  }

  /** Asks for a long job, and closes the connection before or after its first bytes. */
  private static void goAway(RunningService service, Random random) throws IOException {
    String body = "{\"text\":\"the ___ sat on ___ .\",\"settings\":{\"chains\":5,\"steps\":9000}}";
    String accept = random.nextBoolean() ? "application/json" : "text/event-stream";
    try (Socket socket = new Socket("localhost", service.service().port())) {
      socket.getOutputStream().write(new Request("/api/v1/sample", accept, body, true).bytes());
      if (accept.startsWith("text")) {
        socket.getInputStream().readNBytes(random.nextInt(400));
      }
    }
  }

  /**
   * Asks whether the service is well until all is over, and returns how many nanoseconds it took.
   */
  private static List<Long> probe(RunningService service, AtomicBoolean over) throws IOException {
    List<Long> times = new ArrayList<>();
    byte[] request =
        "GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.UTF_8);
    while (!over.get()) {
      long began = System.nanoTime();
      try (Socket socket = new Socket("localhost", service.service().port())) {
        socket.getOutputStream().write(request);
        assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
            .startsWith("HTTP/1.1 200 ");
      }
      times.add(System.nanoTime() - began);
      LockSupport.parkNanos(10_000_000);
    }
    return times;
  }

  /** Half of them within a second; ten are for a machine that is at other work for a while. */
  private static void assertProbed(List<Long> times) {
    long[] sorted = times.stream().mapToLong(Long::longValue).sorted().toArray();
    assertThat(Duration.ofNanos(sorted[sorted.length / 2])).isLessThan(Duration.ofSeconds(1));
    assertThat(Duration.ofNanos(sorted[sorted.length - 1])).isLessThan(Duration.ofSeconds(10));
  }

  private static List<String> jobs(RunningService service) {
    return service
        .metrics()
        .scrape()
        .lines()
        .filter(line -> line.matches("infill_jobs_(running|queued|answered) .*"))
        .map(line -> line.substring(line.indexOf(' ') + 1))
        .toList();
  }

  private static int connections(RunningService service) {
    return Arrays.stream(service.service().server().getConnectors())
        .map(Connector::getConnectedEndPoints)
        .mapToInt(Collection::size)
        .sum();
  }

  private static Set<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().matches("(http|job)-.*"))
        .collect(Collectors.toSet());
  }

  /** Waits for what ends by itself; the test's time bounds it. */
  private static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      LockSupport.parkNanos(1_000_000);
    }
  }
}
