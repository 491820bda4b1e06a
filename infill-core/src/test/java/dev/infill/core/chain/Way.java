package dev.infill.core.chain;

import dev.infill.core.energy.Categorical;
import dev.infill.core.energy.ContextMemory;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.kernel.DiscreteLangevin;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.lab.TabulatedConditionals;
import dev.infill.core.proposal.BalancingFunction;
import java.util.Collections;
import java.util.OptionalDouble;
import java.util.random.RandomGenerator;

/** The ways to move chains, and an energy to move on. */
enum Way {
  /** The simple form, the oracle of the other one. */
  LOCKSTEP,
  AHEAD;

  static final Energy ENERGY =
      TabulatedConditionals.of(
          Collections.nCopies(4, new Categorical(5)),
          (s, i) -> 1.5 * Math.sin(i + 2.0 * s.get(i) + s.get(0) * s.get(1) - s.get(2) * s.get(3)));

  static State anywhere(RandomGenerator random) {
    return State.of(random.nextInt(5), random.nextInt(5), random.nextInt(5), random.nextInt(5));
  }

  static Kernel dmala() {
    return DiscreteLangevin.dmala(GradientKind.OWN_TERM, BalancingFunction.SQUARE_ROOT, 1);
  }

  static ChainSettings settings(int chains, int steps, int batch) {
    return new ChainSettings(chains, steps, 5, 99, batch, 1, OptionalDouble.empty());
  }

  static Target remembered(Energy energy) {
    return Target.of(energy).with(new ContextMemory(energy, 10_000));
  }

  ChainRun run(
      ChainSettings settings,
      Kernel kernel,
      Target target,
      StoppingRule rule,
      ProgressListener listener,
      Cancellation cancellation) {
    ChainRunner runner = this == AHEAD ? ChainRunner.ahead(settings) : new ChainRunner(settings);
    return runner.run(kernel, target, Way::anywhere, rule, listener, cancellation);
  }

  ChainRun run(
      ChainSettings settings,
      Kernel kernel,
      Target target,
      ProgressListener listener,
      Cancellation cancellation) {
    StoppingRule rule = StoppingRule.afterSteps(settings.steps());
    return run(settings, kernel, target, rule, listener, cancellation);
  }

  ChainRun run(ChainSettings settings, Kernel kernel, Target target) {
    Told told = new Told();
    ChainRun run = run(settings, kernel, target, told, new Cancellation());
    told.assertIsWhatWasDone(run);
    return run;
  }
}
