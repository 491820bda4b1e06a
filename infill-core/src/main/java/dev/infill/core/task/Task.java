package dev.infill.core.task;

import dev.infill.core.chain.ChainRunner;
import dev.infill.core.energy.ContextMemory;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.Target;
import dev.infill.core.kernel.Annealed;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.proposal.Curvature;
import dev.infill.core.sampler.Settings;
import java.util.Optional;

/**
 * A text that is ready to be sampled, after no model pass.
 *
 * @param settings how it is sampled
 * @param text tells states as text
 * @param target (U + Σ λ V)/T, −∞ for fillings that may not be
 * @param added Σ λ V, if there are terms beside U
 * @param memory remembers the terms of U; empty if U is no sum
 */
public record Task(
    SampleSettings settings,
    TextOfLengths text,
    Target target,
    Optional<FilledTerms> added,
    Optional<ContextMemory> memory) {
  /**
   * Returns the runner of its chains. Exact gradients and continuous intermediates ask for whole
   * states, so that their chains move in lockstep: batches are large then.
   */
  public ChainRunner runner() {
    return gathers()
        ? ChainRunner.ahead(settings.chainSettings())
        : new ChainRunner(settings.chainSettings());
  }

  /** Says whether its chains ask for terms alone, so that each moves on its own. */
  boolean gathers() {
    boolean asksForTerms =
        !settings.sampler().has(Settings.INTERMEDIATE)
            && (!settings.sampler().has(Settings.GRADIENT)
                || settings.get(Settings.GRADIENT) != GradientKind.EXACT);
    return asksForTerms && memory.isPresent();
  }

  /**
   * Returns the kernel of its chains.
   *
   * @param curvature the target's, for the preconditioner; empty for none
   */
  public Kernel kernel(Optional<Curvature> curvature) {
    double[] scales = curvature.map(Curvature::scales).orElse(new double[0]);
    Kernel kernel = settings.sampler().kernel(settings, scales);
    return settings.get(Settings.ANNEAL).isPresent()
        ? new Annealed(
            kernel,
            settings.get(Settings.ANNEAL).getAsDouble() / settings.temperature(),
            settings.burnIn())
        : kernel;
  }

  /** Returns the model passes that a larger memory would have spared so far. */
  public long repeats() {
    return memory.map(ContextMemory::repeats).orElse(0L);
  }

  /** Returns the model passes that the memory has spared so far. */
  public long hits() {
    return memory.map(ContextMemory::hits).orElse(0L);
  }
}
