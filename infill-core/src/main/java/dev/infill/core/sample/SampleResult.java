package dev.infill.core.sample;

import dev.infill.core.fill.Marginal;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.task.TextReading;
import dev.infill.core.text.ModelDescription;
import java.util.List;

/**
 * The fillings of one text that chains drew, and the settings that give them again.
 *
 * @param reading the text, and how the model reads it
 * @param settings the settings, with the seed that was drawn if none was given
 * @param model the model
 * @param candidates the best fillings, the highest U first; a diverse list ({@link
 *     SampleSettings#select()}) in the order of choice, the best first
 * @param marginals the marginal distribution of each blank; empty if there is no estimate
 * @param verdict whether the probabilities can be relied on
 * @param diagnostics how the chains behaved
 * @param interrupted whether the job was cancelled before its end
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

  /** Returns the part that a seed repeats: all but the seconds, which are NaN. */
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
