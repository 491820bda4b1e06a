package dev.infill.web.json;

import dev.infill.evaluation.bench.CorpusBenchmark;
import dev.infill.web.Versions;
import java.util.SortedMap;

/**
 * How fast a corpus is read, on one thread.
 *
 * @param benchmark {@code corpus}
 * @param file its file
 * @param reader how it is read
 * @param bytes how many bytes the file has
 * @param sentences how many sentences
 * @param words how many words they have
 * @param times how often it was read in each repetition
 * @param repetitions how often that was timed
 * @param readingSeconds the median seconds of reading it once
 * @param countingSeconds the median seconds of reading and counting it once
 * @param readingMegabytesPerSecond 10⁶ bytes of the file that are read in a second
 * @param countingMegabytesPerSecond 10⁶ bytes that are read and counted in a second
 * @param versions the versions of Infill and its libraries
 */
public record CorpusBenchmarkJson(
    String benchmark,
    String file,
    String reader,
    long bytes,
    long sentences,
    long words,
    long times,
    int repetitions,
    double readingSeconds,
    double countingSeconds,
    double readingMegabytesPerSecond,
    double countingMegabytesPerSecond,
    SortedMap<String, String> versions) {
  /**
   * Maps a result.
   *
   * @param result the result
   * @param versions the versions of the application
   */
  public static CorpusBenchmarkJson of(CorpusBenchmark.Result result, Versions versions) {
    return new CorpusBenchmarkJson(
        "corpus",
        result.file().toString(),
        result.format().label(),
        result.bytes(),
        result.statistics().sentences(),
        result.statistics().words(),
        result.times(),
        result.repetitions(),
        result.readingSeconds(),
        result.countingSeconds(),
        result.readingMegabytesPerSecond(),
        result.countingMegabytesPerSecond(),
        versions.all());
  }
}
