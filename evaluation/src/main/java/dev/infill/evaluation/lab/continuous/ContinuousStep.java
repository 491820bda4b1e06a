package dev.infill.evaluation.lab.continuous;

import dev.infill.core.kernel.AcceptanceRule;
import dev.infill.core.kernel.PersistentUniform;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * One step of one chain on real vectors.
 *
 * @param next where the chain is afterwards
 * @param accepted whether the proposal was accepted
 * @param uniform u, the number that decided, in [0, 1]
 */
public record ContinuousStep(ContinuousState next, boolean accepted, double uniform) {
  /**
   * Decides on a proposal.
   *
   * @param proposed where an acceptance leads
   * @param refused where a refusal leads; it holds v of the decision before
   * @param logRatio log r
   * @param rule where u comes from; v is kept even where the rule needs none
   * @param random the chain's own stream
   */
  static ContinuousStep decided(
      ContinuousState proposed,
      ContinuousState refused,
      double logRatio,
      AcceptanceRule rule,
      RandomGenerator random) {
    PersistentUniform v =
        rule.advanced(Optional.of(refused.uniform()), random)
            .orElseGet(() -> PersistentUniform.draw(random));
    boolean accepted = v.u() < Math.exp(Math.min(0, logRatio));
    return new ContinuousStep(
        accepted ? proposed.with(v.afterAcceptance(logRatio)) : refused.with(v), accepted, v.u());
  }
}
