package dev.infill.evaluation.lab.sampler;

import dev.infill.core.energy.State;
import java.util.List;

/** Chains of one sampler, or particles, that move together. Not thread-safe. */
public interface Population {
  /** Moves all of them by one step. */
  void step();

  /** Moves all of them by some steps. */
  default void steps(int count) {
    for (int made = 0; made < count; made++) {
      step();
    }
  }

  /** Returns where they are. */
  List<State> states();

  /** Returns the mean acceptance probability of all steps; NaN where nothing is accepted. */
  default double acceptance() {
    return Double.NaN;
  }
}
