package dev.infill.evaluation.lab;

import dev.infill.core.energy.State;
import dev.infill.core.kernel.AcceptanceRule;
import dev.infill.evaluation.lab.continuous.ContinuousState;
import dev.infill.evaluation.lab.continuous.HamiltonianMonteCarlo;
import dev.infill.evaluation.lab.continuous.RelaxedEnergy;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Chains of relaxed MALA. */
final class RelaxedPopulation implements Population {
  private final RelaxedEnergy energy;
  private final HamiltonianMonteCarlo kernel;
  private final List<? extends RandomGenerator> random;
  private final List<ContinuousState> chains = new ArrayList<>();

  RelaxedPopulation(
      RelaxedEnergy energy,
      double stepSize,
      List<State> starts,
      List<? extends RandomGenerator> random) {
    this.energy = energy;
    this.kernel = HamiltonianMonteCarlo.langevin(energy, stepSize, AcceptanceRule.REVERSIBLE);
    this.random = random;
    for (int chain = 0; chain < starts.size(); chain++) {
      RandomGenerator own = random.get(chain);
      chains.add(kernel.init(energy.draw(starts.get(chain), own), own));
    }
  }

  @Override
  public void step() {
    for (int chain = 0; chain < chains.size(); chain++) {
      chains.set(chain, kernel.step(chains.get(chain), random.get(chain)).next());
    }
  }

  @Override
  public List<State> states() {
    return chains.stream().map(chain -> energy.state(chain.position())).toList();
  }
}
