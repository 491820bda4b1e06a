package dev.infill.core.energy;

import java.util.List;

/** An energy that tests change some method of. */
public class DelegatingEnergy implements Energy {
  private final Energy energy;

  public DelegatingEnergy(Energy energy) {
    this.energy = energy;
  }

  @Override
  public List<Domain> domains() {
    return energy.domains();
  }

  @Override
  public boolean supports(GradientKind gradient) {
    return energy.supports(gradient);
  }

  @Override
  public List<Evaluation> evaluate(List<State> states, GradientKind gradient) {
    return energy.evaluate(states, gradient);
  }

  @Override
  public List<CategoricalDistribution> conditionals(List<State> states, int[] coordinates) {
    return energy.conditionals(states, coordinates);
  }

  @Override
  public int passesPerEvaluation() {
    return energy.passesPerEvaluation();
  }

  @Override
  public int passesPerConditional() {
    return energy.passesPerConditional();
  }
}
