package dev.infill.evaluation.lab.sampler;

import dev.infill.core.energy.Energy;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.kernel.ChainState;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.kernel.StepInfo;
import dev.infill.core.kernel.Transition;
import dev.infill.evaluation.lab.kernel.Chains;
import java.util.List;
import java.util.random.RandomGenerator;

/** Chains of a kernel, with what their steps did. */
public final class KernelPopulation implements Population {
  private final Target target;
  private final Kernel kernel;
  private final List<? extends RandomGenerator> random;
  private List<ChainState> chains;
  private long steps;
  private double acceptance;
  private long changed;
  private long moved;
  private long proposed;
  private long passes;

  /**
   * Begins one chain at each of some states.
   *
   * @param random for each chain its own stream
   */
  public KernelPopulation(
      Energy energy, Kernel kernel, List<State> starts, List<? extends RandomGenerator> random) {
    this.target = Target.of(energy);
    this.kernel = kernel;
    this.random = random;
    this.chains = Chains.start(kernel, target, starts);
  }

  @Override
  public void step() {
    List<ChainState> before = chains;
    List<Transition> made = Chains.step(kernel, target, before, random);
    chains = made.stream().map(Transition::next).toList();
    for (int chain = 0; chain < before.size(); chain++) {
      StepInfo info = made.get(chain).info();
      steps++;
      acceptance += info.acceptanceProbability();
      changed += info.changedCoordinates();
      moved += info.changedCoordinates() > 0 ? 1 : 0;
      proposed += before.get(chain).state().hammingDistance(info.proposal());
      passes += info.modelPasses();
    }
  }

  @Override
  public List<State> states() {
    return chains.stream().map(ChainState::state).toList();
  }

  /** Returns how many steps all chains have made together. */
  public long made() {
    return steps;
  }

  @Override
  public double acceptance() {
    return acceptance / steps;
  }

  /** Returns the share of steps that changed something. */
  public double changedShare() {
    return (double) moved / steps;
  }

  /** Returns the mean number of coordinates that a step changed, refused steps counted as 0. */
  public double changedPerStep() {
    return (double) changed / steps;
  }

  /** Returns the mean number of coordinates that differ in a proposal. */
  public double proposedPerStep() {
    return (double) proposed / steps;
  }

  /**
   * Returns the mean number of coordinates that a step changed, over steps that changed one or
   * more.
   */
  public double changedPerMove() {
    return (double) changed / moved;
  }

  /** Returns how many evaluations all steps have taken. */
  public long passes() {
    return passes;
  }

  /** Returns the mean number of evaluations of a step. */
  public double passesPerStep() {
    return (double) passes / steps;
  }
}
