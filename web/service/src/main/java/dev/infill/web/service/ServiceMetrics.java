package dev.infill.web.service;

import dev.infill.bert.ModelPass;
import dev.infill.bert.PassListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a service counts and times, for Prometheus. Thread-safe. */
public final class ServiceMetrics implements PassListener, AutoCloseable {
  /** The route of requests that take none. */
  static final String NO_ROUTE = "none";

  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE");

  private static final Pattern RESIDENT = Pattern.compile("(?m)^VmRSS:\\s+(\\d+) kB$");
  private static final double KIBIBYTE = 1024;

  private static final Duration[] JOB_SECONDS = {
    Duration.ofMillis(50),
    Duration.ofMillis(100),
    Duration.ofMillis(250),
    Duration.ofMillis(500),
    Duration.ofSeconds(1),
    Duration.ofMillis(2500),
    Duration.ofSeconds(5),
    Duration.ofSeconds(10),
    Duration.ofSeconds(30),
    Duration.ofSeconds(60)
  };

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics collections = new JvmGcMetrics();
  private final Timer passes;
  private final DistributionSummary sequences;
  private final DistributionSummary requests;
  private final DistributionSummary pieces;
  private final Timer waiting;
  private final Counter refused;
  private final Counter abandoned;
  private final Counter late;

  /** Begins to count. */
  public ServiceMetrics() {
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    collections.bindTo(registry);
    Gauge.builder("process.resident.memory.bytes", ServiceMetrics::residentBytes)
        .description("Physical memory of the process: heap, model and native libraries")
        .register(registry);
    Gauge.builder("infill.native.memory.bytes", ServiceMetrics::nativeBytes)
        .description(
            "Physical memory of the process less the heap that Java has taken: model, native"
                + " libraries, code and threads")
        .register(registry);
    passes =
        Timer.builder("infill.model.passes")
            .description("Runs of the model")
            .serviceLevelObjectives(JOB_SECONDS)
            .register(registry);
    sequences =
        DistributionSummary.builder("infill.model.batch.sequences")
            .description("Sequences of a run of the model")
            .serviceLevelObjectives(1, 2, 4, 8, 16, 32, 64, 128, 256)
            .register(registry);
    requests =
        DistributionSummary.builder("infill.model.batch.requests")
            .description("Threads that shared a run of the model")
            .serviceLevelObjectives(1, 2, 4, 8, 16)
            .register(registry);
    pieces =
        DistributionSummary.builder("infill.model.sequence.pieces")
            .description("Word pieces of the sequences of a run of the model")
            .serviceLevelObjectives(16, 32, 64, 128, 256, 512)
            .register(registry);
    waiting =
        Timer.builder("infill.jobs.waiting.time")
            .description("How long jobs waited before they ran")
            .serviceLevelObjectives(JOB_SECONDS)
            .register(registry);
    refused =
        Counter.builder("infill.jobs.refused")
            .description("Jobs that were refused because too many waited")
            .register(registry);
    abandoned =
        Counter.builder("infill.jobs.abandoned")
            .description("Jobs whose clients went away")
            .register(registry);
    late =
        Counter.builder("infill.jobs.late")
            .description("Jobs that were stopped because they took too long")
            .register(registry);
  }

  /** The heap, the model, and all that native libraries hold, as Linux tells it (proc(5)). */
  private static double residentBytes() {
    try {
      Matcher found = RESIDENT.matcher(Files.readString(Path.of("/proc/self/status")));
      return found.find() ? KIBIBYTE * Long.parseLong(found.group(1)) : Double.NaN;
    } catch (IOException e) {
      return Double.NaN;
    }
  }

  private static double nativeBytes() {
    return Math.max(0, residentBytes() - Runtime.getRuntime().totalMemory());
  }

  @Override
  public void onPass(ModelPass pass) {
    passes.record(Duration.ofNanos((long) (pass.seconds() * 1e9)));
    sequences.record(pass.sequences());
    requests.record(pass.requests());
    pieces.record(pass.length());
  }

  /** Tells how many jobs run and wait from now on. */
  void watch(JobQueue queue) {
    Gauge.builder("infill.jobs.running", queue, JobQueue::running)
        .description("Jobs that run")
        .register(registry);
    Gauge.builder("infill.jobs.answered", queue, JobQueue::answered)
        .description("Jobs that are done, and whose answers are being written")
        .register(registry);
    Gauge.builder("infill.jobs.queued", queue, JobQueue::waiting)
        .description("Jobs that wait")
        .register(registry);
  }

  void waited(long nanoseconds) {
    waiting.record(nanoseconds, TimeUnit.NANOSECONDS);
  }

  void refused() {
    refused.increment();
  }

  void abandoned() {
    abandoned.increment();
  }

  void late() {
    late.increment();
  }

  /**
   * Counts and times a request. Those that are answered before they take a route, as a browser's
   * preflights are, are not told.
   *
   * @param method its method
   * @param route the route that it took, never what its client chose freely
   * @param status the status of the answer
   * @param duration how long it took
   */
  void answered(String method, String route, int status, Duration duration) {
    Timer.builder("http.server.requests")
        .description(
            "Requests, from their headers until their answers are ready, or their events are told")
        .serviceLevelObjectives(JOB_SECONDS)
        .tag("method", known(method))
        .tag("route", route)
        .tag("status", String.valueOf(status))
        .register(registry)
        .record(duration);
  }

  /** Returns a method that everybody knows: what its client chose freely is no name of a figure. */
  static String known(String method) {
    return METHODS.contains(method) ? method : "other";
  }

  /** Returns all of it as Prometheus reads it. */
  String scrape() {
    return registry.scrape();
  }

  @Override
  public void close() {
    collections.close();
    registry.close();
  }
}
