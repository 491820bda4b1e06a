package dev.infill.core.diagnostics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Estimates probabilities π(θ) = w(θ)/Z from independent chains that leave π invariant, where the
 * weight w is known exactly at every state that a chain visits and Z = Σ w(θ) is not.
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
 * their weights. It is cut at w(θ)/W(V), V being all states that are known, as π(θ) certainly is at
 * most that. The standard error is the jackknife's, which leaves out one chain at a time: h_c and
 * W(V₋c) of different c share chains, so that their plain standard deviation would be too small.
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
 * other chains' states say nothing, the chain's own frequencies do. Sets that together are
 * everything have estimates that are made to sum to 1.
 *
 * @param <S> the type of states, with {@code equals} and {@code hashCode}
 */
public final class LeaveOneChainOut<S> {
  /** What {@link #inverse} and {@link #masses} are told to leave no chain out. */
  private static final int NONE = -1;

  /** With fewer, leaving one out leaves nothing to hold against each other. */
  private static final int FEWEST_CHAINS = 3;

  /** Weights below this part of the largest count as 0: 1/Ẑ stays finite. */
  private static final double LEAST_WEIGHT = 1e-300;

  private static final double LEAST_UNIT = 1e-140;

  private final List<S> states = new ArrayList<>();
  private final double[] weights;
  private final double logScale;

  /** For each state how many chains visited it. */
  private final int[] visitors;

  /** For each chain its different states, and for each of these its kept steps there. */
  private final int[][] visited;

  private final int[][] steps;
  private final int keptSteps;
  private final double known;
  private final double inverse;

  /** √ of the jackknife's variance of 1/Ẑ, over 1/Ẑ; NaN where there is none. */
  private final double relativeError;

  /**
   * Starts from what chains visited.
   *
   * @param chains for each chain the states after its steps, in order; at least one chain, all with
   *     as many
   * @param burnIn how many states at the front of each chain do not count as draws; they are
   *     visited all the same
   * @param logWeight log w of a state, up to a constant; finite or −∞
   * @throws IllegalArgumentException if there is no chain, or they are of different lengths
   */
  public LeaveOneChainOut(List<List<S>> chains, int burnIn, ToDoubleFunction<S> logWeight) {
    if (chains.isEmpty() || chains.stream().mapToInt(List::size).distinct().count() > 1) {
      throw new IllegalArgumentException("no chains, or chains of different lengths");
    }
    Map<S, Integer> numbers = new HashMap<>();
    visited = new int[chains.size()][];
    steps = new int[chains.size()][];
    keptSteps = Math.max(0, chains.get(0).size() - burnIn);
    for (int chain = 0; chain < chains.size(); chain++) {
      Map<Integer, Integer> kept = new LinkedHashMap<>();
      for (int step = 0; step < chains.get(chain).size(); step++) {
        S state = chains.get(chain).get(step);
        int number = numbers.computeIfAbsent(state, first -> states.size());
        if (number == states.size()) {
          states.add(state);
        }
        kept.merge(number, step < burnIn ? 0 : 1, Integer::sum);
      }
      visited[chain] = kept.keySet().stream().mapToInt(Integer::intValue).toArray();
      steps[chain] = kept.values().stream().mapToInt(Integer::intValue).toArray();
    }
    double[] logWeights = states.stream().mapToDouble(logWeight).toArray();
    double highest = Arrays.stream(logWeights).max().orElse(0);
    logScale = Double.isFinite(highest) ? highest : 0;
    weights = Arrays.stream(logWeights).map(log -> weight(log, logScale)).toArray();
    visitors = new int[states.size()];
    Arrays.stream(visited).flatMapToInt(Arrays::stream).forEach(state -> visitors[state]++);
    known = Arrays.stream(weights).sum();
    inverse = inverse(NONE);
    relativeError =
        inverse > 0 && visited.length >= FEWEST_CHAINS
            ? jackknife(IntStream.range(0, visited.length).mapToDouble(this::inverse).toArray())
                / inverse
            : Double.NaN;
  }

