package dev.infill.core.energy;

import java.util.List;

/**
 * Evaluates states and draws from the discrete Langevin proposals there, where the energy is
 * computed: what comes back of a state is U, some drawn states and their log q, not an array as
 * long as the vocabulary for every coordinate. So nothing large crosses from a card to the host.
 *
 * <p>The proposal is that of own-term gradients and the balancing function g(t) = t^β on {@link
 * Categorical} domains: qᵢ(v|θ) ∝ exp(β (hᵢ(v) − hᵢ(θᵢ)) − 1[v ≠ θᵢ] / α).
 */
@FunctionalInterface
public interface LangevinDraws {
  /**
   * Evaluates each state once, and draws there.
   *
   * @param requests the states, and what is drawn at each; may be empty
   * @param stepSize α, positive and finite
   * @param exponent β, from ½ to 1
   * @return one answer per request, in order
   */
  List<DrawnProposals> at(List<DrawRequest> requests, double stepSize, double exponent);
}
