package dev.infill.evaluation.lab.kernel;

import dev.infill.core.energy.Batcher;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.kernel.ChainState;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.kernel.StepInfo;
import dev.infill.core.kernel.Transition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/**
 * Replica exchange (Swendsen &amp; Wang 1986; Geyer 1991): beside each chain, others move at higher
 * temperatures, where less holds them, and neighbours exchange their states. A step is one of each
 * replica's own kernel, and then an offer to every second pair of neighbours i, i + 1, the first or
 * the second ones with probability one half each, to exchange with probability
 *
 * <p>min(1, exp((1/τᵢ − 1/τⱼ)(U(θⱼ) − U(θᵢ)))).
 *
 * <p>Both keep the product of π^(1/τᵢ) over all replicas, so the chain itself, at τ = 1, keeps π:
 * it is exact. An exchange costs no evaluation; a step costs a step of the kernel for each replica.
 *
 * <p>A step reports what the chain's own kernel did, with the passes of all replicas and the
 * coordinates that the kernel and the exchange changed.
 *
 * @param kernel moves all replicas
 * @param hotter the temperatures of the other replicas, as multiples of that of the target: each
 *     above that before it, the first above 1, all finite
 */
public record ReplicaExchange(Kernel kernel, List<Double> hotter) implements Kernel {
  /** Checks the kernel and the temperatures. */
  public ReplicaExchange {
    if (kernel instanceof ReplicaExchange) {
      throw new IllegalArgumentException("replicas have temperatures of their own");
    }
    if (!kernel.isExact()) {
      throw new IllegalArgumentException(
          kernel.name() + " is not exact: what its replicas exchanged would not be either");
    }
    double last = 1;
    for (double temperature : hotter) {
      if (!(temperature > last && Double.isFinite(temperature))) {
        throw new IllegalArgumentException(
            "temperatures of replicas must rise from above 1, not be " + hotter);
      }
      last = temperature;
    }
    hotter = List.copyOf(hotter);
  }

  /** Returns the temperature of a replica as a multiple of that of the target; 1 of the first. */
  private double temperature(int replica) {
    return replica == 0 ? 1 : hotter.get(replica - 1);
  }

  @Override
  public String name() {
    return kernel.name();
  }

  @Override
  public boolean isExact() {
    return true;
  }

  @Override
  public void requireFor(Target target) {
    kernel.requireFor(target);
  }

  /** All replicas start at the same state. */
  @Override
  public CompletableFuture<ChainState> start(Target target, State state) {
    return kernel
        .start(target, state)
        .thenApply(chain -> holding(Collections.nCopies(hotter.size() + 1, chain)));
  }

  @Override
  public CompletableFuture<Transition> step(
      Target target, ChainState chain, RandomGenerator random) {
    List<CompletableFuture<Transition>> steps = new ArrayList<>();
    List<ChainState> replicas = replicas(chain);
    for (int k = 0; k < replicas.size(); k++) {
      // Each a stream of its own: their steps end in any order.
      steps.add(
          kernel.step(
              target.at(temperature(k) * target.temperature()),
              replicas.get(k),
              new SplittableRandom(random.nextLong())));
    }
    RandomGenerator exchanges = new SplittableRandom(random.nextLong());
    return Batcher.all(steps).thenApply(made -> exchanged(target, chain, made, exchanges));
  }

  private Transition exchanged(
      Target target, ChainState before, List<Transition> steps, RandomGenerator random) {
    List<ChainState> replicas = new ArrayList<>();
    int passes = 0;
    for (Transition step : steps) {
      replicas.add(step.next());
      passes += step.info().modelPasses();
    }
    for (int k = random.nextInt(2); k + 1 < replicas.size(); k += 2) {
      ChainState colder = replicas.get(k);
      ChainState warmer = replicas.get(k + 1);
      double logRatio =
          (1 / temperature(k) - 1 / temperature(k + 1))
              * (energy(warmer) - energy(colder))
              / target.temperature();
      if (random.nextDouble() < Math.exp(logRatio)) {
        replicas.set(k, exchanged(colder, warmer));
        replicas.set(k + 1, exchanged(warmer, colder));
      }
    }
    ChainState next = holding(replicas);
    StepInfo own = steps.get(0).info();
    return new Transition(
        next,
        new StepInfo(
            own.proposal(),
            own.accepted(),
            own.acceptanceProbability(),
            before.state().hammingDistance(next.state()),
            passes));
  }

  /** All replicas of a chain, from the coldest on; the first is the chain itself. */
  private record Replicas(List<ChainState> chains) implements ChainState.Kept {}

  /**
   * Returns the chain that stands for some replicas.
   *
   * @param replicas from the coldest on, at least one
   */
  public static ChainState holding(List<ChainState> replicas) {
    ChainState first = replicas.get(0);
    return new ChainState(
        first.state(),
        first.evaluation(),
        Optional.of(new Replicas(List.copyOf(replicas))),
        first.uniform(),
        first.steps());
  }

  /**
   * Returns the replicas of a chain, from the coldest on.
   *
   * @param chain a chain of such a kernel
   */
  public static List<ChainState> replicas(ChainState chain) {
    return ((Replicas) chain.kept().orElseThrow()).chains();
  }

  /** Returns a replica at the state of another one; its number and steps stay its own. */
  private static ChainState exchanged(ChainState replica, ChainState other) {
    return new ChainState(
        other.state(), other.evaluation(), Optional.empty(), replica.uniform(), replica.steps());
  }

  private static double energy(ChainState replica) {
    return replica.evaluation().orElseThrow().energy();
  }
}
