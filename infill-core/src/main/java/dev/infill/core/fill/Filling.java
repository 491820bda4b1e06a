package dev.infill.core.fill;

import dev.infill.core.diagnostics.Probability;
import dev.infill.core.task.Fill;
import dev.infill.core.task.TermValue;
import java.util.List;

/**
 * One filling of a text.
 *
 * @param text the text with every blank filled
 * @param fills the fills, in the order of the blanks, piece by piece
 * @param twoWay M, the log-probability by the chain rule, the mean of both reading orders, in nats,
 *     at most 0; fillings are ordered by M + Σ λ V per piece
 * @param energy U, the sum of the fills' log-probabilities, each given all others, in nats, at most
 *     0
 * @param terms the terms that are added to M, in the order of the settings; empty if there are none
 * @param probability p(θ) = exp((M + V)/T)/Z among the fillings of the same lengths of blanks, with
 *     its standard error and a certain upper bound
 */
public record Filling(
    String text,
    List<Fill> fills,
    double twoWay,
    double energy,
    List<TermValue> terms,
    Probability probability) {
  /** Copies the lists. */
  public Filling {
    fills = List.copyOf(fills);
    terms = List.copyOf(terms);
  }

  /** Returns M + Σ λ V in nats. */
  public double total() {
    return twoWay + terms.stream().mapToDouble(term -> term.weight() * term.value()).sum();
  }
}
