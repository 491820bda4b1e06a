package dev.infill.core.sample;

import dev.infill.core.chain.ChainRun;
import dev.infill.core.chain.ModelPasses;
import dev.infill.core.chain.Visit;
import dev.infill.core.diagnostics.LeaveOneChainOut;
import dev.infill.core.diagnostics.Probability;
import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.fill.Marginal;
import dev.infill.core.task.Task;
import dev.infill.core.task.TextOfLengths;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The probabilities of fillings as chains tell them ({@link LeaveOneChainOut}). A single blank of
 * one piece needs no estimate: one model pass tells U of every word.
 *
 * @param text tells states as text
 * @param logWeight U/T of a state; −∞ if U is not known
 * @param chains the visits of the chains
 * @param single π of the single blank; empty for other texts
 * @param exact whether the chains leave π invariant
 */
record PosteriorEstimate(
    TextOfLengths text,
    ToDoubleFunction<State> logWeight,
    LeaveOneChainOut<State> chains,
    Optional<CategoricalDistribution> single,
    boolean exact) {

  /**
   * Estimates probabilities from a run.
   *
   * @param task the text
   * @param run its chains
   * @param energies U of the states; unknown ones are left out
   * @param passes the job's model passes, which may be stopped
   */
  static PosteriorEstimate of(Task task, ChainRun run, StateEnergies energies, ModelPasses passes) {
    double temperature = task.settings().temperature();
    ToDoubleFunction<State> logWeight =
        state ->
            energies.isKnown(state)
                ? energies.energy(state) / temperature
                : Double.NEGATIVE_INFINITY;
    List<List<State>> chains =
        run.visits().stream().map(chain -> chain.stream().map(Visit::state).toList()).toList();
    return new PosteriorEstimate(
        task.text(),
        logWeight,
        new LeaveOneChainOut<>(chains, run.burnIn(), logWeight),
        passes.unlessStopped(() -> single(task.target())).flatMap(known -> known),
        task.settings().sampler().isExact());
  }

  /** Returns π of a text with one filling, or of a single blank whose U is one term; else empty. */
  private static Optional<CategoricalDistribution> single(Target target) {
    if (target.domains().stream().allMatch(domain -> domain.size() == 1)) {
      return Optional.of(CategoricalDistribution.ofLogWeights(new double[1]));
    }
    if (!isSingle(target)) {
      return Optional.empty();
    }
    return Optional.of(target.batcher().await(List.of(target.distribution(State.of(0), 0))).get(0));
  }

  private static boolean isSingle(Target target) {
    return target.domains().size() == 1 && target.energy().isSum() && target.added().isEmpty();
  }

  /** Says whether all probabilities are known exactly. */
  boolean isExact() {
    return single.isPresent();
  }

  /**
   * Returns the probability of a state. Chains that do not leave π invariant tell an upper bound
   * alone.
   */
  Probability of(State state) {
    if (single.isPresent()) {
      return Probability.known(Math.exp(single.get().logProbability(state.get(0))));
    }
    Probability estimated = chains.of(logWeight.applyAsDouble(state));
    return exact
        ? estimated
        : new Probability(OptionalDouble.empty(), OptionalDouble.empty(), estimated.upperBound());
  }

  /** Returns the marginal of each blank; none if there is no estimate. */
  List<Marginal> marginals() {
    return isExact() || (exact && chains.hasEstimate())
        ? IntStream.range(0, text.lengths().size())
            .mapToObj(blank -> Marginal.of(blank + 1, marginal(blank)))
            .toList()
        : List.of();
  }

  private Map<String, Probability> marginal(int blank) {
    Function<State, String> word = state -> text.words(state).get(blank);
    if (single.isEmpty()) {
      return chains.ofSets(word);
    }
    State rest = State.of(new int[text.candidates().size()]);
    Map<String, Probability> known = new HashMap<>();
    for (int index = 0; index < single.get().size(); index++) {
      known.merge(
          word.apply(rest.with(0, index)),
          Probability.known(Math.exp(single.get().logProbability(index))),
          Probability::plus);
    }
    return known;
  }
}
