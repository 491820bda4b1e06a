package dev.infill.web.json;

import dev.infill.core.text.ModelDescription;
import dev.infill.evaluation.bench.MemoryBenchmark;
import dev.infill.web.Versions;
import java.util.List;

/**
 * The memory of a process that does many jobs.
 *
 * @param benchmark {@code memory}
 * @param readings the memory after every tenth of the jobs
 * @param growthBytes by how many bytes it grew from the first reading to the last
 * @param peakBytes the most that the process has had since its start
 * @param threads threads of the model
 * @param settings how texts were filled, with the seed of the first job
 */
public record MemoryBenchmarkJson(
    String benchmark,
    List<ReadingJson> readings,
    long growthBytes,
    long peakBytes,
    int threads,
    SettingsJson settings) {
  /**
   * The memory after some jobs.
   *
   * @param jobs how many were done
   * @param residentBytes bytes of physical memory that the process had then
   */
  public record ReadingJson(int jobs, long residentBytes) {}

  /**
   * Maps a result.
   *
   * @param result the result
   * @param threads threads of the model
   * @param model the model
   * @param versions the versions of the application
   */
  public static MemoryBenchmarkJson of(
      MemoryBenchmark.Result result, int threads, ModelDescription model, Versions versions) {
    return new MemoryBenchmarkJson(
        "memory",
        result.readings().stream()
            .map(reading -> new ReadingJson(reading.jobs(), reading.residentBytes()))
            .toList(),
        result.growthBytes(),
        result.peakBytes(),
        threads,
        SettingsJson.of(result.settings(), model, versions));
  }
}
