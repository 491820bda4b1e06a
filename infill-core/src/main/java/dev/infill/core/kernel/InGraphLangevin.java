package dev.infill.core.kernel;

import dev.infill.core.energy.Batcher;
import dev.infill.core.energy.DrawRequest;
import dev.infill.core.energy.DrawnProposals;
import dev.infill.core.energy.DrawnProposals.Draw;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.LangevinDraws;
import dev.infill.core.energy.State;
import dev.infill.core.kernel.ProposedMove.Arrival;
import dev.infill.core.proposal.BalancingFunction;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * The discrete Langevin samplers DMALA and DULA ({@link DiscreteLangevin}) with own-term gradients
 * and g(t) = t^β, whose proposals are drawn where the energy is computed ({@link LangevinDraws}).
 * The same kernel in law; a seed draws other numbers, as they are asked for in another order.
 *
 * <p>Whenever a state is evaluated, {@value #DRAWS} moves are drawn from there. A chain keeps those
 * that it did not try yet, so that one that stays has its next proposals at hand. One step
 * evaluates the state that is proposed, unless it is where the chain is; and once more where the
 * chain is, when it has no move left.
 *
 * <p>When to choose it, and what was measured on text: {@code docs/samplers.md}, "dmala and dula".
 */
public final class InGraphLangevin extends MetropolisHastings implements StepSizeKernel {
  /** As a refused chain needs one for each step that it stays. */
  private static final int DRAWS = 8;

  private final LangevinDraws draws;
  private final BalancingFunction.Power balancing;
  private final double stepSize;

  private InGraphLangevin(
      Energy energy,
      LangevinDraws draws,
      Optional<AcceptanceRule> rule,
      BalancingFunction.Power balancing,
      double stepSize) {
    super(energy, GradientKind.NONE, rule, false);
    this.draws = draws;
    this.balancing = balancing;
    LangevinProposal.requireStepSize(stepSize);
    this.stepSize = stepSize;
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
    return new InGraphLangevin(
        energy, draws, Optional.of(AcceptanceRule.REVERSIBLE), balancing, stepSize);
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
    return new InGraphLangevin(energy, draws, Optional.empty(), balancing, stepSize);
  }

  @Override
  public String name() {
    return isExact() ? "dmala" : "dula";
  }

  @Override
  public double stepSize() {
    return stepSize;
  }

  @Override
  public InGraphLangevin withStepSize(double changed) {
    return new InGraphLangevin(energy, draws, rule, balancing, changed);
  }

  @Override
  public InGraphLangevin withAcceptance(AcceptanceRule changed) {
    return new InGraphLangevin(energy, draws, replacedBy(changed), balancing, stepSize);
  }

  @Override
  CompletableFuture<ProposedMove> propose(
      ChainState chain, RandomGenerator random, Batcher batcher) {
    if (chain.predrawn().filter(moves -> moves.isLeftFor(stepSize)).isPresent()) {
      return CompletableFuture.completedFuture(next(chain, 0, random));
    }
    return ask(chain.state(), chain.state(), random, batcher)
        .thenApply(drawn -> next(chain.with(moves(drawn)), energy.passesPerEvaluation(), random));
  }

  /** Returns the next move of a chain that keeps those after it. */
  private ProposedMove next(ChainState chain, int passes, RandomGenerator random) {
    PredrawnProposals moves = chain.predrawn().orElseThrow();
    Draw draw = moves.next();
    State from = chain.state();
    State to = draw.state();
    ChainState current = chain.with(moves.afterNext());
    return new ProposedMove(
        current,
        new Move(from, to, List.of()),
        draw.logProbability(),
        passes,
        batcher ->
            ask(to, from, random, batcher)
                .thenApply(
                    there ->
                        new Arrival(
                            current.movedTo(to, there.evaluation()).with(moves(there)),
                            there.logProbabilityOfGiven())),
        () -> {
          throw new UnsupportedOperationException("terms do not leave where they are computed");
        });
  }

  private PredrawnProposals moves(DrawnProposals drawn) {
    return new PredrawnProposals(stepSize, drawn.draws());
  }

  /** The numbers that moves are drawn by are taken from the stream at once. */
  private CompletableFuture<DrawnProposals> ask(
      State state, State given, RandomGenerator random, Batcher batcher) {
    return batcher.ask(
        new Drawing(draws, stepSize, balancing.exponent()),
        new DrawRequest(
            state,
            given,
            Stream.generate(() -> random.doubles(state.size()).toArray()).limit(DRAWS).toList()));
  }

  /** Draws from the proposals of one step size and one balancing function. */
  private record Drawing(LangevinDraws draws, double stepSize, double exponent)
      implements Batcher.Source<DrawRequest, DrawnProposals> {
    @Override
    public List<DrawnProposals> answer(List<DrawRequest> requests) {
      return draws.at(requests, stepSize, exponent);
    }
  }
}
