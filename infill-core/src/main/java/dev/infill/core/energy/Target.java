package dev.infill.core.energy;

import dev.infill.core.energy.Batcher.Source;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * π(θ) ∝ exp((U(θ) + V(θ))/T) on a part of Θ, and all that kernels ask of it. Answers tell U and V
 * as they are; a kernel divides by T where it decides.
 *
 * <p>A question is a future. It is answered by {@link Batcher#answer()}, or at once where the
 * answer is known. For one run in one thread.
 *
 * @param energy U
 * @param conditionals gives hᵢ(· | θ_\i): the energy itself, or what remembers it ({@link
 *     ContextMemory})
 * @param temperature T, positive and finite
 * @param restriction the part of Θ; empty for all of it
 * @param added V, a finite number for each state; empty for V = 0. Proposals are made without V,
 *     and V decides with U on what is proposed
 * @param batcher gathers what is asked
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

  /** Returns the same target by another energy, whose conditionals are asked as they are. */
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

  /** Returns exp(U) on all of Θ, by the same energy and what is remembered of it. */
  public Target ofEnergyAlone() {
    return new Target(energy, conditionals, 1, Optional.empty(), Optional.empty(), batcher);
  }

  /** Returns Θ₁ … Θ_m. */
  public List<Domain> domains() {
    return energy.domains();
  }

  /** Says whether a state is in the part of Θ. Kernels ask for nothing else outside. */
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
   * Asks for the distribution that Gibbs samplers draw from: fᵢ(· | θ_\i)^(1/T) over the values
   * that may stand beside the others, normalised.
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
                  : all.among(restriction.get().values(state, coordinate));
            });
  }

  /**
   * Asks for U + V, with a gradient of U. Outside the part of Θ that is −∞, without gradient, and
   * nothing is asked. Where U is a sum, it is made of the conditionals, unless the exact gradient
   * is asked for.
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
