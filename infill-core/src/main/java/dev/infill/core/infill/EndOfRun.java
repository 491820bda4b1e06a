package dev.infill.core.infill;

import dev.infill.core.chain.HammingDistances;
import dev.infill.core.chain.RunEnd;
import dev.infill.core.chain.StoppingRule;
import dev.infill.core.chain.Visit;
import dev.infill.core.diagnostics.Convergence;
import dev.infill.core.diagnostics.LeaveOneChainOut;
import dev.infill.core.diagnostics.Unsettled;
import dev.infill.core.energy.State;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.InfillSettings;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Ends the run of one text: after its steps, its model passes or its seconds; or, unless a number
 * of steps is set, when its list is settled. It is so when
 *
 * <ul>
 *   <li>R-hat of U, or of the Hamming distance where U is not traced, is at most 1.05,
 *   <li>the standard error of the probabilities is at most 10 % of their size, where there are any,
 *   <li>the five best fillings were the same before the last third of the steps after burn-in;
 *       where U is not traced the five most visited after it.
 * </ul>
 *
 * <p>That is looked at from the 200th step on, and where the run ends for another reason before.
 * Where blanks stand side by side it is looked at in the end only: words that confirm each other
 * are found late.
 *
 * <p>A run that ends by what it has seen is not the same as one of as many steps: what it ends on
 * looks more settled than it is. {@code docs/diagnostics.md} says by how much estimates are biased.
 *
 * <p>One object for one run; not thread-safe.
 */
final class EndOfRun implements StoppingRule {
  static final double HIGHEST_R_HAT = 1.05;
  static final double HIGHEST_STANDARD_ERROR = 0.1;
  static final int BEST = 5;

  /** Of fewer steps after burn-in R-hat and a last third say little. */
  static final int FEWEST_STEPS = 20;

  /**
   * No run ends as settled before this step. Chains that start in one region look settled there
   * until one of them leaves it; steps cost little where few contexts are new.
   */
  private static final int FEWEST_TO_SETTLE = 200;

  /** Two looks are at most a tenth of the steps made so far apart. */
  private static final int PART_BETWEEN_LOOKS = 10;

  /** From where on they are so far apart, they are at multiples of it. */
  private static final int ROUND = 10;

  private final InfillSettings settings;
  private final boolean comparable;
  private final boolean estimates;
  private final boolean untilSettled;
  private final boolean adjacent;
  private final LongSupplier passes;
  private final long began;

  private int lookedAt = -1;
  private Optional<RunEnd> end = Optional.empty();

  /**
   * Creates a rule.
   *
   * @param settings what it is to be
   * @param comparable whether the chains sample one target; else there is nothing to settle, and
   *     the usual steps are made where no number is set
   * @param estimates whether probabilities are estimated from them
   * @param adjacent whether some blanks stand side by side
   * @param passes how many sequences the model has read
   * @param began when, by {@link System#nanoTime()}
   */
  EndOfRun(
      InfillSettings settings,
      boolean comparable,
      boolean estimates,
      boolean adjacent,
      LongSupplier passes,
      long began) {
    this.settings = settings;
    this.comparable = comparable;
    this.estimates = estimates;
    this.untilSettled = settings.endsSettled() && comparable;
    this.adjacent = adjacent;
    this.passes = passes;
    this.began = began;
  }

  /** Returns how many steps are made at most. */
  private int most() {
    return settings.endsSettled() && !untilSettled ? Settings.USUAL_STEPS : settings.steps();
  }

  private boolean looks() {
    return untilSettled
        || settings.maxPasses().isPresent()
        || settings.get(Settings.MAX_SECONDS).isPresent();
  }

  @Override
  public boolean isMet(int steps, long modelPasses) {
    return steps >= most() || (looks() && isLook(steps));
  }

  private static boolean isLook(int steps) {
    int apart = Math.max(1, steps / PART_BETWEEN_LOOKS);
    return steps % (apart < ROUND ? apart : apart - apart % ROUND) == 0;
  }

  @Override
  public boolean isMet(List<List<Visit>> visits, long modelPasses) {
    int made = visits.get(0).size();
    if (made != lookedAt) {
      lookedAt = made;
      end = look(visits, made);
    }
    return end.isPresent();
  }

  /** By passes, which are what takes time. */
  @Override
  public int expected(int made, int most) {
    long read = passes.getAsLong();
    int bySteps = Math.min(most(), most);
    if (settings.maxPasses().isEmpty() || read == 0) {
      return Math.max(made, bySteps);
    }
    long byPasses = (long) made * settings.maxPasses().getAsInt() / read;
    return (int)
        Math.max(
            settings.get(Settings.MAX_PASSES).isPresent()
                ? made
                : Math.max(made, Settings.USUAL_STEPS),
            Math.min(bySteps, byPasses));
  }

  private Optional<RunEnd> look(List<List<Visit>> visits, int made) {
    Optional<RunEnd> limit = limit(made);
    boolean mayBeSettled =
        untilSettled
            && (limit.isPresent() || (!adjacent && made >= FEWEST_TO_SETTLE && isLook(made)));
    return mayBeSettled && open(visits).findAny().isEmpty() ? Optional.of(RunEnd.SETTLED) : limit;
  }

