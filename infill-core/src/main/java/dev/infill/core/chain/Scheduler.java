package dev.infill.core.chain;

import dev.infill.core.energy.Batcher;
import dev.infill.core.energy.Target;
import dev.infill.core.kernel.ChainState;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.kernel.Transition;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Moves chains in one thread: each goes on for as long as it meets what is known, and what all of
 * them then wait for is asked in one batch. So the model is run rarely and on large batches, and
 * what is in a batch follows from what the chains do.
 */
final class Scheduler {
  private final Target target;
  private final int together;
  private final Cancellation stop;

  /**
   * Creates a scheduler.
   *
   * @param target what is sampled
   * @param together how many chains move at the same time at most, at least 1
   * @param stop is asked before every step of every chain and before every batch; it may cut a
   *     batch short
   */
  Scheduler(Target target, int together, Cancellation stop) {
    this.target = target;
    this.together = together;
    this.stop = stop;
  }

  /** Is notified of what all chains have done. */
  @FunctionalInterface
  interface Progress {
    /** Tells how many steps all chains have made, and where each was after the last of these. */
    void made(int steps, List<Visit> visits);
  }

  /**
   * What chains did. Of where they were on the way no gradients and proposals are kept: at every
   * blank they weigh as much as the vocabulary.
   *
   * @param steps for each step that all chains have made, one visit per chain
   * @param last where each chain is after the last step that it made itself
   */
  record Moved(List<List<Visit>> steps, List<ChainState> last) {}

  /**
   * Moves the chains by some steps, or by fewer if it is told to stop.
   *
   * @param kernel the kernel
   * @param chains where the chains are; emptied, so that what they leave behind is not kept
   * @param streams for each chain its own stream
   * @param steps how many steps
   * @param progress is notified of every step that all chains have made
   */
  Moved move(
      Kernel kernel,
      List<ChainState> chains,
      List<? extends RandomGenerator> streams,
      int steps,
      Progress progress) {
    Block block = new Block(kernel, steps, progress);
    for (int chain = 0; chain < streams.size(); chain++) {
      block.walks.add(new Walk(chains.get(chain), streams.get(chain)));
    }
    chains.clear();
    int from = 0;
    while (from < streams.size() && !stop.isCancelled()) {
      int to = from + Math.min(together, streams.size() - from);
      block.move(block.walks.subList(from, to));
      from = to;
    }
    return block.made();
  }

  /** A chain on its way. */
  private static final class Walk {
    private final RandomGenerator stream;
    private final List<Visit> visits = new ArrayList<>();
    private ChainState current;

    /** The step that waits for what it asked; null between steps. */
    private @Nullable CompletableFuture<Transition> step;

    Walk(ChainState current, RandomGenerator stream) {
      this.current = current;
      this.stream = stream;
    }
  }

  /** Some steps of all chains. */
  private final class Block {
    private final Kernel kernel;
    private final int steps;
    private final Progress progress;
    private final List<Walk> walks = new ArrayList<>();

    /** By steps, how many chains have made them. */
    private final int[] made;

    private int madeByAll;

    Block(Kernel kernel, int steps, Progress progress) {
      this.kernel = kernel;
      this.steps = steps;
      this.made = new int[steps];
      this.progress = progress;
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
      while (walk.visits.size() < steps && (walk.step != null || !stop.isCancelled())) {
        CompletableFuture<Transition> step =
            walk.step == null ? kernel.step(target, walk.current, walk.stream) : walk.step;
        if (!step.isDone()) {
          walk.step = step;
          return;
        }
        walk.step = null;
        Transition made = Batcher.result(step);
        walk.current = made.next();
        walk.visits.add(Visit.after(made));
        report(walk.visits.size());
      }
    }

    private void report(int step) {
      if (++made[step - 1] == walks.size()) {
        madeByAll = step;
        progress.made(step, visits(step - 1));
      }
    }

    Moved made() {
      return new Moved(
          IntStream.range(0, madeByAll).mapToObj(this::visits).toList(),
          new ArrayList<>(walks.stream().map(walk -> walk.current).toList()));
    }

    private List<Visit> visits(int step) {
      return walks.stream().map(walk -> walk.visits.get(step)).toList();
    }
  }
}
