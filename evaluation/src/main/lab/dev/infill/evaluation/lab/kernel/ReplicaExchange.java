package dev.infill.evaluation.lab.kernel;

import dev.infill.core.energy.Batcher;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.State;
import dev.infill.core.kernel.ChainState;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.kernel.StepInfo;
import dev.infill.core.kernel.TemperedKernel;
import dev.infill.core.kernel.Transition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
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
 * <p>What a step says of itself is what the chain's own kernel did, with the passes of all
 * replicas, and the coordinates that it and the exchange changed.
 *
 * <p>Kernels whose gradients are taken at continuous intermediates are refused: those are of one
 * temperature only.
 */
public final class ReplicaExchange implements Kernel {
  private final List<Kernel> kernels;
  private final double[] temperatures;

  private ReplicaExchange(List<Kernel> kernels, double[] temperatures) {
    this.kernels = kernels;
    this.temperatures = temperatures;
  }

  /**
   * Returns the kernel.
   *
   * @param energy U, of the target
   * @param kernel makes the kernel of an energy: of U, and of U divided by a temperature
   * @param hotter the temperatures of the other replicas, as multiples of that of the target: each
   *     above that before it, the first above 1, all finite
   * @throws IllegalArgumentException if they are not, or the kernel is not exact, or an exchange
   *     itself
   */
  public static ReplicaExchange of(
      Energy energy, Function<Energy, Kernel> kernel, List<Double> hotter) {
    Kernel own = kernel.apply(energy);
    if (own instanceof ReplicaExchange) {
      throw new IllegalArgumentException("replicas have temperatures of their own");
    }
    if (!own.isExact()) {
      throw new IllegalArgumentException(
          own.name() + " is not exact: what its replicas exchanged would not be either");
    }
    List<Kernel> kernels = new ArrayList<>(List.of(own));
    double[] temperatures = new double[hotter.size() + 1];
    temperatures[0] = 1;
    for (double temperature : hotter) {
      if (!(temperature > temperatures[kernels.size() - 1])) {
        throw new IllegalArgumentException(
            "temperatures of replicas must rise from above 1, not be " + hotter);
      }
      temperatures[kernels.size()] = temperature;
      kernels.add(TemperedKernel.of(energy, kernel, temperature));
    }
    return new ReplicaExchange(kernels, temperatures);
  }

  @Override
  public String name() {
    return kernels.get(0).name();
  }

  @Override
  public boolean isExact() {
    return true;
  }

  @Override
  public int passesPerStart() {
    return kernels.get(0).passesPerStart();
  }

  /** All replicas start at the same state. */
  @Override
  public CompletableFuture<ChainState> start(State state, Batcher batcher) {
    return kernels
        .get(0)
        .start(state, batcher)
        .thenApply(
            chain -> {
              if (chain.evaluation().orElseThrow().gradientPoint().isPresent()) {
                throw new IllegalArgumentException(
                    name() + " takes its gradient at a continuous intermediate of one temperature");
              }
              return chain.withReplicas(Collections.nCopies(kernels.size() - 1, chain));
            });
  }

  @Override
  public CompletableFuture<Transition> step(
      ChainState chain, RandomGenerator random, Batcher batcher) {
    List<CompletableFuture<Transition>> steps = new ArrayList<>();
    for (Kernel kernel : kernels) {
      ChainState replica =
          steps.isEmpty() ? chain.withReplicas(List.of()) : chain.replicas().get(steps.size() - 1);
      // Each a stream of its own: their steps end in any order.
      steps.add(kernel.step(replica, new SplittableRandom(random.nextLong()), batcher));
    }
    RandomGenerator exchanges = new SplittableRandom(random.nextLong());
    return Batcher.all(steps).thenApply(made -> exchanged(chain, made, exchanges));
  }

  private Transition exchanged(ChainState before, List<Transition> steps, RandomGenerator random) {
    List<ChainState> replicas = new ArrayList<>();
    int passes = 0;
    for (Transition step : steps) {
      replicas.add(step.next());
      passes += step.info().modelPasses();
    }
    for (int k = random.nextInt(2); k + 1 < replicas.size(); k += 2) {
      ChainState colder = replicas.get(k);
      ChainState hotter = replicas.get(k + 1);
      double logRatio =
          (1 / temperatures[k] - 1 / temperatures[k + 1]) * (energy(hotter) - energy(colder));
      if (random.nextDouble() < Math.exp(logRatio)) {
        replicas.set(k, movedTo(colder, hotter));
        replicas.set(k + 1, movedTo(hotter, colder));
      }
    }
    ChainState next = replicas.get(0).withReplicas(replicas.subList(1, replicas.size()));
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

  private static double energy(ChainState replica) {
    return replica.evaluation().orElseThrow().energy();
  }

  /** Returns a replica at the state of another, with what its own kernel keeps. */
  private static ChainState movedTo(ChainState replica, ChainState other) {
    return replica.at(other.state()).with(other.evaluation());
  }
}
