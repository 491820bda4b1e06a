package dev.infill.core.fill;

import dev.infill.core.task.FillSettings;
import dev.infill.core.task.TextReading;
import dev.infill.core.text.ModelDescription;
import java.util.List;

/**
 * The most probable fillings of one text, and all that is needed to get them again.
 *
 * @param text the text as it was given
 * @param settings the settings, with the seed that was drawn if none was given
 * @param model which model
 * @param fillings the most probable first; where blanks are of unknown length, the highest M per
 *     piece first. Of a diverse list the best first, then each as it was chosen beside those before
 * @param lengths how many ways there are to choose the lengths of the blanks: each has the prior
 *     probability 1/lengths, and {@link Filling#probability} is one among fillings of one way
 * @param marginals for each blank the likeliest of what can stand in it, whatever stands in the
 *     others, all lengths being equally likely; empty where nothing is known of Z
 * @param verdict what the list can be relied on for
 * @param diagnostics what it took
 * @param interrupted whether it was cancelled, so that the list is what was found so far
 * @param reading how the model reads the text
 */
public record FillResult(
    String text,
    FillSettings settings,
    ModelDescription model,
    List<Filling> fillings,
    int lengths,
    List<Marginal> marginals,
    FillVerdict verdict,
    FillDiagnostics diagnostics,
    boolean interrupted,
    TextReading reading) {
  /** Copies the lists. */
  public FillResult {
    fillings = List.copyOf(fillings);
    marginals = List.copyOf(marginals);
  }

  /** Returns what a seed repeats: all but the time it took, which is NaN. */
  public FillResult withoutTime() {
    return new FillResult(
        text,
        settings,
        model,
        fillings,
        lengths,
        marginals,
        verdict,
        diagnostics.withoutTime(),
        interrupted,
        reading);
  }
}
