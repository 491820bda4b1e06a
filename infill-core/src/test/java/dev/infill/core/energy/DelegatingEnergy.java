package dev.infill.core.energy;

/** An energy that tests change some method of. */
public class DelegatingEnergy implements DecoratedEnergy {
  private final Energy energy;

  public DelegatingEnergy(Energy energy) {
    this.energy = energy;
  }

  @Override
  public final Energy energy() {
    return energy;
  }
}
