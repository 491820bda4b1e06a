package dev.infill.core.fill;

import dev.infill.core.task.FillSettings;
import dev.infill.core.task.TextReading;
import dev.infill.core.text.ModelDescription;
import java.util.List;

/**
 * The most probable fillings of one text, and the settings that give them again.
 *
 * @param reading the text, and how the model reads it
 * @param settings the settings, with the seed that was drawn if none was given
 * @param model the model
 * @param fillings the most probable first; where lengths are unknown, the highest M per piece
 *     first; a diverse list in the order of choice, the best first
 * @param marginals the marginal distribution of each blank, all lengths being equally likely; empty
 *     if nothing is known of Z
 * @param verdict whether the list and its probabilities can be relied on
 * @param diagnostics the cost, and how well Z is known
 * @param interrupted whether the job was cancelled before its end
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

  /** Returns the part that a seed repeats: all but the seconds, which are NaN. */
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
