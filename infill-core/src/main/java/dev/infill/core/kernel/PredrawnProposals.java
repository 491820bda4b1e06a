package dev.infill.core.kernel;

import dev.infill.core.energy.DrawnProposals.Draw;
import java.util.List;

/**
 * Moves from a chain's state that were drawn at once and are tried one after another for as long as
 * the chain stays: independent draws of one distribution, as if each were drawn when it is its
 * turn.
 *
 * @param stepSize the α that they were drawn with
 * @param draws those that were not tried, in order
 */
record PredrawnProposals(double stepSize, List<Draw> draws) {
  /** Copies the list. */
  PredrawnProposals {
    draws = List.copyOf(draws);
  }

  Draw next() {
    return draws.get(0);
  }

  PredrawnProposals afterNext() {
    return new PredrawnProposals(stepSize, draws.subList(1, draws.size()));
  }

  /** Says whether there is a move left that a kernel of a step size may try. */
  boolean isLeftFor(double asked) {
    return stepSize == asked && !draws.isEmpty();
  }
}
