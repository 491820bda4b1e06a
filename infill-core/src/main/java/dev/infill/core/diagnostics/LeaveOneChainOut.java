package dev.infill.core.diagnostics;

import dev.infill.core.diagnostics.ChainVisits.Stay;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Estimates probabilities π(θ) = w(θ)/Z from independent chains that leave π invariant. The weight
 * w is known exactly at every state that a chain visits, and Z = Σ w(θ) is not.
 *
 * <p>For chain c let V₋c be the states that the <em>other</em> chains visited, at any step, W(A) =
 * Σ_A w, and h_c the part of the chain's own kept steps that lies in V₋c. The chains are
 * independent, so E[h_c | V₋c] = W(V₋c)/Z whenever the kept steps are distributed as π, however
 * much they depend on each other, and
 *
 * <blockquote>
 *
 * 1/Ẑ = (1/C) Σ_c h_c / W(V₋c)
 *
 * </blockquote>
 *
 * is an unbiased estimate of 1/Z. π̂(θ) = w(θ)/Ẑ, so the ratio of two estimates is exactly that of
 * their weights. It is cut at w(θ)/W(V), where V holds all known states: π(θ) is certainly at most
 * that. The standard error is the jackknife's, which leaves out one chain at a time: h_c and W(V₋c)
 * of different c share chains, so that their plain standard deviation would be too small.
 *
 * <p>The probability of a set A of states that is not known as a whole, such as all fillings with a
 * certain word in one blank, is estimated as
 *
 * <blockquote>
 *
 * (1/C) Σ_c [ W(V₋c ∩ A)/Ẑ + u_c(A) ],
 *
 * </blockquote>
 *
 * u_c(A) being the part of chain c's kept steps that lies in A but not in V₋c: where the weights of
 * other chains' states say nothing, the chain's own frequencies do. The estimates of sets that
 * together are everything are scaled to sum to 1.
 *
 * @param <S> the type of states, with {@code equals} and {@code hashCode}
 */
public final class LeaveOneChainOut<S> {
  /** With fewer, no two chains remain to compare if one is left out. */
  private static final int FEWEST_CHAINS = 3;

  /** Weights below this part of the largest count as 0: 1/Ẑ stays finite. */
  private static final double LEAST_WEIGHT = 1e-300;

  /** The square of a smaller unit would be 0. */
  private static final double LEAST_UNIT = 1e-140;

  private final ChainVisits<S> visits;

  /** w of each state that was visited, in units of the largest. */
  private final double[] weights;

  private final double logScale;
  private final double known;

  /** 1/Ẑ in the same units; 0 where there is no estimate. */
  private final double inverse;

  /** √ of the jackknife's variance of 1/Ẑ, over 1/Ẑ; empty where there is none. */
  private final OptionalDouble relativeError;

  /**
   * Estimates 1/Z.
   *
   * @param chains for each chain the states after its steps, in order; at least one chain, all with
   *     as many
   * @param burnIn how many states at the front of each chain do not count as draws; they are
   *     visited all the same
   * @param logWeight log w of a state, up to a constant; finite or −∞
   * @throws IllegalArgumentException if there is no chain, or they are of different lengths
   */
  public LeaveOneChainOut(List<List<S>> chains, int burnIn, ToDoubleFunction<S> logWeight) {
    visits = new ChainVisits<>(chains, burnIn);
    double[] logWeights = visits.states().stream().mapToDouble(logWeight).toArray();
    double highest = Arrays.stream(logWeights).max().orElse(0);
    logScale = Double.isFinite(highest) ? highest : 0;
    weights = Arrays.stream(logWeights).map(log -> weight(log, logScale)).toArray();
    known = Arrays.stream(weights).sum();
    inverse = inverse(ChainVisits.NONE);
    relativeError =
        inverse > 0 && chains() >= FEWEST_CHAINS
            ? OptionalDouble.of(
                jackknife(IntStream.range(0, chains()).mapToDouble(this::inverse).toArray())
                    / inverse)
            : OptionalDouble.empty();
  }

