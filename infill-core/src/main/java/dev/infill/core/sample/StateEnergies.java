package dev.infill.core.sample;

import dev.infill.core.chain.ChainRun;
import dev.infill.core.chain.Visit;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.task.FilledTerms;
import dev.infill.core.task.TermValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * U + Σ λ V of the states of a run: as its chains traced it, or evaluated afterwards. An evaluation
 * tells U alone and log f at each blank, too. Each state is evaluated once.
 */
final class StateEnergies {
  private final Target target;
  private final Optional<FilledTerms> added;
  private final Scoring scoring;
  private final Map<State, Double> traced = new HashMap<>();
  private final Map<State, Evaluation> evaluated = new HashMap<>();

  /**
   * Starts from the energies that the chains traced.
   *
   * @param target the target of the chains
   * @param added Σ λ V; empty for none
   * @param run a run of chains
   * @param scoring cuts further states into batches
   */
  StateEnergies(Target target, Optional<FilledTerms> added, ChainRun run, Scoring scoring) {
    this.target = target.ofEnergyAlone();
    this.added = added;
    this.scoring = scoring;
    for (List<Visit> chain : run.visits()) {
      for (Visit visit : chain) {
        // The first visit counts: in another batch the last digits may differ by rounding.
        visit.energy().ifPresent(u -> traced.putIfAbsent(visit.state(), u));
      }
    }
  }

  /** Says whether {@link #energy} can tell U at a state. */
  boolean isKnown(State state) {
    return evaluated.containsKey(state) || traced.containsKey(state);
  }

  /** Returns U + Σ λ V at a state in nats, as evaluated, else as traced. */
  double energy(State state) {
    Evaluation evaluation = evaluated.get(state);
    return evaluation != null
        ? evaluation.energy() + added.map(terms -> terms.total(state)).orElse(0.0)
        : Objects.requireNonNull(traced.get(state), "U is not known there");
  }

  /** Returns the terms beside U at a state; empty if there are none. */
  List<TermValue> terms(State state) {
    return added.map(terms -> terms.at(state)).orElse(List.of());
  }

  /** Returns {@link #energy} of a state per piece, in nats. */
  double energyPerPlace(State state) {
    return energy(state) / state.size();
  }

  /** Returns {@link #energy} along each chain; empty if it is not known, or −∞, anywhere. */
  List<double[]> traces(List<List<Visit>> chains) {
    boolean complete =
        chains.stream()
            .flatMap(List::stream)
            .map(Visit::state)
            .allMatch(state -> isKnown(state) && Double.isFinite(energy(state)));
    return complete
        ? chains.stream()
            .map(chain -> chain.stream().mapToDouble(visit -> energy(visit.state())).toArray())
            .toList()
        : List.of();
  }

  /**
   * Evaluates states, in order.
   *
   * @param states the states; those evaluated before cost nothing
   * @return whether all are done
   */
  boolean evaluate(List<State> states) {
    List<State> missing =
        states.stream().distinct().filter(state -> !evaluated.containsKey(state)).toList();
    return scoring.inBatches(
        missing,
        next -> {
          List<Evaluation> answers =
              target
                  .batcher()
                  .await(
                      next.stream()
                          .map(state -> target.evaluate(state, GradientKind.NONE))
                          .toList());
          for (int k = 0; k < next.size(); k++) {
            evaluated.put(next.get(k), answers.get(k));
          }
        });
  }

  /** Says whether a state was evaluated here. */
  boolean isEvaluated(State state) {
    return evaluated.containsKey(state);
  }

  /** Returns the evaluation of U alone at a state that was evaluated here. */
  Evaluation evaluation(State state) {
    return Objects.requireNonNull(evaluated.get(state), "not evaluated");
  }
}
