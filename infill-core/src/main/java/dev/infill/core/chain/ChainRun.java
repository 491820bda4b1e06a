package dev.infill.core.chain;

import dev.infill.core.diagnostics.Convergence;
import dev.infill.core.energy.State;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * What the chains did. Immutable.
 *
 * @param starts where each chain started
 * @param visits for each chain, one visit per step that was made, burn-in included; all chains have
 *     made the same number of steps
 * @param burnIn how many visits at the front of each chain are burn-in (all, if the run was
 *     cancelled before its end)
 * @param stepSize α after burn-in; empty for kernels without one
 * @param modelPasses sequences through the model that the start and these steps asked for; not
 *     those of steps that not all chains made before the run ended
 * @param cancelled whether the run was stopped before all steps were made
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

  /** Returns U + V along each chain after burn-in, in nats; empty if it was not traced. */
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

  /**
   * Returns how well the chains have explored U + V after burn-in: R-hat and the effective sample
   * size; empty if it was not traced.
   */
  public Optional<Convergence> convergence() {
    List<double[]> energies = energies();
    return energies.isEmpty()
        ? Optional.empty()
        : Optional.of(Convergence.of(energies.toArray(double[][]::new)));
  }

  /** Returns where each chain is at the end: after its last step, or where it started. */
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
   * Returns the same run as it was after some of its steps. Its passes stay those of the whole run.
   *
   * @param steps at most as many as were made
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

  /** Returns how many sequences through the model the steps cost, without those of the start. */
  public long stepPasses() {
    return visits.stream().flatMap(List::stream).mapToLong(v -> v.info().modelPasses()).sum();
  }
}
