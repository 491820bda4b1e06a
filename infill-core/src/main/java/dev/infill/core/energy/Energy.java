package dev.infill.core.energy;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * U: Θ → ℝ on a product of finite domains, which defines π(θ) ∝ exp(U(θ)/T) ({@link Target}).
 *
 * <p>All calls take a batch and answer in the same order. An answer does not depend on the rest of
 * the batch, up to floating-point rounding.
 */
public interface Energy {
  /** The index of a masked coordinate, for energies that {@linkplain #readsMasked read masks}. */
  int MASKED = -1;

  /** Returns Θ₁ … Θ_m, in order. */
  List<Domain> domains();

  /**
   * Says whether {@link #evaluate} can give a gradient.
   *
   * @param gradient a kind of gradient; {@link GradientKind#NONE} is always supported
   */
  default boolean supports(GradientKind gradient) {
    return gradient != GradientKind.OWN_TERM || isSum();
  }

  /**
   * Returns a line for users that says why there is no exact gradient and no {@link #relaxation},
   * and what to take instead; empty if there are both, or if nothing more is known.
   */
  default Optional<String> limitation() {
    return Optional.empty();
  }

  /**
   * Evaluates U and a gradient.
   *
   * @param states θ; may be empty
   * @param gradient the kind of gradient
   * @return one evaluation for each state
   * @throws UnsupportedOperationException if {@link #supports} denies the gradient
   */
  List<Evaluation> evaluate(List<State> states, GradientKind gradient);

  /**
   * Returns hᵢ(· | θ_\i), one coordinate's values given the others. Gibbs samplers draw from it. By
   * default these are the conditionals of exp(U), from U at every value of the coordinate.
   *
   * @param contexts coordinates, each with the others; may be empty
   * @return one conditional for each context, with a term for each index of Θᵢ
   */
  default List<Conditional> conditionals(List<Context> contexts) {
    List<List<State>> states = contexts.stream().map(context -> context.states(domains())).toList();
    Iterator<Evaluation> evaluations =
        evaluate(states.stream().flatMap(List::stream).toList(), GradientKind.NONE).iterator();
    return states.stream()
        .map(
            values ->
                new Conditional(
                    values.stream().mapToDouble(state -> evaluations.next().energy()).toArray()))
        .toList();
  }

  /**
   * Says whether U(θ) = Σᵢ hᵢ(θᵢ | θ_\i), every Θᵢ is {@link Categorical} and no term exceeds 0.
   * Then the own-term gradient at coordinate i is hᵢ(· | θ_\i), and some of its terms can be enough
   * to refuse a move.
   */
  default boolean isSum() {
    return false;
  }

  /**
   * Says whether the energy has conditionals of states that hold {@link #MASKED} in other
   * coordinates, as a masked language model has: fᵢ(· | the known coordinates of θ_\i).
   */
  default boolean readsMasked() {
    return false;
  }

  /** Returns the extension of U to points between those of Θ, if there is one; else empty. */
  default Optional<Relaxation> relaxation() {
    return Optional.empty();
  }

  /**
   * Returns how many sequences a model reads for one evaluation. It reads one for a conditional.
   */
  default int passesPerEvaluation() {
    return 1;
  }
}
