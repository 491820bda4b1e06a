package dev.infill.core.task;

import dev.infill.core.chain.ChainRunner;
import dev.infill.core.energy.ContextMemory;
import dev.infill.core.energy.DisjointUnion;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.kernel.composite.AnnealedKernel;
import dev.infill.core.kernel.composite.UnionKernel;
import dev.infill.core.proposal.Curvature;
import dev.infill.core.sampler.Settings;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * A text made ready to be filled, which took no model pass. Its states are a union: each way to
 * choose the lengths of its blanks is a part, and a text whose blanks have one piece each has one.
 *
 * @param union the states
 * @param texts the text of each part
 * @param energies U of each part, not tempered
 * @param targets (U + Σ λ V)/T of each part, −∞ for fillings that may not be
 * @param partOfChain for each chain which part it samples
 * @param prior the probability of each part; less than 1 in all where there are more ways to choose
 *     the lengths than chains
 * @param hasLengths whether a blank is of unknown length, so that U does not compare fillings
 * @param fillings what states mean
 * @param added Σ λ V, if there are terms beside U; of a text of one part
 * @param memory what the energies' terms are remembered in, if they are
 * @param reading how the model reads the text
 */
public record Task(
    DisjointUnion union,
    List<TextOfLengths> texts,
    List<Energy> energies,
    List<Energy> targets,
    List<Integer> partOfChain,
    double prior,
    boolean hasLengths,
    Fillings fillings,
    Optional<FilledTerms> added,
    Optional<ContextMemory> memory,
    TextReading reading) {
  /** Copies the lists. */
  public Task {
    texts = List.copyOf(texts);
    energies = List.copyOf(energies);
    targets = List.copyOf(targets);
    partOfChain = List.copyOf(partOfChain);
  }

  /**
   * Returns what runs its chains. Exact gradients look at whole states, and so do continuous
   * intermediates: what they ask is evaluated in large batches only.
   *
   * @param settings how
   */
  public ChainRunner runner(InfillSettings settings) {
    return gathers(settings)
        ? ChainRunner.ahead(settings.chainSettings())
        : new ChainRunner(settings.chainSettings());
  }

  /** Says whether its chains move freely, as all that they ask for are terms. */
  boolean gathers(InfillSettings settings) {
    boolean asksForTerms =
        !settings.sampler().has(Settings.INTERMEDIATE)
            && (!settings.sampler().has(Settings.GRADIENT)
                || settings.get(Settings.GRADIENT) != GradientKind.EXACT);
    return asksForTerms && memory.isPresent();
  }

  /**
   * Returns what moves its chains.
   *
   * @param settings how
   * @param curvatures that of each part, where there is a preconditioner
   * @throws dev.infill.core.InvalidInputException if the sampler cannot sample the text's energy
   */
  public Kernel kernel(InfillSettings settings, Optional<List<Curvature>> curvatures) {
    return UnionKernel.of(
        union,
        IntStream.range(0, targets.size())
            .mapToObj(
                part ->
                    kernel(
                        settings,
                        targets.get(part),
                        curvatures.map(found -> found.get(part).scales())))
            .toList());
  }

  private static Kernel kernel(InfillSettings settings, Energy target, Optional<double[]> scales) {
    Function<Energy, Kernel> of = energy -> settings.sampler().kernel(energy, scales);
    return settings.annealFrom().isPresent()
        ? AnnealedKernel.of(
            target,
            of,
            settings.annealFrom().getAsDouble() / settings.temperature(),
            settings.burnIn())
        : of.apply(target);
  }

  /** Returns how many model passes a larger memory would have spared so far. */
  public long repeats() {
    return memory.map(ContextMemory::repeats).orElse(0L);
  }

  /** Returns how many model passes were spared so far. */
  public long hits() {
    return memory.map(ContextMemory::hits).orElse(0L);
  }
}
