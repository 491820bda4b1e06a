package dev.infill.evaluation.answers;

import java.util.List;
import java.util.stream.DoubleStream;

/**
 * How well {@code fill} answered, over texts.
 *
 * @param reliable in how many texts its probabilities were exact or reliable
 * @param certain in how many texts its list was certain
 * @param toCertain model passes until the list was certain; infinite where it never was
 * @param toEnd model passes of the whole answer
 */
public record FillSummary(int reliable, int certain, Passes toCertain, Passes toEnd) {
  /**
   * How many model passes texts took.
   *
   * @param median what half of the texts took at most
   * @param most what 90 % of the texts took at most
   */
  public record Passes(double median, double most) {
    static Passes of(DoubleStream ofTexts) {
      double[] sorted = ofTexts.sorted().toArray();
      return new Passes(quantile(sorted, 0.5), quantile(sorted, 0.9));
    }

    /** Returns the smallest number that so large a share of all does not exceed. */
    private static double quantile(double[] sorted, double share) {
      return sorted[(int) Math.ceil(share * sorted.length) - 1];
    }
  }

  /**
   * Sums up runs.
   *
   * @param runs at least one, all of {@code fill}
   */
  static FillSummary of(List<AnswerRun> runs) {
    List<FillQuality> qualities = runs.stream().map(run -> run.fill().orElseThrow()).toList();
    return new FillSummary(
        (int) qualities.stream().filter(FillQuality::reliable).count(),
        (int) qualities.stream().filter(quality -> quality.certainAfter().isPresent()).count(),
        Passes.of(
            qualities.stream()
                .mapToDouble(
                    quality ->
                        quality.certainAfter().isPresent()
                            ? quality.certainAfter().getAsLong()
                            : Double.POSITIVE_INFINITY)),
        Passes.of(runs.stream().mapToDouble(AnswerRun::modelPasses)));
  }
}
