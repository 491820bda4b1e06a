package dev.infill.core.kernel;

import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * A proposed move θ → θ′.
 *
 * @param from θ
 * @param to θ′
 * @param order the coordinates in the order in which they were drawn, for proposals that draw one
 *     after another or one alone; empty for those that draw all at once
 */
record Move(State from, State to, List<Integer> order) {
  /** Returns the move back: the same coordinates in the same order, to their old values. */
  Move reversed() {
    return new Move(to, from, order);
  }

  boolean changesNothing() {
    return from.equals(to);
  }

  /**
   * Evaluates the energy where moves lead, all in one batch; empty for those that change nothing,
   * where it is known.
   */
  static List<Optional<Evaluation>> evaluate(
      List<Move> moves, Energy energy, GradientKind gradient) {
    List<State> destinations =
        moves.stream().filter(move -> !move.changesNothing()).map(Move::to).toList();
    Iterator<Evaluation> answers = energy.evaluate(destinations, gradient).iterator();
    List<Optional<Evaluation>> evaluations = new ArrayList<>(moves.size());
    for (Move move : moves) {
      evaluations.add(move.changesNothing() ? Optional.empty() : Optional.of(answers.next()));
    }
    return evaluations;
  }
}