  /**
   * Returns what is known of the probability of a state.
   *
   * @param logWeight its log w, with the same constant as that of the others
   * @return no estimate if there is one chain only, or no kept step of any chain lies where another
   *     chain was; no standard error with fewer than three chains
   */
  public Probability of(double logWeight) {
    double weight = weight(logWeight, logScale);
    double bound = known > 0 ? Math.min(1, weight / known) : 1;
    if (!hasEstimate()) {
      return new Probability(
          OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.of(bound));
    }
    double estimate = Math.min(bound, weight * inverse);
    OptionalDouble relative = relativeStandardError();
    return new Probability(
        OptionalDouble.of(estimate),
        relative.isPresent()
            ? OptionalDouble.of(relative.getAsDouble() * weight * inverse)
            : relative,
        OptionalDouble.of(bound));
  }

  private static double weight(double logWeight, double logScale) {
    double weight = Math.exp(logWeight - logScale);
    return weight < LEAST_WEIGHT ? 0 : weight;
  }

  /** Says whether {@link #of} has estimates. */
  public boolean hasEstimate() {
    return inverse > 0;
  }

  /** Returns log Ẑ, with the constant of the log weights; empty where there is no estimate. */
  public OptionalDouble logNormalizer() {
    return hasEstimate() ? OptionalDouble.of(logScale - Math.log(inverse)) : OptionalDouble.empty();
  }

  /**
   * Returns the standard error of 1/Ẑ in units of 1/Ẑ, which is that of every estimate in its own
   * units; empty where there is no estimate, and for fewer than three chains.
   */
  public OptionalDouble relativeStandardError() {
    return Double.isNaN(relativeError) ? OptionalDouble.empty() : OptionalDouble.of(relativeError);
  }

  /**
   * Returns the part of all kept steps that lies in states that no other chain visited, in [0, 1]:
   * what no weight is known for, from the chain's point of view; 1 if no step was kept.
   */
  public double unseen() {
    double shared = 0;
    for (int chain = 0; chain < visited.length; chain++) {
      shared += sharedSteps(chain, visitors);
    }
    return keptSteps == 0 ? 1 : 1 - shared / keptSteps / visited.length;
  }

  /** Returns C, the number of chains. */
  public int chains() {
    return visited.length;
  }

  /** Returns how many different states the kept steps ended in. */
  public int distinctStates() {
    boolean[] kept = new boolean[states.size()];
    for (int chain = 0; chain < visited.length; chain++) {
      for (int k = 0; k < visited[chain].length; k++) {
        kept[visited[chain][k]] |= steps[chain][k] > 0;
      }
    }
    return (int) IntStream.range(0, kept.length).filter(state -> kept[state]).count();
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
        states.stream()
            .mapToInt(state -> numbers.computeIfAbsent(set.apply(state), first -> numbers.size()))
            .toArray();
    double[] estimates = summed(masses(NONE), setOf, numbers.size());
    double[] errors = visited.length < FEWEST_CHAINS ? new double[0] : errors(setOf, estimates);
    Map<K, Probability> probabilities = new LinkedHashMap<>();
    numbers.forEach(
        (name, number) ->
            probabilities.put(
                name,
                new Probability(
                    // Shares that are all there is sum to 1, but for a rounding.
                    OptionalDouble.of(Math.min(1, estimates[number])),
                    errors.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(errors[number]),
                    OptionalDouble.empty())));
    return probabilities;
  }

  /**
   * The jackknife's standard errors of the estimates of sets. What comes out with each chain left
   * out is not kept, as there may be as many sets as words and as many chains as hundreds: its mean
   * and squares are (Welford 1962), in units of the estimate.
   */
  private double[] errors(int[] setOf, double[] estimates) {
    double[] means = new double[estimates.length];
    double[] squares = new double[estimates.length];
    for (int chain = 0; chain < visited.length; chain++) {
      double[] without = summed(masses(chain), setOf, estimates.length);
      for (int set = 0; set < without.length; set++) {
        double value = without[set] / unit(estimates[set]);
        double difference = value - means[set];
        means[set] += difference / (chain + 1);
        squares[set] += difference * (value - means[set]);
      }
    }
    double factor = (visited.length - 1.0) / visited.length;
    return IntStream.range(0, estimates.length)
        .mapToDouble(set -> unit(estimates[set]) * Math.sqrt(factor * squares[set]))
        .toArray();
  }

  /** The squares of what is up to 1 are finite in it, and those of what is near it are not 0. */
  private static double unit(double estimate) {
    return Math.max(estimate, LEAST_UNIT);
  }

