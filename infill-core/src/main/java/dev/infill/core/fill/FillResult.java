package dev.infill.core.fill;

import dev.infill.core.task.FillSettings;
import dev.infill.core.task.TextReading;
import dev.infill.core.text.ModelDescription;
import java.util.List;

/**
 * The most probable fillings of one text, and all that is needed to get them again.
 *
 * @param reading the text, and how the model reads it
 * @param settings the settings, with the seed that was drawn if none was given
 * @param model which model
 * @param fillings the most probable first; where blanks are of unknown length, the highest M per
 *     piece first. Of a diverse list the best first, then each as it was chosen beside those before
 * @param marginals for each blank the likeliest of what can stand in it, whatever stands in the
 *     others, all lengths being equally likely; empty where nothing is known of Z
 * @param verdict what the list can be relied on for
 * @param diagnostics what it took
 * @param interrupted whether it was cancelled, so that the list is what was found so far
 */
public record FillResult(
    TextReading reading,
    FillSettings settings,
    ModelDescription model,
    List<Filling> fillings,
    List<Marginal> marginals,
    FillVerdict verdict,
    FillDiagnostics diagnostics,
    boolean interrupted) {
  /** Copies the lists. */
  public FillResult {
    fillings = List.copyOf(fillings);
    marginals = List.copyOf(marginals);
  }

  /** Returns the text as it was given. */
  public String text() {
    return reading.text();
  }

  /** Returns what a seed repeats: all but the time it took, which is NaN. */
  public FillResult withoutTime() {
    return new FillResult(
        reading,
        settings,
        model,
        fillings,
        marginals,
        verdict,
        diagnostics.withoutTime(),
        interrupted);
  }
}
