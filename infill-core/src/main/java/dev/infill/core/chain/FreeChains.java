package dev.infill.core.chain;

import dev.infill.core.energy.ContextMemory;
import dev.infill.core.kernel.ChainState;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.kernel.Transition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.random.RandomGenerator;

/**
 * Moves every chain in a thread of its own, so that a chain that needs no model is not kept waiting
 * by those that do; those that wait are answered together ({@link ContextMemory}). Each chain makes
 * the steps that it makes in lockstep with the others.
 */
final class FreeChains implements AutoCloseable {
  private final ContextMemory memory;
  private final int together;
  private final ChainThreads threads;

  /**
   * Prepares the threads.
   *
   * @param memory what the energy of the chains' kernel asks
   * @param together how many chains move at the same time at most
   */
  FreeChains(ContextMemory memory, int together) {
    this(memory, together, new ChainThreads(together));
  }

  /**
   * Takes threads.
   *
   * @param memory as above
   * @param together as above
   * @param threads as many; closed by {@link #close()}
   */
  FreeChains(ContextMemory memory, int together, ChainThreads threads) {
    this.memory = memory;
    this.together = together;
    this.threads = threads;
  }

  /**
   * Moves the chains by some steps, or by fewer if it is told to stop.
   *
   * @param kernel the kernel
   * @param chains where the chains are; taken over and emptied, so that what they leave behind is
   *     not kept
   * @param streams for each chain its own stream
   * @param steps how many steps
   * @param stop says whether to stop; asked from several threads before every step of every chain,
   *     and may cut a step short. An interrupt of the calling thread cancels it, and stays set
   * @param progress is notified of every step that all chains have made; called from this thread
   */
  Moved move(
      Kernel kernel,
      List<ChainState> chains,
      List<? extends RandomGenerator> streams,
      int steps,
      Cancellation stop,
      Progress progress) {
    Block block = new Block(kernel, chains, steps, stop, progress);
    int from = 0;
    while (from < streams.size() && !block.isStopped()) {
      int to = from + Math.min(together, streams.size() - from);
      block.move(from, streams.subList(from, to));
      from = to;
    }
    return block.made();
  }

  @Override
  public void close() {
    threads.close();
  }

  /** Is told what all chains have done. */
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

  /** What a chain's thread tells the thread that waits for it. */
  private sealed interface Event {
    /** The chain made a step. */
    record Stepped(int chain, Visit visit) implements Event {}

    /** The chain's step failed. */
    record Failed(Throwable failure) implements Event {}

    /** The chain's thread is done. */
    record Ended() implements Event {}
  }

  private static final Event ENDED = new Event.Ended();

  /** Some steps of all chains. Everything but {@link #walk} is called from one thread. */
  private final class Block {
    private final Kernel kernel;
    private final int steps;
    private final Cancellation stop;
    private final Progress progress;
    private final List<List<Visit>> visits = new ArrayList<>();

    /** Where each chain is now, as its own thread says. */
    private final AtomicReferenceArray<ChainState> current;

    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final AtomicBoolean failed = new AtomicBoolean();
    private int madeByAll;

    Block(Kernel kernel, List<ChainState> chains, int steps, Cancellation stop, Progress progress) {
      this.kernel = kernel;
      this.current = new AtomicReferenceArray<>(chains.toArray(ChainState[]::new));
      this.steps = steps;
      this.stop = stop;
      this.progress = progress;
      chains.forEach(chain -> visits.add(new ArrayList<>(steps)));
      chains.clear();
    }

    void move(int first, List<? extends RandomGenerator> streams) {
      memory.expect(streams.size());
      for (int k = 0; k < streams.size(); k++) {
        int chain = first + k;
        RandomGenerator stream = streams.get(k);
        try {
          threads.executor().execute(() -> walk(chain, stream));
        } catch (RuntimeException | Error e) {
          // No thread could be started. The others must not wait for this one, nor this for them.
          end(Optional.of(e));
        }
      }
      listen(streams.size());
    }

    private void walk(int chain, RandomGenerator stream) {
      Optional<Throwable> failure = Optional.empty();
      try {
        memory.enter();
        for (int step = 0; step < steps && !isStopped(); step++) {
          Optional<Transition> made =
              stop.unlessCancelled(
                  () -> kernel.step(List.of(current.get(chain)), List.of(stream)).get(0));
          if (made.isPresent()) {
            current.set(chain, made.get().next());
            events.add(new Event.Stepped(chain, Visit.after(made.get())));
          }
        }
      } catch (RuntimeException | Error e) {
        failure = Optional.of(e);
      }
      end(failure);
    }

    private void end(Optional<Throwable> failure) {
      try {
        failure.ifPresent(
            thrown -> {
              failed.set(true);
              events.add(new Event.Failed(thrown));
            });
      } finally {
        // Also where memory is too short to tell more: the others must not wait for this one.
        memory.leave();
        events.add(ENDED);
      }
    }

    private boolean isStopped() {
      return stop.isCancelled() || failed.get();
    }

    /** Waits for chains to end, whatever happens meanwhile, so that the model may be closed. */
    private void listen(int chains) {
      int running = chains;
      boolean interrupted = false;
      Optional<Throwable> failure = Optional.empty();
      while (running > 0) {
        try {
          Event event = events.take();
          if (event instanceof Event.Stepped stepped) {
            add(stepped);
          } else if (event instanceof Event.Failed failed) {
            failure = failure.or(() -> Optional.of(failed.failure()));
          } else if (event instanceof Event.Ended) {
            running--;
          }
        } catch (InterruptedException e) {
          interrupted = true;
          stop.cancel();
        } catch (RuntimeException | Error e) {
          failed.set(true);
          failure = failure.or(() -> Optional.of(e));
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      if (failure.isPresent()) {
        throw ChainThreads.unchecked(failure.get());
      }
    }

    private void add(Event.Stepped stepped) {
      visits.get(stepped.chain()).add(stepped.visit());
      int fewest = visits.stream().mapToInt(List::size).min().orElseThrow();
      if (fewest > madeByAll) {
        madeByAll = fewest;
        progress.made(fewest, visits(fewest - 1));
      }
    }

    private Moved made() {
      List<List<Visit>> made = new ArrayList<>(madeByAll);
      for (int step = 0; step < madeByAll; step++) {
        made.add(visits(step));
      }
      List<ChainState> last = new ArrayList<>(visits.size());
      for (int chain = 0; chain < visits.size(); chain++) {
        last.add(current.get(chain));
      }
      return new Moved(made, last);
    }

    private List<Visit> visits(int step) {
      return visits.stream().map(chain -> chain.get(step)).toList();
    }
  }
}
