package dev.infill.core.infill;

import dev.infill.core.Groups;
import dev.infill.core.energy.DisjointUnion;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.task.Task;
import java.util.List;

/**
 * U on a union of state spaces, each of which has an energy of its own.
 *
 * @param union the state spaces
 * @param energies one for each part, in order
 */
record PartEnergies(DisjointUnion union, List<Energy> energies) {
  /** Copies the list. */
  PartEnergies {
    energies = List.copyOf(energies);
  }

  /** Returns U of a text, of which each way to choose the lengths of its blanks is a part. */
  static PartEnergies of(Task task) {
    return new PartEnergies(task.union(), task.energies());
  }

  /**
   * Evaluates U without gradient; log f has as many numbers as the part of a state has coordinates.
   *
   * @param states states of the union
   */
  List<Evaluation> evaluate(List<State> states) {
    return Groups.map(
        states.size(),
        k -> union.part(states.get(k)),
        (part, members) ->
            energies
                .get(part)
                .evaluate(
                    members.stream().map(states::get).map(union::inPart).toList(),
                    GradientKind.NONE));
  }
}
