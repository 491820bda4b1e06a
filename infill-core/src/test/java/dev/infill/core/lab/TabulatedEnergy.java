package dev.infill.core.lab;

import dev.infill.core.energy.Domain;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.Relaxation;
import dev.infill.core.energy.State;
import dev.infill.evaluation.lab.energy.StateSpace;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * An energy given as a table of U for every state: any distribution at all.
 *
 * <p>Its exact gradient is that of the multilinear extension to one-hot vectors, ∇U(θ)ᵢ(v) = U(θ
 * with i → v); for ordinals, that of the polynomial through U at the values of the coordinate. The
 * conditionals are those of π. Between states U is extended alike, multilinearly or by the
 * polynomial.
 */
public final class TabulatedEnergy implements ClosedFormEnergy {
  private final StateSpace space;
  private final double[] table;

  private TabulatedEnergy(StateSpace space, double[] table) {
    this.space = space;
    this.table = table;
  }

  /**
   * Tabulates a function.
   *
   * @param domains Θ₁ … Θ_m, of at most {@link StateSpace#LIMIT} states
   * @param energy U of a state, in nats, finite or −∞; an ordinal coordinate has no slope where a
   *     value of it is −∞, and kernels that need the gradient refuse such a state
   */
  public static TabulatedEnergy of(List<? extends Domain> domains, ToDoubleFunction<State> energy) {
    StateSpace space = new StateSpace(domains);
    return new TabulatedEnergy(space, space.states().stream().mapToDouble(energy).toArray());
  }

  @Override
  public List<Domain> domains() {
    return space.domains();
  }

  @Override
  public double energyAt(State state) {
    return table[space.indexOf(state)];
  }

  @Override
  public double[][] gradientAt(State state) {
    double[][] gradient = new double[state.size()][];
    for (int i = 0; i < gradient.length; i++) {
      int coordinate = i;
      Domain domain = domains().get(i);
      double[] energies = new double[domain.size()];
      Arrays.setAll(energies, value -> energyAt(state.with(coordinate, value)));
      gradient[i] = Interpolation.gradient(domain, energies, domain.embedded(state.get(i)));
    }
    return gradient;
  }

  @Override
  public Optional<Relaxation> relaxation() {
    return Optional.of(
        new TabulatedRelaxation(
            space, GradientKind.EXACT::equals, (state, i, kind) -> energyAt(state), 1));
  }
}