  /** √((C − 1)/C Σ (r_c − r̄)²) of what comes out with chain c left out. */
  private static double jackknife(double[] replicates) {
    double mean = Arrays.stream(replicates).average().orElseThrow();
    // In units of a power of two near the largest: squares of 1/Ẑ may be beyond all doubles.
    int exponent = Math.getExponent(Arrays.stream(replicates).max().orElseThrow());
    double squares =
        Arrays.stream(replicates)
            .map(r -> Math.scalb(r - mean, -exponent))
            .map(difference -> difference * difference)
            .sum();
    return Math.scalb(Math.sqrt((replicates.length - 1.0) / replicates.length * squares), exponent);
  }

  /**
   * Returns 1/Ẑ in units of the largest weight, one chain being left out; 0 if nothing is shared.
   */
  private double inverse(int without) {
    int[] seen = visitors(without);
    double shared = 0;
    for (int state = 0; state < seen.length; state++) {
      shared += seen[state] > 1 ? weights[state] : 0;
    }
    double[] alone = new double[visited.length];
    for (int chain = 0; chain < visited.length; chain++) {
      for (int state : visited[chain]) {
        alone[chain] += chain != without && seen[state] == 1 ? weights[state] : 0;
      }
    }
    double sum = 0;
    double before = 0;
    double[] after = suffixSums(alone);
    for (int chain = 0; chain < visited.length; chain++) {
      // Sums of what is there, not a difference: a chain alone may have nearly all the weight.
      double others = shared + before + after[chain + 1];
      before += alone[chain];
      if (chain != without && others > 0) {
        sum += sharedSteps(chain, seen) / (keptSteps * others);
      }
    }
    int chains = without == NONE ? visited.length : visited.length - 1;
    return chains < 2 || keptSteps == 0 ? 0 : sum / chains;
  }

  private static double[] suffixSums(double[] values) {
    double[] sums = new double[values.length + 1];
    for (int i = values.length - 1; i >= 0; i--) {
      sums[i] = values[i] + sums[i + 1];
    }
    return sums;
  }

  /** For each state how many chains visited it, one chain being left out. */
  private int[] visitors(int without) {
    int[] seen = visitors.clone();
    if (without != NONE) {
      Arrays.stream(visited[without]).forEach(state -> seen[state]--);
    }
    return seen;
  }

  /** How many kept steps of a chain lie where another chain was. */
  private double sharedSteps(int chain, int[] seen) {
    int count = 0;
    for (int k = 0; k < visited[chain].length; k++) {
      count += seen[visited[chain][k]] > 1 ? steps[chain][k] : 0;
    }
    return count;
  }

  /**
   * What each state adds to the estimate of a set that it is in, one chain being left out: w/Ẑ
   * averaged over the chains that know w from others, and its part of the steps of a chain that
   * does not. In all 1.
   */
  private double[] masses(int without) {
    int[] seen = visitors(without);
    double inverseWithout = inverse(without);
    int chains = without == NONE ? visited.length : visited.length - 1;
    double[] masses = new double[seen.length];
    for (int state = 0; state < seen.length; state++) {
      double knowing = seen[state] > 1 ? 1 : seen[state] == 1 ? 1 - 1.0 / chains : 0;
      masses[state] = knowing * weights[state] * inverseWithout;
    }
    for (int chain = 0; chain < visited.length; chain++) {
      for (int k = 0; chain != without && k < visited[chain].length; k++) {
        int state = visited[chain][k];
        if (seen[state] == 1) {
          masses[state] += (double) steps[chain][k] / keptSteps / chains;
        }
      }
    }
    double total = Arrays.stream(masses).sum();
    if (total == 0) {
      // Every weight is next to nothing beside that of the chain left out: frequencies remain.
      return frequencies(without);
    }
    return Arrays.stream(masses).map(mass -> mass / total).toArray();
  }

  /** The part of all kept steps in each state, one chain being left out. */
  private double[] frequencies(int without) {
    double[] frequencies = new double[weights.length];
    double each = 1.0 / keptSteps / (without == NONE ? visited.length : visited.length - 1);
    for (int chain = 0; chain < visited.length; chain++) {
      for (int k = 0; chain != without && k < visited[chain].length; k++) {
        frequencies[visited[chain][k]] += steps[chain][k] * each;
      }
    }
    return frequencies;
  }

  private static double[] summed(double[] masses, int[] setOf, int sets) {
    double[] sums = new double[sets];
    for (int state = 0; state < masses.length; state++) {
      sums[setOf[state]] += masses[state];
    }
    return sums;
  }
}
