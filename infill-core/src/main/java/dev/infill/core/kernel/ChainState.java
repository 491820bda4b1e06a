package dev.infill.core.kernel;

import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Where a chain is, and what its kernel keeps with it. Immutable. */
public final class ChainState {
  private final State state;
  private final Optional<Evaluation> evaluation;
  private final Optional<ProposalDistribution> proposals;
  private final Optional<PredrawnProposals> predrawn;
  private final OptionalDouble acceptanceVariable;
  private final long steps;

  /**
   * Creates a chain state.
   *
   * @param state θ
   * @param evaluation U(θ) and the gradient; empty for kernels that never evaluate U (pseudo-Gibbs)
   * @param steps how many steps the chain has made
   */
  public ChainState(State state, Optional<Evaluation> evaluation, long steps) {
    this(state, evaluation, Optional.empty(), Optional.empty(), OptionalDouble.empty(), steps);
  }

  private ChainState(
      State state,
      Optional<Evaluation> evaluation,
      Optional<ProposalDistribution> proposals,
      Optional<PredrawnProposals> predrawn,
      OptionalDouble acceptanceVariable,
      long steps) {
    this.state = state;
    this.evaluation = evaluation;
    this.proposals = proposals;
    this.predrawn = predrawn;
    this.acceptanceVariable = acceptanceVariable;
    this.steps = steps;
  }

  /**
   * Returns where the chains of a kernel that evaluates U are before their first step.
   *
   * @throws IllegalArgumentException if U(θ) = −∞: π is 0 there, and no gradient leads away
   */
  static List<ChainState> start(List<State> states, Energy energy, GradientKind gradient) {
    List<Evaluation> evaluations = energy.evaluate(states, gradient);
    List<ChainState> chains = new ArrayList<>(states.size());
    for (int chain = 0; chain < states.size(); chain++) {
      State state = states.get(chain);
      if (evaluations.get(chain).energy() == Double.NEGATIVE_INFINITY) {
        throw new IllegalArgumentException("a chain cannot start where U is −∞: " + state);
      }
      chains.add(new ChainState(state, Optional.of(evaluations.get(chain)), 0));
    }
    return chains;
  }

  /** Returns this state with q(·|θ) kept. */
  ChainState with(ProposalDistribution distribution) {
    return new ChainState(
        state, evaluation, Optional.of(distribution), predrawn, acceptanceVariable, steps);
  }

  /** Returns this state with moves that were drawn from q(·|θ) kept, in place of it. */
  ChainState with(PredrawnProposals moves) {
    return new ChainState(
        state, evaluation, proposals, Optional.of(moves), acceptanceVariable, steps);
  }

  /** Returns this state with another evaluation, and without what was made of the old one. */
  ChainState with(Optional<Evaluation> changed) {
    return new ChainState(
        state, changed, Optional.empty(), Optional.empty(), acceptanceVariable, steps);
  }

  /** Returns this state with the number v that an {@link AcceptanceRule} keeps, if it keeps one. */
  ChainState with(OptionalDouble variable) {
    return new ChainState(state, evaluation, proposals, predrawn, variable, steps);
  }

  /**
   * Returns this state as one of another space that its own is a part of, or the other way round:
   * what its kernel keeps is not touched.
   */
  ChainState at(State written) {
    return new ChainState(written, evaluation, proposals, predrawn, acceptanceVariable, steps);
  }

  /** Returns this state after a step that left the chain where it is. */
  ChainState stayed() {
    return new ChainState(state, evaluation, proposals, predrawn, acceptanceVariable, steps + 1);
  }

  /** Returns θ. */
  public State state() {
    return state;
  }

  /** Returns U(θ) and the gradient; empty for kernels that never evaluate U (pseudo-Gibbs). */
  public Optional<Evaluation> evaluation() {
    return evaluation;
  }

  /** Returns how many steps the chain has made. */
  public long steps() {
    return steps;
  }

  Optional<ProposalDistribution> proposals() {
    return proposals;
  }

  Optional<PredrawnProposals> predrawn() {
    return predrawn;
  }

  /** Returns the number v that an {@link AcceptanceRule} keeps with the chain, in (−1, 1]. */
  OptionalDouble acceptanceVariable() {
    return acceptanceVariable;
  }
}
