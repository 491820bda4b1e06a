package dev.infill.core.energy;

import java.util.List;

/**
 * A differentiable extension of U from Θ to the space that Θ is embedded in, known by its gradient.
 * Samplers with continuous intermediates (cDLS) need it.
 *
 * <p>At a state of Θ the gradient is that of {@link Energy#evaluate}. Metropolis-adjusted samplers
 * leave exp(U) on Θ invariant with any extension.
 */
public interface Relaxation {
  /**
   * Says whether {@link #gradients} can give a gradient; it never gives {@link GradientKind#NONE}.
   *
   * @param gradient a kind of gradient
   */
  boolean supports(GradientKind gradient);

  /**
   * Returns the gradient at each point.
   *
   * @param points a batch of points; may be empty
   * @param gradient {@code EXACT} or {@code OWN_TERM}
   * @return for each point m arrays, each of the coordinate's {@link Domain#gradientLength()}, in
   *     nats; the caller's own
   * @throws UnsupportedOperationException if {@link #supports} denies the gradient
   */
  List<double[][]> gradients(List<RelaxedState> points, GradientKind gradient);

  /** Returns the model passes that the gradient at one point costs. */
  int passesPerGradient();
}
