package dev.infill.web.json;

import dev.infill.evaluation.bench.SizesBenchmark;
import dev.infill.web.Choices;

/**
 * What one job cost.
 *
 * @param benchmark {@code sizes}
 * @param axis which size grows: {@code chains}, {@code steps}, {@code blanks} or {@code length}
 * @param chains the number of chains
 * @param steps steps of each chain, burn-in included
 * @param blanks blanks of the text
 * @param pieces the length of a sequence
 * @param seconds from the text to its fillings
 * @param passesAsked sequences through the model that were asked for
 * @param passesRun how many of them the model was run for
 */
public record SizesBenchmarkJson(
    String benchmark,
    String axis,
    int chains,
    int steps,
    int blanks,
    int pieces,
    double seconds,
    long passesAsked,
    long passesRun) {
  /**
   * Maps a point.
   *
   * @param point the point
   */
  public static SizesBenchmarkJson of(SizesBenchmark.Point point) {
    return new SizesBenchmarkJson(
        "sizes",
        Choices.label(point.axis()),
        point.chains(),
        point.steps(),
        point.blanks(),
        point.pieces(),
        point.seconds(),
        point.passesAsked(),
        point.passesRun());
  }
}
