package dev.infill.core.infill;

import dev.infill.core.text.ModelDescription;
import java.util.List;

/**
 * The fillings of one text, and all that is needed to get them again.
 *
 * @param text the text as it was given
 * @param settings the settings, with the seed that was drawn if none was given
 * @param model which model
 * @param exact whether the sampler leaves π(θ) ∝ exp(U(θ)/T) invariant, so that shares estimate
 *     posterior probabilities
 * @param candidates the best fillings, highest U first
 * @param diagnostics how the chains behaved
 * @param interrupted whether the run was cancelled, so that the candidates are those found so far
 */
public record Infilling(
    String text,
    InfillSettings settings,
    ModelDescription model,
    boolean exact,
    List<Candidate> candidates,
    Diagnostics diagnostics,
    boolean interrupted) {
  /** Copies the list. */
  public Infilling {
    candidates = List.copyOf(candidates);
  }

  /** Returns what a seed repeats: all but the time it took, which is NaN. */
  public Infilling withoutTime() {
    return new Infilling(
        text, settings, model, exact, candidates, diagnostics.withoutTime(), interrupted);
  }
}
