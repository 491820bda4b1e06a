package dev.infill.evaluation.lab;

import dev.infill.core.energy.Energy;
import dev.infill.core.energy.State;
import dev.infill.core.kernel.Kernel;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * A sampler of an experiment.
 *
 * @param label what it is called, such as {@code gwg-1}
 * @param start begins its chains
 * @param <E> the energies that it samples
 */
record LabSampler<E extends Energy>(String label, Start<E> start) {
  /** Begins chains. */
  @FunctionalInterface
  interface Start<E extends Energy> {
    /**
     * Begins one chain at each of some states.
     *
     * @param random for each chain its own stream
     */
    Population begin(E energy, List<State> starts, List<? extends RandomGenerator> random);
  }

  /** Returns the sampler that is a kernel. */
  static <E extends Energy> LabSampler<E> of(String label, Function<E, Kernel> kernel) {
    return new LabSampler<>(
        label,
        (energy, starts, random) -> new KernelPopulation(kernel.apply(energy), starts, random));
  }
}
