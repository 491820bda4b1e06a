package dev.infill.core.energy;

import dev.infill.core.lab.DecoratedEnergy;
import java.util.List;

/** A sum whose conditionals tests see being asked for. */
public abstract class ObservedEnergy implements DecoratedEnergy {
  private final Energy energy;

  protected ObservedEnergy(Energy energy) {
    this.energy = energy;
  }

  /** Is called before conditionals are answered. */
  protected abstract void asked(List<Context> contexts);

  @Override
  public final Energy energy() {
    return energy;
  }

  @Override
  public final boolean isSum() {
    return true;
  }

  @Override
  public final List<Conditional> conditionals(List<Context> contexts) {
    asked(contexts);
    return energy.conditionals(contexts);
  }
}
