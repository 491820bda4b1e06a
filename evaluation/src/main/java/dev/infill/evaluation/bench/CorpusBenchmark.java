package dev.infill.evaluation.bench;

import dev.infill.core.FailureReason;
import dev.infill.core.InvalidInputException;
import dev.infill.corpora.CorpusFormat;
import dev.infill.corpora.CorpusReader;
import dev.infill.corpora.Sentence;
import dev.infill.corpora.statistics.CorpusStatistics;
import dev.infill.corpora.statistics.StatisticsCollector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** How fast a corpus is read on one thread, alone and with its statistics. */
public final class CorpusBenchmark {
  /** A file that is smaller is read several times over, so that what is timed is long enough. */
  private static final long FEWEST_BYTES = 10_000_000;

  private final Repetitions repetitions;
  private final long fewestBytes;

  /**
   * Creates the benchmark.
   *
   * @param repetitions how often a corpus is timed, at least 1
   * @throws InvalidInputException if it is less
   */
  public CorpusBenchmark(int repetitions) {
    this(repetitions, FEWEST_BYTES);
  }

  /**
   * Creates the benchmark.
   *
   * @param repetitions how often a corpus is timed, at least 1
   * @param fewestBytes how many bytes are read in a repetition at the least
   */
  CorpusBenchmark(int repetitions, long fewestBytes) {
    this.repetitions = new Repetitions(repetitions);
    this.fewestBytes = fewestBytes;
  }

  /**
   * Times reading a corpus, and reading it with its statistics, in turn; after a turn that is not
   * counted.
   *
   * @param file the file
   * @param opened opens it, from its beginning
   * @throws InvalidInputException if it cannot be read
   */
  public Result run(Path file, Supplier<CorpusReader> opened) {
    CorpusFormat format;
    try (CorpusReader reader = opened.get()) {
      format = reader.format();
    }
    long bytes = size(file);
    long times = Math.max(1, (fewestBytes + bytes - 1) / bytes);
    CorpusStatistics statistics = statistics(opened);
    List<Repetitions.Timing> timings =
        repetitions.timeInTurn(
            List.of(
                () -> () -> repeat(times, () -> read(opened, sentence -> {})),
                () -> () -> repeat(times, () -> statistics(opened))));
    return new Result(
        file,
        format,
        bytes,
        statistics,
        times,
        repetitions.count(),
        timings.get(0).medianSeconds() / times,
        timings.get(1).medianSeconds() / times);
  }

  private static long size(Path file) {
    try {
      return Math.max(1, Files.size(file));
    } catch (IOException e) {
      throw new InvalidInputException(
          file.toString(), file + " cannot be read: " + FailureReason.of(e), e);
    }
  }

  private static void repeat(long times, Runnable action) {
    for (long k = 0; k < times; k++) {
      action.run();
    }
  }

  private static CorpusStatistics statistics(Supplier<CorpusReader> opened) {
    StatisticsCollector collector = new StatisticsCollector();
    read(opened, collector::add);
    return collector.statistics();
  }

  private static void read(Supplier<CorpusReader> opened, Consumer<Sentence> action) {
    try (CorpusReader reader = opened.get()) {
      for (Optional<Sentence> next = reader.next(); next.isPresent(); next = reader.next()) {
        action.accept(next.get());
      }
    }
  }

  /**
   * How fast a corpus is read.
   *
   * @param file its file
   * @param format how it is read
   * @param bytes how many bytes the file has, packed ones where it is packed
   * @param statistics what is in it
   * @param times how often it was read in each repetition
   * @param repetitions how often that was timed
   * @param readingSeconds the median seconds of reading it once
   * @param countingSeconds the median seconds of reading it once with its statistics
   */
  public record Result(
      Path file,
      CorpusFormat format,
      long bytes,
      CorpusStatistics statistics,
      long times,
      int repetitions,
      double readingSeconds,
      double countingSeconds) {
    /** Returns how many megabytes (10⁶ bytes) of the file are read in a second. */
    public double readingMegabytesPerSecond() {
      return bytes / 1e6 / readingSeconds;
    }

    /** Returns how many megabytes of it are read and counted in a second. */
    public double countingMegabytesPerSecond() {
      return bytes / 1e6 / countingSeconds;
    }
  }
}
