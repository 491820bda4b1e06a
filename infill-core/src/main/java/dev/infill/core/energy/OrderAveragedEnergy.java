package dev.infill.core.energy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * The log-probability of a filling by the chain rule, averaged over the orders in which its
 * coordinates may be filled, mixed with U of a pseudo-log-likelihood:
 *
 * <p>(1 − λ) E_σ Σⱼ log f(θ_σⱼ | θ_σ₁ … θ_σⱼ₋₁, the others masked) + λ Σᵢ log fᵢ(θᵢ | θ_\i).
 *
 * <p>Each order defines a joint distribution whose terms are all conditionals of the model; the
 * mean of their logs is that of their normalised geometric mean, up to a constant. Up to {@value
 * #ALL_ORDERS_OF} coordinates all orders are averaged over; of more, {@value #SAMPLED_ORDERS} that
 * are drawn once and for all, the same for every state.
 *
 * <p>It is a sum of terms hᵢ(θᵢ | θ_\i) as U is: hᵢ(v | θ_\i) = Σ_S w_S log fᵢ(v | θ_S, the others
 * masked) over the sets S of coordinates that come before i in an order. Of its gradients it has
 * the own-term one.
 *
 * <p>Hennigen &amp; Kim 2023, "Deriving Language Models from Masked Language Models", compare joint
 * distributions made of the conditionals of a masked language model.
 */
public final class OrderAveragedEnergy implements DecoratedEnergy {
  /** Of so many coordinates at most all orders are averaged over. */
  public static final int ALL_ORDERS_OF = 4;

  /** So many orders are drawn where not all are averaged over. */
  static final int SAMPLED_ORDERS = 24;

  private static final long ORDERS_SEED = 2023;

  private final Energy energy;
  private final List<Map<List<Integer>, Double>> known;
  private final ConditionalTerms terms;

  /**
   * Creates it.
   *
   * @param energy U = Σᵢ log fᵢ(θᵢ | θ_\i), whose conditionals read masked coordinates
   * @param shareOfU λ, from 0 to less than 1
   * @throws IllegalArgumentException if the energy has no such terms, or λ is not so
   */
  public OrderAveragedEnergy(Energy energy, double shareOfU) {
    if (!(shareOfU >= 0 && shareOfU < 1)) {
      throw new IllegalArgumentException("a share from 0 to less than 1, not " + shareOfU);
    }
    if (!energy.readsMasked() || energy.terms().isEmpty()) {
      throw new IllegalArgumentException("an energy whose conditionals read no masks");
    }
    this.energy = energy;
    this.known = known(energy.domains().size(), shareOfU);
    this.terms = energy.terms().orElseThrow().summed(this::contexts);
  }

  /** Returns for each coordinate the sets of others that are known, and their weights. */
  private static List<Map<List<Integer>, Double>> known(int size, double shareOfU) {
    List<List<Integer>> orders =
        size <= ALL_ORDERS_OF ? orders(IntStream.range(0, size).boxed().toList()) : drawn(size);
    List<Map<List<Integer>, Double>> known = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      int coordinate = i;
      Map<List<Integer>, Double> weights = new LinkedHashMap<>();
      if (shareOfU > 0) {
        weights.put(
            IntStream.range(0, size).filter(other -> other != coordinate).boxed().toList(),
            shareOfU);
      }
      for (List<Integer> order : orders) {
        weights.merge(
            order.subList(0, order.indexOf(i)).stream().sorted().toList(),
            (1 - shareOfU) / orders.size(),
            Double::sum);
      }
      known.add(weights);
    }
    return known;
  }

  private static List<List<Integer>> orders(List<Integer> coordinates) {
    if (coordinates.isEmpty()) {
      return List.of(List.of());
    }
    List<List<Integer>> orders = new ArrayList<>();
    for (int first : coordinates) {
      for (List<Integer> rest : orders(coordinates.stream().filter(i -> i != first).toList())) {
        List<Integer> order = new ArrayList<>(List.of(first));
        order.addAll(rest);
        orders.add(order);
      }
    }
    return orders;
  }

  private static List<List<Integer>> drawn(int size) {
    SplittableRandom random = new SplittableRandom(ORDERS_SEED);
    return IntStream.range(0, SAMPLED_ORDERS)
        .mapToObj(
            k -> {
              List<Integer> order = new ArrayList<>(IntStream.range(0, size).boxed().toList());
              for (int i = size - 1; i > 0; i--) {
                Collections.swap(order, i, random.nextInt(i + 1));
              }
              return order;
            })
        .toList();
  }

  /** Returns where f is asked for one term, and the weights. */
  private Map<Context, Double> contexts(Context context) {
    Map<Context, Double> weights = new LinkedHashMap<>();
    known
        .get(context.coordinate())
        .forEach(
            (others, weight) -> {
              int[] values = new int[context.state().size()];
              Arrays.fill(values, MASKED);
              others.forEach(other -> values[other] = context.state().get(other));
              // Its value at the coordinate does not matter, but is one that can be there.
              values[context.coordinate()] = 0;
              weights.put(new Context(State.of(values), context.coordinate()), weight);
            });
    return weights;
  }

  @Override
  public Energy energy() {
    return energy;
  }

  @Override
  public boolean supports(GradientKind gradient) {
    return gradient != GradientKind.EXACT;
  }

  @Override
  public Optional<ConditionalTerms> terms() {
    return Optional.of(terms);
  }

  @Override
  public List<Evaluation> evaluate(List<State> states, GradientKind gradient) {
    return Batcher.together(
        batcher -> states.stream().map(state -> evaluate(state, gradient, batcher)).toList());
  }

  @Override
  public CompletableFuture<Evaluation> evaluate(
      State state, GradientKind gradient, Batcher batcher) {
    if (!supports(gradient)) {
      throw new UnsupportedOperationException("a mean over orders has no exact gradient");
    }
    return terms.evaluate(state, gradient, batcher);
  }

  @Override
  public List<CategoricalDistribution> conditionals(List<State> states, int[] coordinates) {
    return terms.at(states, coordinates).stream().map(Conditional::distribution).toList();
  }

  @Override
  public CompletableFuture<CategoricalDistribution> conditional(
      State state, int coordinate, Batcher batcher) {
    return terms.at(state, coordinate, batcher).thenApply(Conditional::distribution);
  }

  @Override
  public int passesPerEvaluation() {
    return known.stream().mapToInt(Map::size).sum() * energy.passesPerConditional();
  }

  /** Of the coordinate with the most contexts. */
  @Override
  public int passesPerConditional() {
    return known.stream().mapToInt(Map::size).max().orElseThrow() * energy.passesPerConditional();
  }
}
