package dev.infill.core.sample;

import dev.infill.core.diagnostics.LeaveOneChainOut;
import dev.infill.core.diagnostics.Probability;
import dev.infill.core.task.Fill;
import dev.infill.core.task.TermValue;
import java.util.List;
import java.util.OptionalDouble;

/**
 * One filling of a text.
 *
 * @param text the text with every blank filled
 * @param fills the fills, in the order of the blanks, piece by piece
 * @param energy U, in nats, never divided by the temperature; the higher is the likelier, where no
 *     terms are added to U
 * @param twoWay M in nats, where {@link dev.infill.core.sampler.Settings#TWO_WAY} asks for it;
 *     empty, too, where a stop came before it
 * @param terms the terms that are added to U, in the order of the settings; empty if there are none
 * @param probability what is known of π(θ) ∝ exp(U(θ)/T), U with what is added to it ({@link
 *     LeaveOneChainOut}): an estimate if the sampler is exact and there are several chains; else
 *     only what it is at most, by U of all fillings that were found
 * @param visits how many of the pooled visits were to this filling; 0 if only burn-in came by it
 * @param chains how many chains ended in this filling
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

  /** Returns U + Σ λ V in nats, which is sampled, and which candidates are compared by. */
  public double total() {
    return energy + terms.stream().mapToDouble(term -> term.weight() * term.value()).sum();
  }
}
