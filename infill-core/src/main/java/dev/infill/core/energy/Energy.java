package dev.infill.core.energy;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * U: Θ → ℝ on a product of finite domains, which defines π(θ) ∝ exp(U(θ)/T) ({@link Target}).
 *
 * <p>All calls take a batch and answer in the same order. An answer depends on its own question
 * only, never on the rest of the batch, up to floating-point rounding where a numerical library
 * behind the energy says so.
 */
public interface Energy {
  /** What a state holds in a coordinate that is masked, where {@link #readsMasked}. */
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
   * Returns why there is no exact gradient and no {@link #relaxation}, and what to take instead, in
   * a line for users; empty if there are, or if nothing more is known.
   */
  default Optional<String> limitation() {
    return Optional.empty();
  }

  /**
   * Evaluates U, and the gradient that is asked for.
   *
   * @param states θ; may be empty
   * @param gradient the kind of gradient
   * @return one evaluation for each state
   * @throws UnsupportedOperationException if {@link #supports} denies the gradient
   */
  List<Evaluation> evaluate(List<State> states, GradientKind gradient);

  /**
   * Returns hᵢ(· | θ_\i), one coordinate's values given the others, which Gibbs samplers draw from.
   * By default these are the conditionals of exp(U), from U at every value of the coordinate.
   *
   * @param contexts what is asked for; may be empty
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
   * The own-term gradient at coordinate i is then hᵢ(· | θ_\i), and a move can be refused before
   * all of its terms are known.
   */
  default boolean isSum() {
    return false;
  }

  /**
   * Says whether conditionals can be had of states that hold {@link #MASKED} in other coordinates,
   * as a masked language model has them: fᵢ(· | those of θ_\i that are known).
   */
  default boolean readsMasked() {
    return false;
  }

  /** Returns the extension of U to points between those of Θ, if there is one; else empty. */
  default Optional<Relaxation> relaxation() {
    return Optional.empty();
  }

  /** Returns how many sequences through a model one evaluation costs. A conditional costs one. */
  default int passesPerEvaluation() {
    return 1;
  }
}