  private Optional<RunEnd> limit(int made) {
    if (made > 0 && isLook(made)) {
      // What nobody chose does not keep chains from the steps that are usual.
      boolean limited = settings.get(Settings.MAX_PASSES).isPresent();
      if ((limited || made >= Settings.USUAL_STEPS)
          && settings.maxPasses().isPresent()
          && passes.getAsLong() >= settings.maxPasses().getAsInt()) {
        return Optional.of(RunEnd.MAX_PASSES);
      }
      OptionalDouble seconds = settings.get(Settings.MAX_SECONDS);
      if (seconds.isPresent() && (System.nanoTime() - began) / 1e9 >= seconds.getAsDouble()) {
        return Optional.of(RunEnd.MAX_SECONDS);
      }
    }
    return made >= most() ? Optional.of(RunEnd.STEPS) : Optional.empty();
  }

  /** Returns what ended the run. */
  RunEnd end() {
    return end.orElse(RunEnd.CANCELLED);
  }

  /**
   * Returns what keeps the list of a run from being settled, whether or not that was to end it;
   * nothing where chains cannot be compared.
   *
   * @param visits what its chains visited
   */
  List<Unsettled> unsettled(List<List<Visit>> visits) {
    return comparable ? open(visits).toList() : List.of();
  }

  /** Looks no further than it is asked for. */
  private Stream<Unsettled> open(List<List<Visit>> visits) {
    int made = visits.get(0).size();
    int burnIn = settings.burnIn();
    if (made - burnIn < FEWEST_STEPS) {
      return Stream.of(Unsettled.FEW_STEPS);
    }
    List<List<Visit>> kept = visits.stream().map(chain -> chain.subList(burnIn, made)).toList();
    Stream<Map.Entry<Unsettled, BooleanSupplier>> looks =
        Stream.of(
            Map.entry(
                Unsettled.STANDARD_ERROR,
                () -> estimates && error(visits, burnIn) > HIGHEST_STANDARD_ERROR),
            Map.entry(Unsettled.BEST, () -> isBestNew(visits, kept)),
            Map.entry(Unsettled.R_HAT, () -> !agree(kept)));
    return looks.filter(look -> look.getValue().getAsBoolean()).map(Map.Entry::getKey);
  }

  /** Says whether the list changed in the last third; fillings of burn-in are in it if U is. */
  private static boolean isBestNew(List<List<Visit>> visits, List<List<Visit>> kept) {
    List<List<Visit>> listed = isTraced(visits) ? visits : kept;
    int lastThird = (kept.get(0).size() + 2) / 3;
    int before = listed.get(0).size() - lastThird;
    return !best(listed)
        .equals(best(listed.stream().map(chain -> chain.subList(0, before)).toList()));
  }

  /** The relative standard error of the probabilities; ∞ where none is known. */
  private static double error(List<List<Visit>> visits, int burnIn) {
    return new LeaveOneChainOut<>(
            visits.stream().map(chain -> chain.stream().map(Visit::state).toList()).toList(),
            burnIn,
            energies(visits)::get)
        .relativeStandardError()
        .orElse(Double.POSITIVE_INFINITY);
  }

  private static Set<State> best(List<List<Visit>> chains) {
    Map<State, Double> goodness = isTraced(chains) ? energies(chains) : visits(chains);
    return goodness.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .limit(BEST)
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  private static Map<State, Double> energies(List<List<Visit>> chains) {
    Map<State, Double> energies = new HashMap<>();
    for (List<Visit> chain : chains) {
      chain.forEach(visit -> energies.putIfAbsent(visit.state(), visit.energy().getAsDouble()));
    }
    return energies;
  }

  private static Map<State, Double> visits(List<List<Visit>> chains) {
    Map<State, Double> visits = new HashMap<>();
    for (List<Visit> chain : chains) {
      chain.forEach(visit -> visits.merge(visit.state(), 1.0, Double::sum));
    }
    return visits;
  }

  private static boolean isTraced(List<List<Visit>> chains) {
    return chains.stream()
        .flatMap(List::stream)
        .allMatch(visit -> Double.isFinite(visit.energy().orElse(Double.NaN)));
  }

  private static boolean agree(List<List<Visit>> kept) {
    List<double[]> traces =
        isTraced(kept)
            ? kept.stream()
                .map(
                    chain ->
                        chain.stream().mapToDouble(visit -> visit.energy().getAsDouble()).toArray())
                .toList()
            : HammingDistances.traces(kept);
    Convergence convergence = Convergence.of(traces.toArray(double[][]::new));
    // Where no chain moves, all of them being on one filling is all that can be seen.
    return convergence.isConstant()
        ? kept.stream().flatMap(List::stream).map(Visit::state).distinct().count() == 1
        : convergence.rHat().orElse(Double.POSITIVE_INFINITY) <= HIGHEST_R_HAT;
  }
}
