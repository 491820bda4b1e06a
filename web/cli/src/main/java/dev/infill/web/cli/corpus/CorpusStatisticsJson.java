package dev.infill.web.cli.corpus;

import dev.infill.corpora.statistics.CorpusStatistics;
import dev.infill.corpora.statistics.SentenceLengths;
import org.jspecify.annotations.Nullable;

/**
 * Figures about a corpus.
 *
 * @param file its file; null for all files together
 * @param reader how it was read; null for all files together
 * @param sentences how many sentences
 * @param words how many words
 * @param distinctWords how many different words
 * @param distinctWordsExact whether they were counted, or estimated
 * @param wordsPerSentence how long sentences are
 */
record CorpusStatisticsJson(
    @Nullable String file,
    @Nullable String reader,
    long sentences,
    long words,
    long distinctWords,
    boolean distinctWordsExact,
    WordsPerSentenceJson wordsPerSentence) {
  /**
   * The lengths of sentences: their mean and quantiles.
   *
   * @param mean the mean
   * @param min the shortest
   * @param p05 what 5 % of the sentences do not exceed
   * @param p25 what 25 % do not exceed
   * @param median what half do not exceed
   * @param p75 what 75 % do not exceed
   * @param p95 what 95 % do not exceed
   * @param max the longest
   */
  record WordsPerSentenceJson(
      double mean, int min, int p05, int p25, int median, int p75, int p95, int max) {
    static WordsPerSentenceJson of(SentenceLengths lengths) {
      return new WordsPerSentenceJson(
          lengths.mean(),
          lengths.quantile(0),
          lengths.quantile(0.05),
          lengths.quantile(0.25),
          lengths.quantile(0.5),
          lengths.quantile(0.75),
          lengths.quantile(0.95),
          lengths.quantile(1));
    }
  }

  static CorpusStatisticsJson of(
      @Nullable String file, @Nullable String reader, CorpusStatistics statistics) {
    return new CorpusStatisticsJson(
        file,
        reader,
        statistics.sentences(),
        statistics.words(),
        statistics.distinctWords().count(),
        statistics.distinctWords().exact(),
        WordsPerSentenceJson.of(statistics.lengths()));
  }

  static CorpusStatisticsJson ofAll(CorpusStatistics statistics) {
    return of(null, null, statistics);
  }
}
