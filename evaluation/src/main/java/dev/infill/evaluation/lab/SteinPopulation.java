package dev.infill.evaluation.lab;

import dev.infill.core.energy.State;
import dev.infill.evaluation.lab.continuous.SteinParticles;
import java.util.List;

/**
 * Particles of discrete Stein variational gradient descent.
 *
 * @param particles the particles
 */
record SteinPopulation(SteinParticles particles) implements Population {
  @Override
  public void step() {
    particles.step();
  }

  @Override
  public List<State> states() {
    return particles.states();
  }
}
