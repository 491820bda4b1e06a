package dev.infill.core.energy;

import java.util.List;

/**
 * A differentiable extension of U from Θ to the space that Θ is embedded in, known by its gradient:
 * what samplers with continuous intermediates (cDLS) need.
 *
 * <p>At a state θ of Θ the gradient is the one that {@link Energy#evaluate} gives there. Whatever
 * the extension, Metropolis-adjusted samplers leave exp(U) on Θ invariant.
 */
public interface Relaxation {
  /**
   * Says whether {@link #gradients} can give this gradient; {@link GradientKind#NONE} is none.
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

  /** Returns how many model passes the gradient at one point costs. */
  int passesPerGradient();
}
