package dev.infill.core.kernel;

import dev.infill.core.energy.Batcher;
import dev.infill.core.energy.DrawRequest;
import dev.infill.core.energy.DrawnProposals;
import dev.infill.core.energy.DrawnProposals.Draw;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.LangevinDraws;
import dev.infill.core.energy.State;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntToDoubleFunction;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Moves that are drawn where the energy is computed, {@value #DRAWS} at a time. A chain keeps those
 * that it did not try yet, and tries them for as long as it stays.
 *
 * @param energy U
 * @param draws draws from the proposals of U
 * @param exponent β, of g(t) = t^β
 * @param stepSize α, positive and finite
 */
record InGraphProposer(Energy energy, LangevinDraws draws, double exponent, double stepSize)
    implements Proposer {
  /** As a refused chain needs one for each step that it stays. */
  private static final int DRAWS = 8;

  /** Checks the step size. */
  InGraphProposer {
    if (!(stepSize > 0 && Double.isFinite(stepSize))) {
      throw new IllegalArgumentException(
          "a step size must be positive and finite, not " + stepSize);
    }
  }

  InGraphProposer withStepSize(double changed) {
    return new InGraphProposer(energy, draws, exponent, changed);
  }

  @Override
  public CompletableFuture<ProposedMove> propose(
      ChainState chain, RandomGenerator random, Batcher batcher) {
    if (chain.predrawn().filter(moves -> moves.isLeftFor(stepSize)).isPresent()) {
      return CompletableFuture.completedFuture(next(chain, 0, random));
    }
    return ask(chain.state(), chain.state(), random, batcher)
        .thenApply(drawn -> next(chain.with(moves(drawn)), energy.passesPerEvaluation(), random));
  }

  private ProposedMove next(ChainState chain, int passes, RandomGenerator random) {
    PredrawnProposals moves = chain.predrawn().orElseThrow();
    Draw draw = moves.next();
    return new Drawn(
        this,
        chain.with(moves.afterNext()),
        new Move(chain.state(), draw.state(), List.of()),
        draw.logProbability(),
        passes,
        random);
  }

  private PredrawnProposals moves(DrawnProposals drawn) {
    return new PredrawnProposals(stepSize, drawn.draws());
  }

  /** The numbers that moves are drawn by are taken from the stream at once. */
  private CompletableFuture<DrawnProposals> ask(
      State state, State given, RandomGenerator random, Batcher batcher) {
    return batcher.ask(
        new Drawing(draws, stepSize, exponent),
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

  /** A move of a chain that keeps those after it. */
  private record Drawn(
      InGraphProposer proposer,
      ChainState current,
      Move move,
      double logForward,
      int passes,
      RandomGenerator random)
      implements ProposedMove {
    @Override
    public CompletableFuture<Arrival> arrival(Batcher batcher) {
      return proposer
          .ask(move.to(), move.from(), random, batcher)
          .thenApply(
              there ->
                  new Arrival(
                      current.movedTo(move.to(), there.evaluation()).with(proposer.moves(there)),
                      there.logProbabilityOfGiven()));
    }

    /** Moves are decided on when all of θ′ is known. */
    @Override
    public IntToDoubleFunction fit() {
      throw new UnsupportedOperationException("terms do not leave where they are computed");
    }

    @Override
    public ReverseDensity unknownBack() {
      throw new UnsupportedOperationException("terms do not leave where they are computed");
    }
  }
}