  private static double weight(double logWeight, double logScale) {
    double weight = Math.exp(logWeight - logScale);
    return weight < LEAST_WEIGHT ? 0 : weight;
  }

  /**
   * Estimates the probability of a state.
   *
   * @param logWeight its log w, with the same constant as that of the others
   * @return no estimate if there is one chain only, or no kept step of any chain lies where another
   *     chain was; no standard error with fewer than three chains
   */
  public Probability of(double logWeight) {
    double weight = weight(logWeight, logScale);
    double bound = known > 0 ? Math.min(1, weight / known) : 1;
    OptionalDouble estimate =
        hasEstimate()
            ? OptionalDouble.of(Math.min(bound, weight * inverse))
            : OptionalDouble.empty();
    OptionalDouble error =
        relativeError.isPresent()
            ? OptionalDouble.of(relativeError.getAsDouble() * weight * inverse)
            : OptionalDouble.empty();
    return new Probability(estimate, error, OptionalDouble.of(bound));
  }

  /** Says whether {@link #of} has estimates. */
  public boolean hasEstimate() {
    return inverse > 0;
  }

  /** Returns log Ẑ, with the constant of the log weights; empty where there is no estimate. */
  OptionalDouble logNormalizer() {
    return hasEstimate() ? OptionalDouble.of(logScale - Math.log(inverse)) : OptionalDouble.empty();
  }

  /**
   * Returns the standard error of 1/Ẑ in units of 1/Ẑ, which is that of every estimate in its own
   * units; empty where there is no estimate, and for fewer than three chains.
   */
  public OptionalDouble relativeStandardError() {
    return relativeError;
  }

  /**
   * Returns the part of all kept steps that lies in states that no other chain visited, in [0, 1];
   * 1 if no step was kept. Other chains tell no weights there.
   */
  public double unseen() {
    int[] seen = visits.visitors(ChainVisits.NONE);
    double shared =
        IntStream.range(0, chains()).mapToDouble(chain -> visits.sharedSteps(chain, seen)).sum();
    return visits.keptSteps() == 0 ? 1 : 1 - shared / visits.keptSteps() / chains();
  }

  /** Returns C, the number of chains. */
  public int chains() {
    return visits.chains();
  }

  /** Returns how many different states the kept steps ended in. */
  public int distinctStates() {
    double[] frequencies = visits.frequencies(ChainVisits.NONE);
    return (int) Arrays.stream(frequencies).filter(frequency -> frequency > 0).count();
  }

  /**
   * Estimates the probabilities of sets that together are everything, such as the words that can
   * stand in one blank. Costs as many operations as there are chains times states.
   *
   * @param set names the set that a state is in
   * @param <K> the type of names
   * @return for each set that was visited; empty where {@link #of} has no estimate
   */
  public <K> Map<K, Probability> ofSets(Function<S, K> set) {
    if (!hasEstimate()) {
      return Map.of();
    }
    Map<K, Integer> numbers = new LinkedHashMap<>();
    int[] setOf =
        visits.states().stream()
            .mapToInt(state -> numbers.computeIfAbsent(set.apply(state), first -> numbers.size()))
            .toArray();
    double[] estimates = summed(masses(ChainVisits.NONE), setOf, numbers.size());
    double[] errors = chains() < FEWEST_CHAINS ? new double[0] : errors(setOf, estimates);
    Map<K, Probability> probabilities = new LinkedHashMap<>();
    numbers.forEach(
        (name, number) ->
            probabilities.put(
                name,
                new Probability(
                    // Shares of everything sum to 1, but for a rounding.
                    OptionalDouble.of(Math.min(1, estimates[number])),
                    errors.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(errors[number]),
                    OptionalDouble.empty())));
    return probabilities;
  }

