package dev.infill.core.kernel;

import dev.infill.core.energy.DelegatingEnergy;
import dev.infill.core.energy.DrawRequest;
import dev.infill.core.energy.DrawnProposals;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.LangevinDraws;
import dev.infill.core.energy.State;
import dev.infill.core.proposal.BalancingFunction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.PrimitiveIterator;
import java.util.random.RandomGenerator;

/** An energy that draws from {@link LangevinProposal}, as a graph on a card does. */
final class DrawingEnergy extends DelegatingEnergy {
  /** What is done wrong on purpose, so that a test can show that it notices. */
  enum Fault {
    NONE,
    /** Log q of the way back is left out. */
    NO_WAY_BACK,
    /** Of the draws of a state each is the first again. */
    ONE_DRAW_ONLY
  }

  private final Fault fault;
  private final List<Integer> asked = new ArrayList<>();

  DrawingEnergy(Energy energy, Fault fault) {
    super(energy);
    this.fault = fault;
  }

  /** Returns how many states were asked for, call by call. */
  List<Integer> asked() {
    return List.copyOf(asked);
  }

  @Override
  public Optional<LangevinDraws> langevinDraws() {
    return Optional.of(this::draw);
  }

  private List<DrawnProposals> draw(List<DrawRequest> requests, double stepSize, double exponent) {
    asked.add(requests.size());
    LangevinProposal proposal =
        LangevinProposal.of(
            domains(), GradientKind.OWN_TERM, BalancingFunction.power(exponent), stepSize);
    List<Evaluation> evaluations =
        evaluate(requests.stream().map(DrawRequest::state).toList(), GradientKind.OWN_TERM);
    List<DrawnProposals> answers = new ArrayList<>();
    for (int k = 0; k < evaluations.size(); k++) {
      answers.add(answer(requests.get(k), evaluations.get(k), proposal));
    }
    return answers;
  }

  private DrawnProposals answer(
      DrawRequest request, Evaluation evaluation, LangevinProposal proposal) {
    State here = request.state();
    ProposalDistribution distribution = proposal.at(here, evaluation);
    List<DrawnProposals.Draw> draws = new ArrayList<>();
    for (double[] uniforms : request.uniforms()) {
      double[] used = fault == Fault.ONE_DRAW_ONLY ? request.uniforms().get(0) : uniforms;
      Move move = distribution.draw(new Numbers(Arrays.stream(used).iterator()));
      draws.add(new DrawnProposals.Draw(move.to(), distribution.logProbability(move)));
    }
    return new DrawnProposals(
        new Evaluation(evaluation.energy(), evaluation.logProbabilities(), new double[0][]),
        draws,
        fault == Fault.NO_WAY_BACK
            ? 0
            : distribution.logProbability(new Move(here, request.given(), List.of())));
  }

  /** Gives numbers in order. */
  private record Numbers(PrimitiveIterator.OfDouble numbers) implements RandomGenerator {
    @Override
    public long nextLong() {
      throw new UnsupportedOperationException("a proposal is drawn by uniform numbers");
    }

    @Override
    public double nextDouble() {
      return numbers.nextDouble();
    }
  }
}
