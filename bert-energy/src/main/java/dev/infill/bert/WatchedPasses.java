package dev.infill.bert;

import dev.infill.bert.runtime.PositionLogits;
import dev.infill.bert.runtime.SequenceBatch;
import java.util.function.Function;
import java.util.function.IntConsumer;

/**
 * What one piece of work asks of {@link SharedPasses}.
 *
 * @param passes what answers all
 * @param beforePass is given how many sequences are about to be asked for, in the thread that asks;
 *     what it throws is thrown, and nothing is asked
 */
record WatchedPasses(SharedPasses passes, IntConsumer beforePass) {
  /** As {@link SharedPasses#logits}. */
  PositionLogits logits(SequenceBatch batch) {
    beforePass.accept(batch.sequences());
    return passes.logits(batch);
  }

  /** As {@link SharedPasses#alone}. */
  <T> T alone(SequenceBatch batch, Function<SequenceBatch, T> pass) {
    return passes.alone(
        batch,
        asked -> {
          // It may have waited for others.
          beforePass.accept(asked.sequences());
          return pass.apply(asked);
        });
  }

  /** Returns the same, which tells another listener first. */
  WatchedPasses watched(IntConsumer before) {
    return new WatchedPasses(
        passes,
        sequences -> {
          before.accept(sequences);
          beforePass.accept(sequences);
        });
  }
}
