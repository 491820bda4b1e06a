package dev.infill.core.kernel;

import dev.infill.core.energy.DrawRequest;
import dev.infill.core.energy.DrawnProposals;
import dev.infill.core.energy.DrawnProposals.Draw;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.LangevinDraws;
import dev.infill.core.energy.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The discrete Langevin samplers DMALA and DULA ({@link DiscreteLangevin}) with own-term gradients
 * and g(t) = t^β, whose proposals are drawn where the energy is computed ({@link LangevinDraws}).
 * The same kernel in law; a seed draws other numbers, as they are asked for in another order.
 *
 * <p>Whenever a state is evaluated, {@value #DRAWS} moves are drawn from there, so that a chain
 * that stays has its next proposals at hand. One step evaluates the state that is proposed, unless
 * it is where the chain is; and once more where the chain is, when it has no move left.
 *
 * <p>When to choose it, and what was measured on text: {@code docs/samplers.md}, "dmala and dula".
 */
public final class InGraphLangevin implements StepSizeKernel, MetropolisKernel {
  /** As a refused chain needs one for each step that it stays. */
  private static final int DRAWS = 8;

  private final Energy energy;
  private final LangevinDraws draws;
  private final Acceptance acceptance;
  private final AcceptanceRule rule;
  private final double exponent;
  private final double stepSize;

  private InGraphLangevin(
      Energy energy,
      LangevinDraws draws,
      Acceptance acceptance,
      AcceptanceRule rule,
      double exponent,
      double stepSize) {
    if (!(stepSize > 0 && Double.isFinite(stepSize))) {
      throw new IllegalArgumentException(
          "a step size must be positive and finite, not " + stepSize);
    }
    this.energy = energy;
    this.draws = draws;
    this.acceptance = acceptance;
    this.rule = rule;
    this.exponent = exponent;
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
    return new InGraphLangevin(
        energy, draws, acceptance, AcceptanceRule.REVERSIBLE, balancing.exponent(), stepSize);
  }

  @Override
  public String name() {
    return isExact() ? "dmala" : "dula";
  }

  @Override
  public boolean isExact() {
    return acceptance == Acceptance.METROPOLIS_HASTINGS;
  }

  @Override
  public double stepSize() {
    return stepSize;
  }

  @Override
  public InGraphLangevin withStepSize(double changed) {
    return new InGraphLangevin(energy, draws, acceptance, rule, exponent, changed);
  }

  @Override
  public InGraphLangevin withAcceptance(AcceptanceRule changed) {
    if (!isExact()) {
      throw new UnsupportedOperationException("every move is accepted, so no rule decides");
    }
    return new InGraphLangevin(energy, draws, acceptance, changed, exponent, stepSize);
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

  @Override
  public int passesPerStart() {
    return energy.passesPerEvaluation();
  }

  @Override
  public List<ChainState> init(List<State> states) {
    return ChainState.start(states, energy, GradientKind.NONE);
  }

  @Override
  public List<Transition> step(List<ChainState> chains, List<? extends RandomGenerator> random) {
    List<ChainState> ready = withMoves(chains, random);
    int[] moving =
        IntStream.range(0, ready.size())
            .filter(chain -> !next(ready.get(chain)).state().equals(ready.get(chain).state()))
            .toArray();
    List<DrawnProposals> there =
        ask(
            IntStream.of(moving).mapToObj(chain -> next(ready.get(chain)).state()).toList(),
            IntStream.of(moving).mapToObj(chain -> ready.get(chain).state()).toList(),
            IntStream.of(moving).mapToObj(random::get).toList());
    List<Transition> transitions = new ArrayList<>(ready.size());
    int asked = 0;
    for (int chain = 0; chain < ready.size(); chain++) {
      ChainState from = ready.get(chain);
      OptionalDouble variable = rule.advanced(from.acceptanceVariable(), random.get(chain));
      int passes = from == chains.get(chain) ? 0 : energy.passesPerEvaluation();
      transitions.add(
          asked < moving.length && moving[asked] == chain
              ? decided(
                  from.with(variable),
                  there.get(asked++),
                  AcceptanceRule.uniform(variable, random.get(chain)),
                  passes)
              : stayed(from.with(rule.accepted(variable, 0)), true, 1, passes));
    }
    return transitions;
  }

  /** Returns the chains with a move for each, drawn now for those that have none left. */
  private List<ChainState> withMoves(
      List<ChainState> chains, List<? extends RandomGenerator> random) {
    int[] without =
        IntStream.range(0, chains.size())
            .filter(
                chain -> chains.get(chain).predrawn().filter(m -> m.isLeftFor(stepSize)).isEmpty())
            .toArray();
    List<State> states =
        IntStream.of(without).mapToObj(chain -> chains.get(chain).state()).toList();
    List<DrawnProposals> drawn =
        ask(states, states, IntStream.of(without).mapToObj(random::get).toList());
    List<ChainState> ready = new ArrayList<>(chains);
    for (int k = 0; k < without.length; k++) {
      ready.set(without[k], chains.get(without[k]).with(moves(drawn.get(k))));
    }
    return ready;
  }

  private List<DrawnProposals> ask(
      List<State> states, List<State> given, List<? extends RandomGenerator> random) {
    int m = energy.domains().size();
    return draws.at(
        IntStream.range(0, states.size())
            .mapToObj(
                k ->
                    new DrawRequest(
                        states.get(k),
                        given.get(k),
                        Stream.generate(() -> random.get(k).doubles(m).toArray())
                            .limit(DRAWS)
                            .toList()))
            .toList(),
        stepSize,
        exponent);
  }

  private PredrawnProposals moves(DrawnProposals drawn) {
    return new PredrawnProposals(stepSize, drawn.draws());
  }

  private static Draw next(ChainState chain) {
    return chain.predrawn().orElseThrow().next();
  }

  private Transition decided(ChainState from, DrawnProposals there, double uniform, int passes) {
    Draw move = next(from);
    double energyThere = there.evaluation().energy();
    double logRatio =
        energyThere == Double.NEGATIVE_INFINITY
            ? Double.NEGATIVE_INFINITY
            : acceptance.logRatio(
                energyThere - from.evaluation().orElseThrow().energy(),
                move.logProbability(),
                there.logProbabilityOfGiven());
    double probability = Math.exp(Math.min(0, logRatio));
    int paid = passes + energy.passesPerEvaluation();
    if (uniform >= Math.exp(logRatio)) {
      return stayed(from, false, probability, paid);
    }
    return new Transition(
        new ChainState(move.state(), Optional.of(there.evaluation()), from.steps() + 1)
            .with(moves(there))
            .with(rule.accepted(from.acceptanceVariable(), logRatio)),
        new StepInfo(
            move.state(),
            true,
            probability,
            from.state().hammingDistance(move.state()),
            paid,
            paid));
  }

  private static Transition stayed(
      ChainState from, boolean accepted, double probability, int passes) {
    return new Transition(
        from.with(from.predrawn().orElseThrow().afterNext()).stayed(),
        new StepInfo(next(from).state(), accepted, probability, 0, passes, passes));
  }
}
