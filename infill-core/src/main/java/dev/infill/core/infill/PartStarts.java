package dev.infill.core.infill;

import dev.infill.core.chain.ChainStart;
import dev.infill.core.energy.State;
import dev.infill.core.task.Task;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Where the chains of a task start: each in its own part. The chains of a part stand together, so
 * the start distribution of one part is kept at a time; over a vocabulary each weighs megabytes.
 * Not thread-safe.
 */
final class PartStarts implements ChainStart {
  private final Task task;
  private final IntFunction<StartDistribution> starts;
  private @Nullable StartDistribution latest;
  private int latestPart = -1;

  /**
   * Creates the starts.
   *
   * @param task the text
   * @param starts returns the start distribution of a part
   */
  PartStarts(Task task, IntFunction<StartDistribution> starts) {
    this.task = task;
    this.starts = starts;
  }

  @Override
  public State draw(int chain, RandomGenerator random) {
    int part = task.partOfChain().get(chain);
    return task.union().inUnion(part, distribution(part).apply(random));
  }

  /** Returns the start distribution of a part, asked for again unless it was the latest one. */
  StartDistribution distribution(int part) {
    StartDistribution start = latest;
    if (start == null || part != latestPart) {
      start = starts.apply(part);
      latest = start;
      latestPart = part;
    }
    return start;
  }
}
