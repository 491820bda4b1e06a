package dev.infill.evaluation.bench;

import dev.infill.core.InvalidInputException;
import dev.infill.core.NumberRange;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.infill.InfillSettings;
import dev.infill.core.text.MaskedLanguageModel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What many small jobs, one after another in one process, leave in memory: if it grows with the
 * jobs, something is kept that should not be.
 */
public final class MemoryBenchmark {
  private static final NumberRange JOBS = new NumberRange(20, 100_000);
  private static final int SETTLING_JOBS = 10;
  private static final int READINGS = 10;

  private final InfillSettings settings;
  private final int jobs;
  private final ProcessMemory memory;

  /**
   * Creates the benchmark.
   *
   * @param settings how every text is filled, with a seed; the k-th job has the seed + k
   * @param jobs how many jobs, from 20 to 100,000
   * @param memory tells the memory of this process
   * @throws dev.infill.core.InvalidInputException if there are fewer or more
   * @throws IOException if this system does not tell how much memory a process has
   */
  public MemoryBenchmark(InfillSettings settings, int jobs, ProcessMemory memory)
      throws IOException {
    JOBS.require("jobs", jobs);
    this.settings = settings;
    this.jobs = jobs;
    this.memory = memory;
    // Sooner than after minutes.
    memory.residentBytes();
    memory.peakBytes();
  }

  /**
   * Does the jobs.
   *
   * @param model the model, which is open
   * @param texts texts with blanks that the jobs take in turn, at least one
   * @param progress is told of every job
   * @throws InvalidInputException if a text cannot be filled
   * @throws IOException if the memory cannot be read any more
   */
  public Result run(MaskedLanguageModel model, List<String> texts, ProgressListener progress)
      throws IOException {
    List<Reading> readings = new ArrayList<>();
    for (int done = 1; done <= jobs; done++) {
      long seed = settings.seed().orElseThrow() + done - 1;
      JobRun.of(
          model,
          texts.get((done - 1) % texts.size()),
          settings.toBuilder().seed(seed).build(),
          ProgressListener.NONE);
      progress.onProgress(ProgressListener.Phase.SAMPLING, done, jobs);
      if (isRead(done)) {
        readings.add(new Reading(done, memory.residentBytes()));
      }
    }
    return new Result(settings, readings, memory.peakBytes());
  }

  /** Says whether memory is read after a job: after every tenth of them, not before it settles. */
  private boolean isRead(int done) {
    int settled = Math.max(SETTLING_JOBS, jobs / READINGS);
    return done == settled
        || (done > settled && (long) done * READINGS / jobs > (long) (done - 1) * READINGS / jobs);
  }

  /**
   * The memory after some jobs.
   *
   * @param jobs how many were done
   * @param residentBytes bytes of physical memory that the process had then
   */
  public record Reading(int jobs, long residentBytes) {}

  /**
   * What the jobs left.
   *
   * @param settings how texts were filled, with the seed of the first job
   * @param readings the memory after every tenth of the jobs, the last one after all
   * @param peakBytes the most that the process has had since its start
   */
  public record Result(InfillSettings settings, List<Reading> readings, long peakBytes) {
    /** Copies the list. */
    public Result {
      readings = List.copyOf(readings);
    }

    /** Returns by how many bytes the memory grew from the first reading to the last. */
    public long growthBytes() {
      return last().residentBytes() - readings.get(0).residentBytes();
    }

    /** Returns the memory after all jobs. */
    public Reading last() {
      return readings.get(readings.size() - 1);
    }
  }
}
