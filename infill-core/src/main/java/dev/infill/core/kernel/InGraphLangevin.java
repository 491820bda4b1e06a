package dev.infill.core.kernel;

import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.LangevinDraws;

/**
 * The discrete Langevin samplers DMALA and DULA ({@link DiscreteLangevin}) with own-term gradients
 * and g(t) = t^β, whose proposals are drawn where the energy is computed ({@link LangevinDraws}).
 * The same kernel in law; a seed draws other numbers, as they are asked for in another order.
 *
 * <p>Whenever a state is evaluated, some moves are drawn from there ({@link InGraphProposer}), so
 * that a chain that stays has its next proposals at hand. One step evaluates the state that is
 * proposed, unless it is where the chain is; and once more where the chain is, when it has no move
 * left.
 *
 * <p>When to choose it, and what was measured on text: {@code docs/samplers.md}, "dmala and dula".
 */
public final class InGraphLangevin extends ProposingKernel implements StepSizeKernel {
  private final InGraphProposer proposer;

  private InGraphLangevin(InGraphProposer proposer, MetropolisHastings step) {
    super(step);
    this.proposer = proposer;
  }

  /**
   * Returns DMALA; exact.
   *
   * @param energy U
   * @param draws draws from the proposals of U
   * @param balancing g
   * @param stepSize α, positive and finite
   */
  public static InGraphLangevin dmala(
      Energy energy, LangevinDraws draws, BalancingFunction.Power balancing, double stepSize) {
    return of(energy, draws, Acceptance.METROPOLIS_HASTINGS, balancing, stepSize);
  }

  /**
   * Returns DULA; approximate.
   *
   * @param energy U
   * @param draws draws from the proposals of U
   * @param balancing g
   * @param stepSize α, positive and finite
   */
  public static InGraphLangevin dula(
      Energy energy, LangevinDraws draws, BalancingFunction.Power balancing, double stepSize) {
    return of(energy, draws, Acceptance.ALWAYS, balancing, stepSize);
  }

  private static InGraphLangevin of(
      Energy energy,
      LangevinDraws draws,
      Acceptance acceptance,
      BalancingFunction.Power balancing,
      double stepSize) {
    InGraphProposer proposer = new InGraphProposer(energy, draws, balancing.exponent(), stepSize);
    return new InGraphLangevin(
        proposer, MetropolisHastings.of(energy, GradientKind.NONE, proposer, acceptance));
  }

  @Override
  public String name() {
    return isExact() ? "dmala" : "dula";
  }

  @Override
  public double stepSize() {
    return proposer.stepSize();
  }

  @Override
  public InGraphLangevin withStepSize(double stepSize) {
    InGraphProposer changed = proposer.withStepSize(stepSize);
    return new InGraphLangevin(changed, step.with(changed));
  }

  @Override
  public InGraphLangevin withAcceptance(AcceptanceRule changed) {
    return new InGraphLangevin(proposer, step.with(changed));
  }

  /** Returns this kernel: it always evaluates the whole of a proposed state. */
  @Override
  public InGraphLangevin decidingInFull() {
    return this;
  }

  /** Returns this kernel: it always evaluates the whole of a proposed state. */
  @Override
  public InGraphLangevin decidingEarly() {
    return this;
  }
}
