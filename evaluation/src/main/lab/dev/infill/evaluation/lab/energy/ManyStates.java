package dev.infill.evaluation.lab.energy;

import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Evaluates U at the many states of an enumeration, some at a time: a large model should not get
 * all as one batch.
 *
 * @param energy U
 */
public record ManyStates(Energy energy) {
  private static final int BATCH = 64;

  /**
   * Returns U at every state, in order; batches are evaluated as the stream comes to them.
   *
   * @param states may be empty
   */
  public Stream<Evaluation> evaluate(List<State> states) {
    return IntStream.iterate(0, first -> first < states.size(), first -> first + BATCH)
        .mapToObj(first -> states.subList(first, Math.min(first + BATCH, states.size())))
        .flatMap(batch -> energy.evaluate(batch, GradientKind.NONE).stream());
  }
}
