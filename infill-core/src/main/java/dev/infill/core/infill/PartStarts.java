package dev.infill.core.infill;

import dev.infill.core.chain.Cancellation;
import dev.infill.core.chain.ChainStart;
import dev.infill.core.energy.State;
import dev.infill.core.sampler.Start;
import dev.infill.core.task.InfillSettings;
import dev.infill.core.task.Task;
import dev.infill.core.task.TextOfLengths;
import dev.infill.core.text.MaskedLanguageModel;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Where the chains of a task start: each in its own part. The chains of a part stand together, so
 * the start distribution of one part is kept at a time; over a vocabulary each weighs megabytes.
 * Not thread-safe.
 */
final class PartStarts implements ChainStart {
  private final Task task;
  private final InfillSettings settings;
  private final MaskedLanguageModel model;
  private final Cancellation stop;
  private @Nullable StartDistribution latest;
  private int latestPart = -1;
  private int passes;

  /**
   * Creates the starts.
   *
   * @param task the text
   * @param settings how it is filled
   * @param model says what is likely where all blanks are masked
   * @param stop where the model is not to be asked any more, what it would say is left out
   */
  PartStarts(Task task, InfillSettings settings, MaskedLanguageModel model, Cancellation stop) {
    this.task = task;
    this.settings = settings;
    this.model = model;
    this.stop = stop;
  }

  @Override
  public State draw(int chain, RandomGenerator random) {
    int part = task.partOfChain().get(chain);
    return task.union().inUnion(part, distribution(part).apply(random));
  }

  /** Returns how many model passes have been asked for. */
  int passes() {
    return passes;
  }

  /** Returns the start distribution of a part, asked for again unless it was the latest one. */
  StartDistribution distribution(int part) {
    StartDistribution start = latest;
    if (start == null || part != latestPart) {
      start = asked(task.texts().get(part));
      latest = start;
      latestPart = part;
    }
    return start;
  }

  private StartDistribution asked(TextOfLengths text) {
    if (settings.start() == Start.RANDOM) {
      return StartDistribution.uniform(text);
    }
    passes++;
    return stop.unlessCancelled(() -> model.allMaskedLogProbabilities(text.tokenized()))
        .map(known -> StartDistribution.masked(known, text))
        .orElseGet(() -> StartDistribution.uniform(text));
  }
}
