package dev.infill.core.chain;

import dev.infill.core.diagnostics.Convergence;
import dev.infill.core.energy.State;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * The steps that the chains made. Immutable.
 *
 * @param starts the start of each chain
 * @param visits for each chain, one visit per step that was made, burn-in included; all chains have
 *     made the same number of steps
 * @param burnIn the number of visits of burn-in at the front of each chain; all, if the run was
 *     stopped in burn-in
 * @param stepSize α after burn-in; empty for kernels without one
 * @param modelPasses the sequences through the model that the starts and these steps asked for
 * @param cancelled whether the run was stopped before its end
 */
public record ChainRun(
    List<State> starts,
    List<List<Visit>> visits,
    int burnIn,
    OptionalDouble stepSize,
    long modelPasses,
    boolean cancelled) {
  /** Copies the lists. */
  public ChainRun {
    starts = List.copyOf(starts);
    visits = visits.stream().map(List::copyOf).toList();
  }

  /** Returns, for each chain, its visits after burn-in. */
  public List<List<Visit>> kept() {
    return visits.stream()
        .map(chain -> chain.subList(Math.min(burnIn, chain.size()), chain.size()))
        .toList();
  }

  /** Returns U + V along each chain after burn-in, in nats; empty if the kernel has no U. */
  public List<double[]> energies() {
    List<List<Visit>> kept = kept();
    boolean traced =
        kept.stream().flatMap(List::stream).allMatch(visit -> visit.energy().isPresent());
    return traced
        ? kept.stream()
            .map(
                chain ->
                    chain.stream().mapToDouble(visit -> visit.energy().orElseThrow()).toArray())
            .toList()
        : List.of();
  }

  /** Returns R-hat and the effective sample size of {@link #energies}; empty without these. */
  public Optional<Convergence> convergence() {
    List<double[]> energies = energies();
    return energies.isEmpty()
        ? Optional.empty()
        : Optional.of(Convergence.of(energies.toArray(double[][]::new)));
  }

  /** Returns the last state of each chain. */
  public List<State> last() {
    return IntStream.range(0, starts.size())
        .mapToObj(
            chain -> {
              List<Visit> made = visits.get(chain);
              return made.isEmpty() ? starts.get(chain) : made.get(made.size() - 1).state();
            })
        .toList();
  }

  /**
   * Returns this run after some of its steps, with the passes of the whole run.
   *
   * @param steps from 0 to the number of steps that were made
   * @throws IllegalArgumentException if there were fewer
   */
  public ChainRun upTo(int steps) {
    int made = visits.get(0).size();
    if (steps < 0 || steps > made) {
      throw new IllegalArgumentException("step " + steps + " of a run of " + made);
    }
    return new ChainRun(
        starts,
        visits.stream().map(chain -> chain.subList(0, steps)).toList(),
        Math.min(burnIn, steps),
        stepSize,
        modelPasses,
        cancelled);
  }

  /** Returns the sequences through the model that the steps cost, without those of the starts. */
  public long stepPasses() {
    return visits.stream().flatMap(List::stream).mapToLong(v -> v.info().modelPasses()).sum();
  }
}
