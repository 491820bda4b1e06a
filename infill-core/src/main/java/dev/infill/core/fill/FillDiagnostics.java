package dev.infill.core.fill;

import java.util.OptionalDouble;

/**
 * The cost of an answer, and how well its probabilities are known. Where lengths are unknown, the
 * worst choice of lengths is told.
 *
 * @param modelPasses sequences through the model in all
 * @param searchPasses the passes of the search before draws began
 * @param fillings the number of fillings that were scored
 * @param draws the number of independent draws that estimate Z, and so the probabilities; 0 if the
 *     search told enough
 * @param relativeError the standard error of Z, and so of all probabilities, as a share of them;
 *     none where nothing is known of it
 * @param effectiveShare the effective share of the draws, in (0, 1]; none without draws
 * @param paretoShape the shape k̂ of the tail of the weights, where these have no bound (T above 1,
 *     or terms added) and there are enough; the probabilities can be relied on where it is below
 *     0.7
 * @param seconds wall-clock seconds; not a number if they were left out
 */
public record FillDiagnostics(
    long modelPasses,
    long searchPasses,
    int fillings,
    int draws,
    OptionalDouble relativeError,
    OptionalDouble effectiveShare,
    OptionalDouble paretoShape,
    double seconds) {
  /** Returns the same with NaN in place of the seconds. */
  FillDiagnostics withoutTime() {
    return new FillDiagnostics(
        modelPasses,
        searchPasses,
        fillings,
        draws,
        relativeError,
        effectiveShare,
        paretoShape,
        Double.NaN);
  }
}
