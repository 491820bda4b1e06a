package dev.infill.evaluation.bench;

import dev.infill.core.FailureReason;
import dev.infill.core.chain.ProgressListener;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;

/**
 * Requests that some clients send to a service, each its next one as soon as the last is answered.
 */
public final class LoadBenchmark {
  private static final int OK = 200;

  private final int clients;
  private final int requests;

  /**
   * Creates the benchmark.
   *
   * @param clients how many clients there are at the same time, at least 1
   * @param requests how many requests they send in all, at least 1
   * @throws dev.infill.core.InvalidInputException if there are fewer
   */
  public LoadBenchmark(int clients, int requests) {
    Repetitions.requireCount("clients", clients);
    Repetitions.requireCount("requests", requests);
    this.clients = clients;
    this.requests = requests;
  }

  /**
   * Sends the requests.
   *
   * @param endpoint what is asked, by POST and in JSON
   * @param body gives the body of each, from 0
   * @param progress is notified of every answer
   * @throws IOException if the service cannot be reached, or one request is not answered with 200
   * @throws InterruptedException if the thread is interrupted
   */
  public Result run(URI endpoint, IntFunction<String> body, ProgressListener progress)
      throws IOException, InterruptedException {
    HttpClient http = HttpClient.newHttpClient();
    ExecutorService threads = Executors.newFixedThreadPool(clients);
    try {
      ExecutorCompletionService<Double> answers = new ExecutorCompletionService<>(threads);
      long began = System.nanoTime();
      for (int request = 0; request < requests; request++) {
        String sent = body.apply(request);
        answers.submit(() -> seconds(http, endpoint, sent));
      }
      List<Double> latencies = new ArrayList<>(requests);
      while (latencies.size() < requests) {
        latencies.add(answers.take().get());
        progress.onProgress(ProgressListener.Phase.SAMPLING, latencies.size(), requests);
      }
      return new Result(clients, (System.nanoTime() - began) / 1e9, latencies);
    } catch (ExecutionException e) {
      Throwable cause = Objects.requireNonNull(e.getCause());
      throw cause instanceof ConnectException
          ? new IOException("nothing answers at " + endpoint, cause)
          : new IOException(
              cause instanceof IOException failure
                  ? FailureReason.of(failure)
                  : String.valueOf(cause.getMessage()),
              cause);
    } finally {
      threads.shutdownNow();
    }
  }

  private static double seconds(HttpClient http, URI endpoint, String body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(endpoint)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build();
    long began = System.nanoTime();
    HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
    if (response.statusCode() != OK) {
      throw new IOException(
          "%s answered %d: %s".formatted(endpoint, response.statusCode(), response.body().strip()));
    }
    return (System.nanoTime() - began) / 1e9;
  }

  /**
   * What was measured.
   *
   * @param clients how many clients there were
   * @param seconds from the first request to the last answer
   * @param latencies seconds from each request to its answer, ascending
   */
  public record Result(int clients, double seconds, List<Double> latencies) {
    /** Sorts a copy of the list. */
    public Result {
      latencies = latencies.stream().sorted().toList();
    }

    /** Returns how many requests were answered in a second. */
    public double requestsPerSecond() {
      return latencies.size() / seconds;
    }

    /**
     * Returns the least latency that a share of the requests did not exceed, in seconds.
     *
     * @param share from 0, exclusive, to 1
     */
    public double latency(double share) {
      return latencies.get((int) Math.ceil(share * latencies.size()) - 1);
    }
  }
}
