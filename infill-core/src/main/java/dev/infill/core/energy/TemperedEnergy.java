package dev.infill.core.energy;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * U/T: the energy of π^(1/T). A temperature above 1 flattens the target, below 1 sharpens it. The
 * conditionals are flattened alike, fᵢ^(1/T) normalised again.
 *
 * @param energy U
 * @param temperature T, positive and finite
 */
public record TemperedEnergy(Energy energy, double temperature) implements DecoratedEnergy {
  /** Checks the temperature. */
  public TemperedEnergy {
    if (!(temperature > 0 && Double.isFinite(temperature))) {
      throw new IllegalArgumentException(
          "a temperature must be positive and finite, not " + temperature);
    }
  }

  @Override
  public List<Evaluation> evaluate(List<State> states, GradientKind gradient) {
    return energy.evaluate(states, gradient).stream()
        .map(evaluation -> evaluation.tempered(temperature))
        .toList();
  }

  @Override
  public CompletableFuture<Evaluation> evaluate(
      State state, GradientKind gradient, Batcher batcher) {
    return energy
        .evaluate(state, gradient, batcher)
        .thenApply(evaluation -> evaluation.tempered(temperature));
  }

  @Override
  public CompletableFuture<CategoricalDistribution> conditional(
      State state, int coordinate, Batcher batcher) {
    return energy.conditional(state, coordinate, batcher).thenApply(this::tempered);
  }

  @Override
  public Optional<ConditionalTerms> terms() {
    return energy.terms().map(terms -> terms.tempered(temperature));
  }

  @Override
  public Optional<Relaxation> relaxation() {
    return energy.relaxation().map(relaxation -> new TemperedRelaxation(relaxation, temperature));
  }

  @Override
  public List<CategoricalDistribution> conditionals(List<State> states, int[] coordinates) {
    return energy.conditionals(states, coordinates).stream().map(this::tempered).toList();
  }

  private CategoricalDistribution tempered(CategoricalDistribution conditional) {
    double[] logWeights = new double[conditional.size()];
    for (int k = 0; k < logWeights.length; k++) {
      logWeights[k] = conditional.logProbability(k) / temperature;
    }
    return CategoricalDistribution.ofLogWeights(logWeights);
  }

  /** The gradients divided by T. */
  private record TemperedRelaxation(Relaxation relaxation, double temperature)
      implements Relaxation {
    @Override
    public boolean supports(GradientKind gradient) {
      return relaxation.supports(gradient);
    }

    @Override
    public List<double[][]> gradients(List<RelaxedState> points, GradientKind gradient) {
      List<double[][]> gradients = relaxation.gradients(points, gradient);
      for (double[][] rows : gradients) {
        for (double[] row : rows) {
          for (int k = 0; k < row.length; k++) {
            row[k] /= temperature;
          }
        }
      }
      return gradients;
    }

    @Override
    public int passesPerGradient() {
      return relaxation.passesPerGradient();
    }
  }
}
