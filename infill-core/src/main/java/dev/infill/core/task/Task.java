package dev.infill.core.task;

import dev.infill.core.chain.ChainRunner;
import dev.infill.core.energy.AugmentedEnergy;
import dev.infill.core.energy.ContextCache;
import dev.infill.core.energy.ContextMemory;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.RestrictedEnergy;
import dev.infill.core.energy.TemperedEnergy;
import dev.infill.core.kernel.AnnealedKernel;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.proposal.Curvature;
import dev.infill.core.sampler.Settings;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.TokenSet;
import java.util.Optional;
import java.util.function.Function;

/**
 * A text made ready to be sampled, which took no model pass.
 *
 * @param settings how it is sampled
 * @param text what its states mean
 * @param energy U, not tempered
 * @param target (U + Σ λ V)/T, −∞ for fillings that may not be
 * @param added Σ λ V, if there are terms beside U
 * @param memory what the terms of U are remembered in, if they are
 */
public record Task(
    SampleSettings settings,
    TextOfLengths text,
    Energy energy,
    Energy target,
    Optional<FilledTerms> added,
    Optional<ContextMemory> memory) {
  /**
   * Makes a text ready.
   *
   * @param settings how it is sampled
   * @param text the text
   * @param model what is asked
   * @param textsAtOnce how many texts are sampled at the same time, at least 1
   */
  static Task of(
      SampleSettings settings, TextOfLengths text, MaskedLanguageModel model, int textsAtOnce) {
    Energy asked = model.energy(text.tokenized(), text.candidates());
    // Conditionals are remembered, unless they are not to leave where they are computed.
    boolean drawn = asked.langevinDraws().isPresent() && settings.canBeDrawn();
    int largest = text.candidates().stream().mapToInt(TokenSet::size).max().orElseThrow();
    Optional<ContextCache> cache =
        asked.terms().isEmpty() || drawn
            ? Optional.empty()
            : Optional.of(
                new ContextCache(asked, ContextMemory.defaultCapacity(largest, textsAtOnce)));
    Energy energy = cache.<Energy>map(remembering -> remembering).orElse(asked);
    Optional<FilledTerms> added =
        settings.terms().isEmpty()
            ? Optional.empty()
            : Optional.of(new FilledTerms(settings.terms(), text));
    Energy whole = added.<Energy>map(terms -> new AugmentedEnergy(energy, terms)).orElse(energy);
    double temperature = settings.temperature();
    Energy tempered = temperature == 1 ? whole : new TemperedEnergy(whole, temperature);
    Energy target =
        text.restriction()
            .<Energy>map(restriction -> new RestrictedEnergy(tempered, restriction))
            .orElse(tempered);
    return new Task(settings, text, energy, target, added, cache.map(ContextCache::memory));
  }

  /**
   * Returns what runs its chains. Exact gradients look at whole states, and so do continuous
   * intermediates: what they ask is evaluated in large batches only.
   */
  public ChainRunner runner() {
    return gathers()
        ? ChainRunner.ahead(settings.chainSettings())
        : new ChainRunner(settings.chainSettings());
  }

  /** Says whether its chains move freely, as all that they ask for are terms. */
  boolean gathers() {
    boolean asksForTerms =
        !settings.sampler().has(Settings.INTERMEDIATE)
            && (!settings.sampler().has(Settings.GRADIENT)
                || settings.get(Settings.GRADIENT) != GradientKind.EXACT);
    return asksForTerms && memory.isPresent();
  }

  /**
   * Returns what moves its chains.
   *
   * @param curvature that of the target, where there is a preconditioner
   * @throws dev.infill.core.InvalidInputException if the sampler cannot sample the text's energy
   */
  public Kernel kernel(Optional<Curvature> curvature) {
    Optional<double[]> scales = curvature.map(Curvature::scales);
    Function<Energy, Kernel> of = sampled -> settings.sampler().kernel(sampled, scales);
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
