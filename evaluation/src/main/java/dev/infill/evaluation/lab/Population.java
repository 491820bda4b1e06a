package dev.infill.evaluation.lab;

import dev.infill.core.energy.State;
import java.util.List;

/** Chains of one sampler, or particles, that move together. Not thread-safe. */
interface Population {
  /** Moves all of them by one step. */
  void step();

  /** Returns where they are. */
  List<State> states();
}
