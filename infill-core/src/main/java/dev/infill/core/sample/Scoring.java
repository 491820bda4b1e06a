package dev.infill.core.sample;

import dev.infill.core.chain.Cancellation;
import dev.infill.core.chain.ModelPasses;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.chain.ProgressListener.Phase;
import dev.infill.core.energy.State;
import java.util.List;
import java.util.function.Consumer;

/**
 * Scores the states of a job batch by batch. A stop cuts a batch short between two model passes;
 * then no more states are scored than candidates are asked for. An end stops scoring.
 *
 * @param listener is told the number of scored states, before the first batch and after each
 * @param batch the most states of a batch, at least 1
 * @param top the number of candidates that are asked for
 * @param passes the job's model passes
 */
record Scoring(ProgressListener listener, int batch, int top, ModelPasses passes) {
  /** The most states of a batch after a stop: a batch that is cut short is lost. */
  private static final int BATCH_OF_STOPPED = 16;

  /**
   * Returns scoring that nothing stops.
   *
   * @param batch as above
   */
  static Scoring of(int batch) {
    return new Scoring(
        ProgressListener.NONE, batch, Integer.MAX_VALUE, new ModelPasses(new Cancellation()));
  }

  /**
   * Scores states, in order.
   *
   * @param states the states; for none, the listener is not called
   * @param scoring scores some of them
   * @return whether all are scored
   */
  boolean inBatches(List<State> states, Consumer<List<State>> scoring) {
    int done = 0;
    int room = states.isEmpty() ? 0 : roomAfter(0, states.size());
    while (room > 0) {
      boolean stopped = passes.stop().isCancelled();
      int together = stopped ? Math.min(batch, BATCH_OF_STOPPED) : batch;
      List<State> next = states.subList(done, done + Math.min(together, room));
      done +=
          passes
              .unlessStopped(
                  () -> {
                    scoring.accept(next);
                    return next.size();
                  })
              .orElse(0);
      room = roomAfter(done, states.size());
    }
    return done == states.size();
  }

  /** Returns the number of states that may still be scored: few after a stop, none after an end. */
  private int roomAfter(int done, int states) {
    listener.onProgress(Phase.SCORING, done, states);
    if (!passes.stop().isCancelled()) {
      return states - done;
    }
    passes.finish();
    return passes.stop().isEnded() ? 0 : Math.min(top, states) - done;
  }
}
