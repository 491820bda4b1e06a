package dev.infill.bert;

import dev.infill.bert.runtime.PositionLogits;
import dev.infill.bert.runtime.SequenceBatch;
import dev.infill.core.energy.Batcher;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.IntConsumer;

/**
 * One run of a model answers the requests of several threads (dynamic batching).
 *
 * <p>While the model runs, requests wait. The next run takes the one that has waited longest, and
 * all others of the same shape that fit beside it. So no request waits for others to come, there is
 * no padding, and runs are fuller the more threads ask. A run that fails is done again for each
 * request alone, so that none fails by the fault of another.
 *
 * <p>Thread-safe. An interrupt does not cut a wait short, and stays set.
 */
final class SharedPasses {
  private final Function<SequenceBatch, PositionLogits> model;
  private final PassSize size;
  private final PassListener listener;
  private final Turns turns;
  private final IntConsumer beforePass;

  /**
   * Starts with nothing asked.
   *
   * @param model runs the model
   * @param size how much enters the model at once
   * @param listener is notified of every run
   */
  SharedPasses(
      Function<SequenceBatch, PositionLogits> model, PassSize size, PassListener listener) {
    this(model, size, listener, new Turns(), sequences -> {});
  }

  private SharedPasses(
      Function<SequenceBatch, PositionLogits> model,
      PassSize size,
      PassListener listener,
      Turns turns,
      IntConsumer beforePass) {
    this.model = model;
    this.size = size;
    this.listener = listener;
    this.turns = turns;
    this.beforePass = beforePass;
  }

  /** Returns how much enters the model at once. */
  PassSize size() {
    return size;
  }

  /**
   * Returns the same passes as one piece of work asks for them.
   *
   * @param before is given the number of sequences that are about to be asked for, in the thread
   *     that asks; if it throws, nothing is asked
   */
  SharedPasses watched(IntConsumer before) {
    return new SharedPasses(
        model,
        size,
        listener,
        turns,
        sequences -> {
          before.accept(sequences);
          beforePass.accept(sequences);
        });
  }

  /**
   * Returns the model's answer for some sequences, or throws the model's exception.
   *
   * @param batch the sequences, no more than are one pass
   */
  PositionLogits logits(SequenceBatch batch) {
    beforePass.accept(batch.sequences());
    Request request = new Request(batch, new CompletableFuture<>());
    turns.lock.lock();
    try {
      turns.waiting.add(request);
      while (!request.answer.isDone()) {
        if (turns.running) {
          turns.over.awaitUninterruptibly();
        } else {
          runNext();
        }
      }
    } finally {
      turns.lock.unlock();
    }
    return Batcher.result(request.answer);
  }

  /**
   * Runs a model for one thread, which may have to wait until others are done.
   *
   * @param batch the sequences
   * @param pass runs it
   */
  <T> T alone(SequenceBatch batch, Function<SequenceBatch, T> pass) {
    turns.alone.lock();
    try {
      // It may have waited for others.
      beforePass.accept(batch.sequences());
      return run(batch, 1, pass);
    } finally {
      turns.alone.unlock();
    }
  }

  /** Answers the next requests; the lock is free meanwhile. */
  private void runNext() {
    List<Request> requests = together();
    turns.running = true;
    turns.lock.unlock();
    try {
      answer(requests);
    } finally {
      turns.lock.lock();
      turns.running = false;
      turns.over.signalAll();
    }
  }

  private List<Request> together() {
    Request first = turns.waiting.remove();
    List<Request> requests = new ArrayList<>(List.of(first));
    int room =
        size.forwardSequences(first.batch.length(), first.batch.positionsPerSequence())
            - first.batch.sequences();
    Iterator<Request> others = turns.waiting.iterator();
    while (others.hasNext()) {
      Request other = others.next();
      if (other.batch.hasShapeOf(first.batch) && other.batch.sequences() <= room) {
        others.remove();
        requests.add(other);
        room -= other.batch.sequences();
      }
    }
    return requests;
  }

  private void answer(List<Request> requests) {
    if (requests.size() > 1 && answerAtOnce(requests)) {
      return;
    }
    for (Request request : requests) {
      try {
        request.answer.complete(run(request.batch, 1, model));
      } catch (RuntimeException | Error e) {
        request.answer.completeExceptionally(e);
      }
    }
  }

  /**
   * Says whether one run has answered all requests. If it failed, the fault of one request, or too
   * much at once, shows when each is run alone.
   */
  private boolean answerAtOnce(List<Request> requests) {
    PositionLogits logits;
    try {
      List<SequenceBatch> batches = requests.stream().map(Request::batch).toList();
      logits = run(SequenceBatch.joined(batches), requests.size(), model);
    } catch (RuntimeException | Error e) {
      return false;
    }
    int from = 0;
    for (Request request : requests) {
      int to = from + request.batch.sequences() * request.batch.positionsPerSequence();
      request.answer.complete(logits.rows(from, to));
      from = to;
    }
    return true;
  }

  private <T> T run(SequenceBatch batch, int requests, Function<SequenceBatch, T> pass) {
    long began = System.nanoTime();
    T answer = pass.apply(batch);
    listener.onPass(
        new ModelPass(
            batch.sequences(), batch.length(), requests, (System.nanoTime() - began) / 1e9));
    return answer;
  }

  /** The state that all who share the passes have in common. */
  private static final class Turns {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition over = lock.newCondition();

    /** The requests that wait, the oldest first. */
    private final Deque<Request> waiting = new ArrayDeque<>();

    /**
     * Passes that are not shared, mostly those with gradient, run one after another: each keeps the
     * activations of all layers, 300 MB for 512 pieces of BERT-base, and has all cores.
     */
    private final ReentrantLock alone = new ReentrantLock(/* fair= */ true);

    private boolean running;
  }

  /** The request of one thread, and its answer or the model's exception. */
  private record Request(SequenceBatch batch, CompletableFuture<PositionLogits> answer) {}
}
