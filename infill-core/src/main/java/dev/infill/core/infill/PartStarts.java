package dev.infill.core.infill;

import dev.infill.core.chain.Cancellation;
import dev.infill.core.chain.ChainStart;
import dev.infill.core.energy.Batcher;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.State;
import dev.infill.core.kernel.ChainState;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.kernel.PseudoGibbs;
import dev.infill.core.kernel.Scan;
import dev.infill.core.kernel.Transition;
import dev.infill.core.sampler.Start;
import dev.infill.core.task.InfillSettings;
import dev.infill.core.task.Task;
import dev.infill.core.task.TextOfLengths;
import dev.infill.core.text.MaskedLanguageModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
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
  public List<State> draw(List<? extends RandomGenerator> streams) {
    int together =
        (int) Math.min(streams.size(), (long) settings.batch() * settings.concurrentBatches());
    List<State> starts = new ArrayList<>();
    while (starts.size() < streams.size()) {
      int from = starts.size();
      int[] chains = IntStream.range(from, Math.min(streams.size(), from + together)).toArray();
      List<State> drawn = independent(chains, streams);
      starts.addAll(swept(chains, drawn, streams).orElse(drawn));
    }
    return starts;
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

  private List<State> independent(int[] chains, List<? extends RandomGenerator> streams) {
    return IntStream.of(chains)
        .mapToObj(
            chain -> {
              int part = task.partOfChain().get(chain);
              return task.union().inUnion(part, distribution(part).apply(streams.get(chain)));
            })
        .toList();
  }

  /** Empty where chains do not start so, or the model is not to be asked any more. */
  private Optional<List<State>> swept(
      int[] chains, List<State> drawn, List<? extends RandomGenerator> streams) {
    if (settings.start() != Start.SWEPT || stop.isCancelled()) {
      return Optional.empty();
    }
    return stop.unlessCancelled(
        () ->
            Batcher.together(
                batcher ->
                    IntStream.range(0, chains.length)
                        .mapToObj(k -> swept(chains[k], drawn.get(k), streams, batcher))
                        .toList()));
  }

  private CompletableFuture<State> swept(
      int chain, State drawn, List<? extends RandomGenerator> streams, Batcher batcher) {
    int part = task.partOfChain().get(chain);
    Energy target = task.targets().get(part);
    State start = task.union().inPart(drawn);
    Kernel gibbs = PseudoGibbs.of(target, Scan.SYSTEMATIC);
    passes += start.size() * target.passesPerConditional();
    CompletableFuture<ChainState> swept = gibbs.start(start, batcher);
    for (int i = 0; i < start.size(); i++) {
      swept =
          swept.thenCompose(
              before ->
                  gibbs.step(before, streams.get(chain), batcher).thenApply(Transition::next));
    }
    return swept.thenApply(after -> task.union().inUnion(part, after.state()));
  }
}
