package dev.infill.core.chain;

import dev.infill.core.energy.Batcher;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.kernel.ChainState;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.kernel.Transition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.ObjIntConsumer;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Moves chains in one thread. Each goes on until it needs the model; then the questions of all are
 * asked in one batch. So the model runs rarely and on large batches, and the content of a batch
 * follows from what the chains do.
 */
final class Scheduler {
  private final Target target;
  private final int together;
  private final Cancellation stop;
  private final List<Walk> walks = new ArrayList<>();

  /**
   * Creates a scheduler without chains.
   *
   * @param target the target that is sampled
   * @param together the largest number of chains that move at the same time, at least 1
   * @param stop is asked before every step of every chain and before every batch; it may cut a
   *     batch short
   */
  Scheduler(Target target, int together, Cancellation stop) {
    this.target = target;
    this.together = together;
    this.stop = stop;
  }

  /** A chain on its way. */
  private static final class Walk {
    private final RandomGenerator stream;
    private ChainState current;

    /** After each step since all chains were told to move. */
    private final List<Visit> visits = new ArrayList<>();

    /** The step that waits for an answer; null between steps. */
    private @Nullable CompletableFuture<Transition> step;

    Walk(ChainState current, RandomGenerator stream) {
      this.current = current;
      this.stream = stream;
    }
  }

  /**
   * Starts the chains.
   *
   * @param kernel moves them
   * @param starts a start for each chain
   * @param streams a stream for each chain
   * @return the chains; none if it was told to stop
   */
  List<ChainState> start(
      Kernel kernel, List<State> starts, List<? extends RandomGenerator> streams) {
    List<ChainState> begun = new ArrayList<>();
    while (begun.size() < starts.size()) {
      int to = Math.min(starts.size(), begun.size() + together);
      List<CompletableFuture<ChainState>> asked =
          starts.subList(begun.size(), to).stream()
              .map(state -> kernel.start(target, state))
              .toList();
      Optional<List<ChainState>> some = stop.unlessCancelled(() -> target.batcher().await(asked));
      if (some.isEmpty()) {
        return List.of();
      }
      begun.addAll(some.get());
    }
    for (int chain = 0; chain < begun.size(); chain++) {
      walks.add(new Walk(begun.get(chain), streams.get(chain)));
    }
    return begun;
  }

  /**
   * Moves all chains by some steps, or by fewer if it is told to stop.
   *
   * @param kernel moves them
   * @param steps the number of steps, at least 1
   * @param progress is told the last visits and the number of steps that all chains have made
   * @return one visit per chain for each step that all chains have made
   */
  List<List<Visit>> move(Kernel kernel, int steps, ObjIntConsumer<List<Visit>> progress) {
    walks.forEach(walk -> walk.visits.clear());
    Block block = new Block(kernel, steps, progress);
    for (int from = 0; from < walks.size() && !stop.isCancelled(); from += together) {
      block.move(walks.subList(from, Math.min(walks.size(), from + together)));
    }
    return IntStream.range(0, block.madeByAll).mapToObj(this::visits).toList();
  }

  private List<Visit> visits(int step) {
    return walks.stream().map(walk -> walk.visits.get(step)).toList();
  }

  /** Some steps of all chains. */
  private final class Block {
    private final Kernel kernel;
    private final ObjIntConsumer<List<Visit>> progress;

    /** The number of chains that have made each step. */
    private final int[] made;

    private int madeByAll;

    Block(Kernel kernel, int steps, ObjIntConsumer<List<Visit>> progress) {
      this.kernel = kernel;
      this.progress = progress;
      this.made = new int[steps];
    }

    /** Moves chains that wait for the same batches. */
    void move(List<Walk> group) {
      Batcher batcher = target.batcher();
      try {
        do {
          group.forEach(this::goOn);
        } while (batcher.isWaiting() && isAnswered(batcher));
      } finally {
        batcher.forget();
      }
    }

    private boolean isAnswered(Batcher batcher) {
      return !stop.isCancelled()
          && stop.unlessCancelled(
                  () -> {
                    batcher.answer();
                    return true;
                  })
              .isPresent();
    }

    /** Moves a chain until it waits, or has made its steps, or is told to stop. */
    private void goOn(Walk walk) {
      while (walk.visits.size() < made.length && (walk.step != null || !stop.isCancelled())) {
        CompletableFuture<Transition> step =
            walk.step == null ? kernel.step(target, walk.current, walk.stream) : walk.step;
        if (!step.isDone()) {
          walk.step = step;
          return;
        }
        walk.step = null;
        Transition transition = Batcher.result(step);
        walk.current = transition.next();
        walk.visits.add(Visit.after(transition));
        report(walk.visits.size());
      }
    }

    private void report(int step) {
      if (++made[step - 1] == walks.size()) {
        madeByAll = step;
        progress.accept(visits(step - 1), step);
      }
    }
  }
}
