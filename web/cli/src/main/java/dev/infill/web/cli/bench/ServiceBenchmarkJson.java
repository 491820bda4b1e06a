package dev.infill.web.cli.bench;

import dev.infill.core.text.ModelDescription;
import dev.infill.evaluation.bench.LoadBenchmark;
import dev.infill.web.api.SettingsJson;
import dev.infill.web.api.Versions;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * The requests of some clients to a service.
 *
 * @param benchmark {@code service}
 * @param text the text that was filled
 * @param chains chains of a request
 * @param steps steps of each chain
 * @param sharedPasses whether requests shared passes of the model
 * @param clients how many clients there were
 * @param requests how many requests they sent in all
 * @param requestsPerSecond how many were answered in a second
 * @param medianSeconds the latency that half of them did not exceed
 * @param percentile95Seconds the latency that 95 of 100 did not exceed
 * @param sequencesPerPass sequences of a pass of the model, the mean
 * @param residentBytes physical memory of the process afterwards, clients included; null where the
 *     system does not tell
 * @param threads threads of the model
 * @param model which model
 * @param versions the versions of Infill and its libraries
 */
record ServiceBenchmarkJson(
    String benchmark,
    String text,
    int chains,
    int steps,
    boolean sharedPasses,
    int clients,
    int requests,
    double requestsPerSecond,
    double medianSeconds,
    double percentile95Seconds,
    double sequencesPerPass,
    @Nullable Long residentBytes,
    int threads,
    ModelDescription model,
    SortedMap<String, String> versions) {
  static ServiceBenchmarkJson of(
      LoadRequestJson request,
      boolean sharedPasses,
      LoadBenchmark.Result result,
      double sequencesPerPass,
      @Nullable Long residentBytes,
      int threads,
      ModelDescription model,
      Versions versions) {
    return new ServiceBenchmarkJson(
        "service",
        request.text(),
        request.settings().chains(),
        request.settings().steps(),
        sharedPasses,
        result.clients(),
        result.latencies().size(),
        result.requestsPerSecond(),
        result.latency(0.5),
        result.latency(0.95),
        sequencesPerPass,
        residentBytes,
        threads,
        model,
        SettingsJson.versions(versions, model));
  }
}
