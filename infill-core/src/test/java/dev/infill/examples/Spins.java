package dev.infill.examples;

import dev.infill.core.chain.ChainRun;
import dev.infill.core.chain.ChainRunner;
import dev.infill.core.chain.ChainSettings;
import dev.infill.core.diagnostics.Convergence;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.kernel.DiscreteLangevin;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.proposal.BalancingFunction;

/** Samples a lattice of 8 × 8 spins by DMALA. */
public final class Spins {
  private Spins() {}

  public static void main(String[] arguments) {
    Ising ising = new Ising(8, 0.2, 0.1);
    Kernel dmala = DiscreteLangevin.dmala(GradientKind.EXACT, BalancingFunction.SQUARE_ROOT, 0.4);
    ChainSettings settings = ChainSettings.of(8, 2_000, 1).adapting(0.574);
    ChainRun run =
        new ChainRunner(settings)
            .run(dmala, Target.of(ising), random -> State.of(random.ints(64, 0, 2).toArray()));
    Convergence convergence = run.convergence().orElseThrow();
    System.out.printf(
        "step size %.2f, R-hat %.3f, effective sample size %.0f of %d draws%n",
        run.stepSize().orElseThrow(),
        convergence.rHat().orElseThrow(),
        convergence.effectiveSampleSize().orElseThrow(),
        8 * 1_600);
  }
}