  /**
   * Returns the jackknife's standard errors of the estimates of sets. There may be as many sets as
   * words, and hundreds of chains: only the mean and the squares of the replicates are kept
   * (Welford 1962), in units of the estimate.
   */
  private double[] errors(int[] setOf, double[] estimates) {
    double[] means = new double[estimates.length];
    double[] squares = new double[estimates.length];
    for (int chain = 0; chain < chains(); chain++) {
      double[] without = summed(masses(chain), setOf, estimates.length);
      for (int set = 0; set < without.length; set++) {
        double value = without[set] / unit(estimates[set]);
        double difference = value - means[set];
        means[set] += difference / (chain + 1);
        squares[set] += difference * (value - means[set]);
      }
    }
    double factor = (chains() - 1.0) / chains();
    return IntStream.range(0, estimates.length)
        .mapToDouble(set -> unit(estimates[set]) * Math.sqrt(factor * squares[set]))
        .toArray();
  }

  private static double unit(double estimate) {
    return Math.max(estimate, LEAST_UNIT);
  }

  /** Returns √((C − 1)/C Σ (r_c − r̄)²), r_c being the replicate without chain c. */
  private static double jackknife(double[] replicates) {
    double mean = Arrays.stream(replicates).average().orElseThrow();
    // In units of a power of two near the largest, as squares of 1/Ẑ may overflow.
    int exponent = Math.getExponent(Arrays.stream(replicates).max().orElseThrow());
    double squares =
        Arrays.stream(replicates)
            .map(r -> Math.scalb(r - mean, -exponent))
            .map(difference -> difference * difference)
            .sum();
    return Math.scalb(Math.sqrt((replicates.length - 1.0) / replicates.length * squares), exponent);
  }

  /** Returns 1/Ẑ without one chain; 0 if nothing is shared. */
  private double inverse(int without) {
    int[] seen = visits.visitors(without);
    double shared = 0;
    for (int state = 0; state < seen.length; state++) {
      shared += seen[state] > 1 ? weights[state] : 0;
    }
    double[] alone = new double[chains()];
    for (int chain = 0; chain < alone.length; chain++) {
      for (Stay stay : visits.of(chain)) {
        alone[chain] += chain != without && seen[stay.state()] == 1 ? weights[stay.state()] : 0;
      }
    }
    double sum = 0;
    double before = 0;
    double[] after = suffixSums(alone);
    for (int chain = 0; chain < alone.length; chain++) {
      // A sum, not a difference: one chain alone may have nearly all the weight.
      double others = shared + before + after[chain + 1];
      before += alone[chain];
      if (chain != without && others > 0) {
        sum += visits.sharedSteps(chain, seen) / (visits.keptSteps() * others);
      }
    }
    int chains = visits.chains(without);
    return chains < 2 || visits.keptSteps() == 0 ? 0 : sum / chains;
  }

  private static double[] suffixSums(double[] values) {
    double[] sums = new double[values.length + 1];
    for (int i = values.length - 1; i >= 0; i--) {
      sums[i] = values[i] + sums[i + 1];
    }
    return sums;
  }

  /**
   * Returns the share of each state in the estimate of a set that it is in, without one chain: w/Ẑ
   * averaged over the chains that know w from others, and its part of the steps of a chain that
   * does not. The shares sum to 1.
   */
  private double[] masses(int without) {
    int[] seen = visits.visitors(without);
    double inverseWithout = inverse(without);
    int chains = visits.chains(without);
    double[] masses = new double[seen.length];
    for (int state = 0; state < seen.length; state++) {
      double knowing = seen[state] > 1 ? 1 : seen[state] == 1 ? 1 - 1.0 / chains : 0;
      masses[state] = knowing * weights[state] * inverseWithout;
    }
    for (int chain = 0; chain < chains(); chain++) {
      for (Stay stay : visits.of(chain)) {
        if (chain != without && seen[stay.state()] == 1) {
          masses[stay.state()] += (double) stay.steps() / visits.keptSteps() / chains;
        }
      }
    }
    double total = Arrays.stream(masses).sum();
    // Without the heaviest chain every weight may be 0; frequencies are left.
    return total == 0
        ? visits.frequencies(without)
        : Arrays.stream(masses).map(mass -> mass / total).toArray();
  }

  private static double[] summed(double[] masses, int[] setOf, int sets) {
    double[] sums = new double[sets];
    for (int state = 0; state < masses.length; state++) {
      sums[setOf[state]] += masses[state];
    }
    return sums;
  }
}
