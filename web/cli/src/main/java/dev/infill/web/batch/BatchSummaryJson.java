package dev.infill.web.batch;

import java.util.List;
import java.util.SortedMap;

/**
 * The summary of the results of many texts. A figure that is undefined is null.
 *
 * @param job all that decides the results
 * @param parts how many files they are in
 * @param texts how many texts there are
 * @param filled how many of them were filled
 * @param failed how many could not be
 * @param candidates how many fillings there are of all texts
 * @param figures sums and means over the filled texts, {@link FillFiguresJson} or {@link
 *     SampleFiguresJson}
 * @param diversity how different the fillings of a text are
 * @param timing what the process took that has ended the job; no other member differs if the job is
 *     done again
 * @param versions the versions of Infill and its libraries
 */
public record BatchSummaryJson(
    BatchJobJson job,
    int parts,
    long texts,
    long filled,
    long failed,
    long candidates,
    Record figures,
    DiversityJson diversity,
    TimingJson timing,
    SortedMap<String, String> versions) {
  /**
   * Figures of fillings that were looked for.
   *
   * @param reliable how many texts have probabilities that can be relied on
   * @param certain how many have a list that is certain, all of it
   * @param meanBestTwoWay mean of M of a text's best filling, in nats
   * @param meanBestEnergy mean of U of the same, in nats
   * @param modelPasses how many sequences the model was run for, of all texts
   * @param draws how many draws were made, of all texts
   */
  public record FillFiguresJson(
      long reliable,
      long certain,
      double meanBestTwoWay,
      double meanBestEnergy,
      long modelPasses,
      long draws) {}

  /**
   * Figures of fillings that were sampled: means over the filled texts, and sums.
   *
   * @param reliable how many texts have probabilities that can be relied on
   * @param meanEnergy of the mean of U along a text's chains, in nats
   * @param meanBestEnergy of U of a text's best filling, in nats
   * @param acceptanceRate of the share of steps whose proposal was accepted
   * @param effectiveSampleSize of the effective sample size of U
   * @param distinctFillings of how many different fillings a text's chains have visited
   * @param modelPasses how many sequences the model was run for, of all texts
   * @param hits how many more it would have been, had nothing been remembered
   */
  public record SampleFiguresJson(
      long reliable,
      double meanEnergy,
      double meanBestEnergy,
      double acceptanceRate,
      double effectiveSampleSize,
      double distinctFillings,
      long modelPasses,
      long hits) {}

  /**
   * How different the fillings of a text are, over the texts that have two or more; percentages.
   *
   * @param texts how many texts these are
   * @param selfBleu of each filling against the others of its text, all counts pooled
   * @param unique by n, n-grams that are in no other filling of the text, over all
   * @param distinct by n, different n-grams of a text's fillings over all of them; mean over texts
   * @param signatures how each figure is defined, by its name, among the fillings of one text
   */
  public record DiversityJson(
      long texts,
      double selfBleu,
      List<Double> unique,
      List<Double> distinct,
      SortedMap<String, String> signatures) {}

  /**
   * The time that a process took.
   *
   * @param engine what has set workers to the parts
   * @param textsAtOnce how many texts a worker fills at the same time
   * @param texts how many texts the process has filled; others were done before
   * @param seconds from the first of them to the last
   * @param textsPerMinute how many a minute
   */
  public record TimingJson(
      String engine, int textsAtOnce, long texts, double seconds, double textsPerMinute) {
    /**
     * Returns the time that a process took.
     *
     * @param engine see above
     * @param textsAtOnce see above
     * @param texts see above
     * @param seconds see above
     */
    public static TimingJson of(String engine, int textsAtOnce, long texts, double seconds) {
      return new TimingJson(
          engine, textsAtOnce, texts, seconds, texts == 0 ? Double.NaN : 60 * texts / seconds);
    }
  }
}
