package dev.infill.corpora.statistics;

/**
 * Figures about a corpus, or about several together.
 *
 * @param sentences how many sentences there are, at least 1
 * @param words how many words they have
 * @param distinctWords how many different words
 * @param lengths how many words sentences have
 */
public record CorpusStatistics(
    long sentences, long words, DistinctCount distinctWords, SentenceLengths lengths) {}
