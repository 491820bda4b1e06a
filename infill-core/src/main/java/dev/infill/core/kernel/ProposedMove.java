package dev.infill.core.kernel;

import dev.infill.core.energy.Evaluation;
import java.util.function.IntToDoubleFunction;

/** A move θ → θ′ that was proposed to a chain: all that it takes to decide on it, besides U. */
interface ProposedMove {
  /** Returns where the chain is, with U(θ). */
  ChainState current();

  /** Returns the move. */
  Move move();

  /** Returns log q(θ′|θ), in nats, finite. */
  double logForward();

  /** Returns how many model passes it cost to propose the move. */
  int passes();

  /** Returns how well each coordinate is expected to fit its context at θ′; greater is better. */
  IntToDoubleFunction fit();

  /**
   * Returns the way back.
   *
   * @param there what the energy says of θ′, of finite U
   */
  ReverseProposal back(Evaluation there);

  /** Returns the way back before anything is known of θ′, for proposals made from own terms. */
  ReverseDensity unknownBack();
}
