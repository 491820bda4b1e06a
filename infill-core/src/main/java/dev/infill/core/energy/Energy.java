package dev.infill.core.energy;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * U: Θ → ℝ on a product of finite domains, defining the target π(θ) ∝ exp(U(θ)).
 *
 * <p>All calls take a batch of states, one per chain, and answer in the same order. An answer
 * depends on its own state only, never on what else is in the batch (up to floating-point rounding,
 * where a numerical library behind the energy says so).
 */
public interface Energy {
  /** What a state holds in a coordinate that is masked, where {@link #readsMasked}. */
  int MASKED = -1;

  /** Returns Θ₁ … Θ_m, in order. */
  List<Domain> domains();

  /**
   * Says whether a state is one of the target's, as far as that is known without the model: where
   * it is not, U is −∞, whatever {@link #terms()} say. Kernels ask for nothing else there.
   *
   * @param state θ
   */
  default boolean admits(State state) {
    return true;
  }

  /**
   * Says whether {@link #evaluate} can give this gradient.
   *
   * @param gradient a kind of gradient; {@link GradientKind#NONE} is always supported
   */
  boolean supports(GradientKind gradient);

  /**
   * Returns why there is no exact gradient and no {@link #relaxation}, and what to take instead, in
   * a line for users; empty if there are, or if nothing more is known.
   */
  default Optional<String> limitation() {
    return Optional.empty();
  }

  /**
   * Evaluates U, and the gradient that is asked for, at each state.
   *
   * @param states a batch of states; may be empty
   * @param gradient which gradient to evaluate
   * @return one evaluation per state, in order
   * @throws UnsupportedOperationException if {@link #supports} denies the gradient
   */
  List<Evaluation> evaluate(List<State> states, GradientKind gradient);

  /**
   * Returns, for each state, the conditional fᵢ(· | θ_\i) of one coordinate over Θᵢ, as Gibbs
   * samplers draw from it.
   *
   * @param states a batch of states; may be empty
   * @param coordinates for each state, which coordinate i
   * @return one distribution per state over the indices of Θᵢ, in order
   */
  List<CategoricalDistribution> conditionals(List<State> states, int[] coordinates);

  /**
   * Says whether conditionals can be had of states that hold {@link #MASKED} in other coordinates,
   * as a masked language model has them: fᵢ(· | those of θ_\\i that are known).
   */
  default boolean readsMasked() {
    return false;
  }

  /**
   * Asks for an evaluation of one state, together with what else is asked.
   *
   * @param state θ
   * @param gradient which gradient to evaluate
   * @param batcher gathers what is asked
   * @throws UnsupportedOperationException as {@link #evaluate(List, GradientKind)}, at the latest
   *     when it is answered
   */
  default CompletableFuture<Evaluation> evaluate(
      State state, GradientKind gradient, Batcher batcher) {
    return batcher.ask(new Evaluations(this, gradient), state);
  }

  /**
   * Asks for one conditional, as {@link #conditionals}, together with what else is asked.
   *
   * @param state θ
   * @param coordinate i
   * @param batcher gathers what is asked
   */
  default CompletableFuture<CategoricalDistribution> conditional(
      State state, int coordinate, Batcher batcher) {
    return batcher.ask(new Distributions(this), new Context(state, coordinate));
  }

  /**
   * Returns the terms hᵢ(θᵢ | θ_\i) that U is the sum of, where they can be had one by one and
   * every Θᵢ is {@link Categorical}; else empty. The own-term gradient at coordinate i is then hᵢ(·
   * | θ_\i). What U has {@linkplain ConditionalTerms#besides beside} them is added. Where the
   * energy does not {@linkplain #admits admit} θ, U is not their sum, but −∞.
   */
  default Optional<ConditionalTerms> terms() {
    return Optional.empty();
  }

  /**
   * Returns what draws from discrete Langevin proposals where the energy is computed, if that is
   * the better way; else empty.
   */
  default Optional<LangevinDraws> langevinDraws() {
    return Optional.empty();
  }

  /** Returns the extension of U to points between those of Θ, if there is one; else empty. */
  default Optional<Relaxation> relaxation() {
    return Optional.empty();
  }

  /** Returns how many model passes (sequences through the model) evaluating one state costs. */
  int passesPerEvaluation();

  /** Returns how many model passes one conditional costs. */
  int passesPerConditional();

  /**
   * Evaluations of an energy.
   *
   * @param energy U
   * @param gradient the gradient that is evaluated with it
   */
  record Evaluations(Energy energy, GradientKind gradient)
      implements Batcher.Source<State, Evaluation> {
    @Override
    public List<Evaluation> answer(List<State> states) {
      return energy.evaluate(states, gradient);
    }
  }

  /**
   * Conditionals of an energy.
   *
   * @param energy gives them
   */
  record Distributions(Energy energy) implements Batcher.Source<Context, CategoricalDistribution> {
    @Override
    public List<CategoricalDistribution> answer(List<Context> contexts) {
      return Context.asked(contexts, energy::conditionals);
    }
  }
}
