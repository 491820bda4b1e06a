package dev.infill.core.infill;

import dev.infill.core.chain.ChainRun;
import dev.infill.core.chain.ModelPasses;
import dev.infill.core.chain.Visit;
import dev.infill.core.diagnostics.LeaveOneChainOut;
import dev.infill.core.diagnostics.Probability;
import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.Conditional;
import dev.infill.core.energy.ConditionalTerms;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.fill.Marginal;
import dev.infill.core.task.Fillings;
import dev.infill.core.task.Task;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What is known of the probabilities of fillings. Each way to choose the lengths of blanks is a
 * stratum: it has its prior, and within it the estimate of its own chains ({@link
 * LeaveOneChainOut}). A text with a single blank of one piece needs no estimate: where U is one
 * term, it is known for every word at once.
 *
 * @param fillings what the states say
 * @param logWeight U/T of a state; −∞ where U is not known
 * @param strata the ways to choose lengths
 * @param exact whether the chains leave π invariant
 */
record PosteriorEstimate(
    Fillings fillings, ToDoubleFunction<State> logWeight, List<Stratum> strata, boolean exact) {

  /**
   * The fillings of one choice of lengths.
   *
   * @param prior its probability
   * @param chains what its chains visited
   * @param single log π of each index of its first coordinate, where all others have one value and
   *     that is known
   */
  record Stratum(
      double prior, LeaveOneChainOut<State> chains, Optional<CategoricalDistribution> single) {}

  /**
   * Takes what a run visited.
   *
   * @param task the text
   * @param run its chains
   * @param energies U of the states; of those that it does not know nothing is made of
   * @param temperature T
   * @param exact whether the chains leave π invariant
   * @param passes the job's model passes; what asks for one that is not made is not known
   */
  static PosteriorEstimate of(
      Task task,
      ChainRun run,
      StateEnergies energies,
      double temperature,
      boolean exact,
      ModelPasses passes) {
    ToDoubleFunction<State> logWeight =
        state ->
            energies.isKnown(state)
                ? energies.energy(state) / temperature
                : Double.NEGATIVE_INFINITY;
    List<Stratum> strata = new ArrayList<>();
    for (int part = 0; part < task.texts().size(); part++) {
      int of = part;
      List<List<State>> chains =
          IntStream.range(0, run.visits().size())
              .filter(chain -> task.partOfChain().get(chain) == of)
              .mapToObj(chain -> run.visits().get(chain).stream().map(Visit::state).toList())
              .toList();
      strata.add(
          new Stratum(
              task.prior(),
              new LeaveOneChainOut<>(chains, run.burnIn(), logWeight),
              passes.unlessStopped(() -> single(task.targets().get(of))).flatMap(known -> known)));
    }
    return new PosteriorEstimate(task.fillings(), logWeight, strata, exact);
  }

  /**
   * Where there is one filling, it is certain. Where U has one coordinate and is one term, that is
   * U of every index that may be.
   */
  private static Optional<CategoricalDistribution> single(Energy target) {
    if (target.domains().stream().allMatch(domain -> domain.size() == 1)) {
      return Optional.of(CategoricalDistribution.ofLogWeights(new double[1]));
    }
    if (!isSingle(target)) {
      return Optional.empty();
    }
    Conditional term = target.terms().orElseThrow().at(List.of(State.of(0)), new int[1]).get(0);
    return Optional.of(
        CategoricalDistribution.ofLogWeights(
            IntStream.range(0, target.domains().get(0).size())
                .mapToDouble(
                    index ->
                        target.admits(State.of(index))
                            ? term.term(index)
                            : Double.NEGATIVE_INFINITY)
                .toArray()));
  }

  private static boolean isSingle(Energy target) {
    return target.domains().size() == 1
        && target.terms().filter(ConditionalTerms::isWhole).isPresent()
        && target.supports(GradientKind.OWN_TERM);
  }

  /** Says whether all probabilities are known exactly. */
  boolean isExact() {
    return strata.stream().allMatch(stratum -> stratum.single().isPresent());
  }

  /** Returns what is known of the probability of a state. */
  Probability of(State state) {
    Stratum stratum = strata.get(fillings.union().part(state));
    Probability inStratum =
        stratum
            .single()
            .map(
                all ->
                    Probability.known(
                        Math.exp(all.logProbability(fillings.union().inPart(state).get(0)))))
            .orElseGet(() -> estimated(stratum.chains().of(logWeight.applyAsDouble(state))));
    return inStratum.times(stratum.prior());
  }

  /** Chains that do not leave π invariant tell U of what they visit, and no more. */
  private Probability estimated(Probability probability) {
    return exact
        ? probability
        : new Probability(OptionalDouble.empty(), OptionalDouble.empty(), probability.upperBound());
  }

  /**
   * Returns the part of the kept steps in fillings that no other chain of their lengths visited, of
   * the chains whose probabilities are estimated.
   */
  double unseen() {
    double chains = 0;
    double unseen = 0;
    for (Stratum stratum : strata) {
      if (stratum.single().isEmpty()) {
        chains += stratum.chains().chains();
        unseen += stratum.chains().chains() * stratum.chains().unseen();
      }
    }
    return chains == 0 ? 0 : unseen / chains;
  }

  /**
   * Returns the number of chains of the choice of lengths that has the fewest, of those whose
   * probabilities are estimated.
   */
  int fewestChains() {
    return strata.stream()
        .filter(stratum -> stratum.single().isEmpty())
        .mapToInt(stratum -> stratum.chains().chains())
        .min()
        .orElseThrow();
  }

  /** Returns how many different fillings the kept steps ended in. */
  int distinctStates() {
    return strata.stream().mapToInt(stratum -> stratum.chains().distinctStates()).sum();
  }

  /**
   * Returns the largest relative standard error of the strata; empty if one of them has none. Those
   * that are known exactly have 0.
   */
  OptionalDouble relativeStandardError() {
    double largest = 0;
    for (Stratum stratum : strata) {
      OptionalDouble error =
          stratum.single().isPresent()
              ? OptionalDouble.of(0)
              : stratum.chains().relativeStandardError();
      if (error.isEmpty()) {
        return error;
      }
      largest = Math.max(largest, error.getAsDouble());
    }
    return OptionalDouble.of(largest);
  }

  /**
   * Returns the marginal of each blank; none where it is not known, and cannot be estimated, for
   * all choices of lengths that there are.
   */
  List<Marginal> marginals() {
    double covered = strata.stream().mapToDouble(Stratum::prior).sum();
    boolean complete =
        covered > 1 - 1e-9
            && strata.stream()
                .allMatch(
                    stratum ->
                        stratum.single().isPresent() || (exact && stratum.chains().hasEstimate()));
    return complete
        ? IntStream.range(0, fillings.parts().get(0).lengths().size())
            .mapToObj(blank -> marginal(blank))
            .toList()
        : List.of();
  }

  private Marginal marginal(int blank) {
    Map<String, Probability> probabilities = new HashMap<>();
    for (int part = 0; part < strata.size(); part++) {
      double prior = strata.get(part).prior();
      inStratum(part, blank)
          .forEach(
              (text, probability) ->
                  probabilities.merge(text, probability.times(prior), Probability::plus));
    }
    return Marginal.of(blank + 1, probabilities);
  }

  private Map<String, Probability> inStratum(int part, int blank) {
    Function<State, String> word = state -> fillings.words(state).get(blank);
    Stratum stratum = strata.get(part);
    if (stratum.single().isEmpty()) {
      return stratum.chains().ofSets(word);
    }
    CategoricalDistribution all = stratum.single().get();
    State rest = State.of(new int[fillings.parts().get(part).candidates().size()]);
    Map<String, Probability> known = new HashMap<>();
    for (int index = 0; index < all.size(); index++) {
      known.merge(
          word.apply(fillings.union().inUnion(part, rest.with(0, index))),
          Probability.known(Math.exp(all.logProbability(index))),
          Probability::plus);
    }
    return known;
  }
}
