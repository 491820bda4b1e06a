package dev.infill.core.sample;

import dev.infill.core.diagnostics.LeaveOneChainOut;
import dev.infill.core.diagnostics.Probability;
import dev.infill.core.task.Fill;
import dev.infill.core.task.TermValue;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A filling that chains came by.
 *
 * @param text the text with every blank filled
 * @param fills the fills, in the order of the blanks, piece by piece
 * @param energy U in nats, not divided by the temperature
 * @param twoWay M in nats, if {@link dev.infill.core.sampler.Settings#TWO_WAY} asks for it; empty
 *     if not, or if the job was stopped before
 * @param terms the terms that are added to U, in the order of the settings; empty for none
 * @param probability π(θ) ∝ exp((U(θ) + Σ λ V)/T) ({@link LeaveOneChainOut}): an estimate if the
 *     sampler is exact and there are several chains, and an upper bound by U of all fillings that
 *     were found
 * @param visits the number of pooled visits to this filling; 0 if only burn-in came by it
 * @param chains the number of chains that ended in this filling
 */
public record Candidate(
    String text,
    List<Fill> fills,
    double energy,
    OptionalDouble twoWay,
    List<TermValue> terms,
    Probability probability,
    int visits,
    int chains) {
  /** Copies the list. */
  public Candidate {
    fills = List.copyOf(fills);
    terms = List.copyOf(terms);
  }

  /** Returns U + Σ λ V in nats, by which candidates are ranked. */
  public double total() {
    return energy + terms.stream().mapToDouble(term -> term.weight() * term.value()).sum();
  }
}
