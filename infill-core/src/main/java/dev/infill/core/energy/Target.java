package dev.infill.core.energy;

import dev.infill.core.energy.Batcher.Source;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * π(θ) ∝ exp((U(θ) + V(θ))/T) on a part of Θ, and the questions of kernels to it. Answers hold U
 * and V undivided; a kernel divides by T where it decides.
 *
 * <p>A question is a future. {@link Batcher#answer()} answers it; a known answer is there at once.
 * For one run in one thread.
 *
 * @param energy U
 * @param conditionals gives hᵢ(· | θ_\i), from the energy or from a {@link ContextMemory}
 * @param temperature T, positive and finite
 * @param restriction the part of Θ; empty for all of it
 * @param added V, a finite number for each state; empty for V = 0. Proposals are made without V; U
 *     + V decides on them
 * @param batcher gathers the questions
 */
public record Target(
    Energy energy,
    Source<Context, Conditional> conditionals,
    double temperature,
    Optional<Restriction> restriction,
    Optional<Source<State, Double>> added,
    Batcher batcher) {
  /** Checks the temperature. */
  public Target {
    if (!(temperature > 0 && Double.isFinite(temperature))) {
      throw new IllegalArgumentException(
          "a temperature must be positive and finite, not " + temperature);
    }
  }

  /** Returns π(θ) ∝ exp(U(θ)). */
  public static Target of(Energy energy) {
    return new Target(
        energy, new Conditionals(energy), 1, Optional.empty(), Optional.empty(), new Batcher());
  }

  /** Returns the same target by another energy. */
  public Target with(Energy other) {
    return new Target(other, new Conditionals(other), temperature, restriction, added, batcher);
  }

  /** Returns the same target, its conditionals remembered. */
  public Target with(ContextMemory memory) {
    return new Target(energy, memory, temperature, restriction, added, batcher);
  }

  /** Returns the same target at another temperature. */
  public Target at(double other) {
    return new Target(energy, conditionals, other, restriction, added, batcher);
  }

  /** Returns the same target on a part of Θ. */
  public Target within(Restriction part) {
    return new Target(energy, conditionals, temperature, Optional.of(part), added, batcher);
  }

  /** Returns the same target with V. */
  public Target plus(Source<State, Double> values) {
    return new Target(energy, conditionals, temperature, restriction, Optional.of(values), batcher);
  }

  /** Returns exp(U) on all of Θ, with the same memory. */
  public Target ofEnergyAlone() {
    return new Target(energy, conditionals, 1, Optional.empty(), Optional.empty(), batcher);
  }

  /** Returns Θ₁ … Θ_m. */
  public List<Domain> domains() {
    return energy.domains();
  }

  /** Says whether a state is in the part of Θ. Kernels ask nothing else outside. */
  public boolean admits(State state) {
    return restriction.isEmpty() || restriction.get().admits(state);
  }

  /**
   * Asks for hᵢ(· | θ_\i), which does not depend on θᵢ.
   *
   * @param state θ
   * @param coordinate i
   */
  public CompletableFuture<Conditional> ask(State state, int coordinate) {
    return batcher.ask(conditionals, new Context(state, coordinate));
  }

  /**
   * Asks for the distribution that Gibbs samplers draw from: fᵢ(· | θ_\i)^(1/T), normalised over
   * the values that the restriction admits beside the others.
   *
   * @param state θ
   * @param coordinate i
   */
  public CompletableFuture<CategoricalDistribution> distribution(State state, int coordinate) {
    return ask(state, coordinate)
        .thenApply(
            conditional -> {
              CategoricalDistribution all = conditional.distribution(temperature);
              return restriction.isEmpty()
                  ? all
                  : all.among(restriction.get().values(state, coordinate)).orElse(all);
            });
  }

  /**
   * Asks for U + V, with a gradient of U. Outside the part of Θ the answer is −∞, without gradient
   * and at no cost. U is made of conditionals if it is their sum, except with the exact gradient.
   *
   * @param state θ
   * @param gradient the kind of gradient
   * @throws UnsupportedOperationException if the energy denies the gradient, at the latest when it
   *     is answered
   */
  public CompletableFuture<Evaluation> evaluate(State state, GradientKind gradient) {
    if (!admits(state)) {
      return CompletableFuture.completedFuture(Evaluation.OUTSIDE);
    }
    CompletableFuture<Evaluation> evaluated =
        energy.isSum() && gradient != GradientKind.EXACT
            ? Batcher.all(IntStream.range(0, state.size()).mapToObj(i -> ask(state, i)).toList())
                .thenApply(terms -> Evaluation.ofTerms(state, terms, gradient))
            : batcher.ask(new Evaluations(energy, gradient), state);
    return added.isEmpty() ? evaluated : evaluated.thenCombine(added(state), Evaluation::plus);
  }

  /** Asks for V(θ) in nats; 0 if there is none. */
  public CompletableFuture<Double> added(State state) {
    return added
        .map(values -> batcher.ask(values, state))
        .orElseGet(() -> CompletableFuture.completedFuture(0.0));
  }

  /**
   * Asks for the gradient of U at a point between states.
   *
   * @param point a point of the space that Θ is embedded in
   * @param gradient {@code EXACT} or {@code OWN_TERM}
   * @throws java.util.NoSuchElementException if U is not extended to such points
   */
  public CompletableFuture<double[][]> gradient(RelaxedState point, GradientKind gradient) {
    return batcher.ask(new Gradients(energy.relaxation().orElseThrow(), gradient), point);
  }

  private record Conditionals(Energy energy) implements Source<Context, Conditional> {
    @Override
    public List<Conditional> answer(List<Context> contexts) {
      return energy.conditionals(contexts);
    }
  }

  private record Evaluations(Energy energy, GradientKind gradient)
      implements Source<State, Evaluation> {
    @Override
    public List<Evaluation> answer(List<State> states) {
      return energy.evaluate(states, gradient);
    }
  }

  private record Gradients(Relaxation relaxation, GradientKind gradient)
      implements Source<RelaxedState, double[][]> {
    @Override
    public List<double[][]> answer(List<RelaxedState> points) {
      return relaxation.gradients(points, gradient);
    }
  }
}
