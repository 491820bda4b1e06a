package dev.infill.core.energy;

import java.util.List;
import java.util.Optional;

/** An energy with terms that tests see being asked for. */
public abstract class ObservedEnergy extends DelegatingEnergy {
  private final ConditionalTerms terms;

  protected ObservedEnergy(Energy energy) {
    super(energy);
    this.terms = energy.terms().orElseThrow();
  }

  /** Is called before the terms answer. */
  protected abstract void asked(List<State> states, int[] coordinates);

  @Override
  public final Optional<ConditionalTerms> terms() {
    return Optional.of(
        ConditionalTerms.of(
            (states, coordinates) -> {
              asked(states, coordinates);
              return terms.at(states, coordinates);
            }));
  }
}
