package dev.infill.core.energy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The same energy, which asks the model for no context θ_\i that it remembers: where one blank
 * changed its own conditional stands, and chains and steps meet the same contexts again and again.
 *
 * <p>Exact: what is remembered is what the model said, so no sampler's law changes. A bounded
 * number of conditionals is kept; the one that has not been used for the longest time goes first.
 * Exact gradients look at the whole state and are not remembered.
 *
 * <p>Thread-safe. The passes that {@link #passesPerEvaluation()} and {@link
 * #passesPerConditional()} count are those that are asked for; {@link #hits()} says how many of
 * them the model was spared.
 */
public final class ContextCache implements Energy {
  /** Of the memory that Java may use, how much is given to a text's conditionals. */
  private static final int SHARE_OF_MEMORY = 8;

  private final Energy energy;
  private final ConditionalTerms terms;
  private final int capacity;
  private final AtomicLong hits = new AtomicLong();

  /** By context, in the order of their last use; guarded by itself. */
  private final LinkedHashMap<Context, Conditional> known;

  /**
   * Remembers up to a number of conditionals.
   *
   * @param energy an energy that has {@link Energy#terms()}
   * @param capacity how many conditionals are kept at the most, at least 1
   * @throws IllegalArgumentException if the energy has no terms, or the capacity is below 1
   */
  public ContextCache(Energy energy, int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("a cache keeps at least 1 conditional, not " + capacity);
    }
    this.energy = energy;
    this.terms =
        energy
            .terms()
            .orElseThrow(() -> new IllegalArgumentException("an energy without terms of its own"));
    this.capacity = capacity;
    this.known = new LinkedHashMap<>(16, 0.75f, true);
  }

  /**
   * Returns how many conditionals of an energy fit into an eighth of the memory that Java may use.
   *
   * @param energy the energy
   */
  public static int defaultCapacity(Energy energy) {
    int largest = energy.domains().stream().mapToInt(Domain::size).max().orElse(1);
    long fitting = Runtime.getRuntime().maxMemory() / SHARE_OF_MEMORY / (largest * 8L);
    return (int) Math.max(1, Math.min(fitting, Integer.MAX_VALUE));
  }

  /** The other coordinates' values, and which coordinate is looked at: it is −1. */
  private record Context(State others) {}

  /** Returns how many conditionals were asked for and known, so that the model was not asked. */
  public long hits() {
    return hits.get();
  }

  @Override
  public List<Domain> domains() {
    return energy.domains();
  }

  @Override
  public boolean supports(GradientKind gradient) {
    return energy.supports(gradient);
  }

  @Override
  public Optional<ConditionalTerms> terms() {
    return Optional.of(ConditionalTerms.of(this::remembered, terms.upperBound()));
  }

  private List<Conditional> remembered(List<State> states, int[] coordinates) {
    Conditional[] answers = new Conditional[coordinates.length];
    Map<Context, List<Integer>> missing = new LinkedHashMap<>();
    synchronized (known) {
      for (int k = 0; k < answers.length; k++) {
        Context context = new Context(states.get(k).with(coordinates[k], -1));
        Conditional answer = known.get(context);
        if (answer == null) {
          missing.computeIfAbsent(context, unknown -> new ArrayList<>()).add(k);
        } else {
          answers[k] = answer;
        }
      }
    }
    hits.addAndGet(answers.length - missing.size());
    int[] first = missing.values().stream().mapToInt(asking -> asking.get(0)).toArray();
    List<Conditional> found =
        terms.at(
            Arrays.stream(first).mapToObj(states::get).toList(),
            Arrays.stream(first).map(k -> coordinates[k]).toArray());
    int next = 0;
    for (Map.Entry<Context, List<Integer>> entry : missing.entrySet()) {
      Conditional answer = found.get(next);
      entry.getValue().forEach(k -> answers[k] = answer);
      remember(entry.getKey(), answer);
      next++;
    }
    return List.of(answers);
  }

  private void remember(Context context, Conditional conditional) {
    synchronized (known) {
      known.put(context, conditional);
      if (known.size() > capacity) {
        known.remove(known.keySet().iterator().next());
      }
    }
  }

  @Override
  public List<Evaluation> evaluate(List<State> states, GradientKind gradient) {
    if (gradient == GradientKind.EXACT) {
      return energy.evaluate(states, gradient);
    }
    int m = domains().size();
    List<State> asking = new ArrayList<>(states.size() * m);
    int[] coordinates = new int[states.size() * m];
    for (int k = 0; k < coordinates.length; k++) {
      asking.add(states.get(k / m));
      coordinates[k] = k % m;
    }
    List<Conditional> conditionals = remembered(asking, coordinates);
    List<Evaluation> evaluations = new ArrayList<>(states.size());
    for (int s = 0; s < states.size(); s++) {
      evaluations.add(
          Evaluation.ofTerms(states.get(s), conditionals.subList(s * m, (s + 1) * m), gradient));
    }
    return evaluations;
  }

  @Override
  public List<CategoricalDistribution> conditionals(List<State> states, int[] coordinates) {
    return remembered(states, coordinates).stream().map(Conditional::distribution).toList();
  }

  @Override
  public int passesPerEvaluation() {
    return energy.passesPerEvaluation();
  }

  @Override
  public int passesPerConditional() {
    return energy.passesPerConditional();
  }
}
