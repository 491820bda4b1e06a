package dev.infill.core.sample;

import dev.infill.core.fill.Marginal;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.task.TextReading;
import dev.infill.core.text.ModelDescription;
import java.util.List;

/**
 * The fillings of one text, and all that is needed to get them again.
 *
 * @param reading the text, and how the model reads it
 * @param settings the settings, with the seed that was drawn if none was given
 * @param model which model
 * @param candidates the best fillings, highest U first. Of a diverse list ({@link
 *     SampleSettings#select()}) the best first, then each as it was chosen beside those before it
 * @param marginals for each blank the likeliest of what can stand in it, whatever stands in the
 *     others; empty where no probability can be estimated
 * @param verdict whether the probabilities can be relied on
 * @param diagnostics how the chains behaved
 * @param interrupted whether the run was cancelled, so that the candidates are those found so far
 */
public record SampleResult(
    TextReading reading,
    SampleSettings settings,
    ModelDescription model,
    List<Candidate> candidates,
    List<Marginal> marginals,
    SampleVerdict verdict,
    SampleDiagnostics diagnostics,
    boolean interrupted) {
  /** Copies the lists. */
  public SampleResult {
    candidates = List.copyOf(candidates);
    marginals = List.copyOf(marginals);
  }

  /** Returns the text as it was given. */
  public String text() {
    return reading.text();
  }

  /** Returns what a seed repeats: all but the time it took, which is NaN. */
  public SampleResult withoutTime() {
    return new SampleResult(
        reading,
        settings,
        model,
        candidates,
        marginals,
        verdict,
        diagnostics.withoutTime(),
        interrupted);
  }
}
