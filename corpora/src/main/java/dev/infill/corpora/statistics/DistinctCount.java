package dev.infill.corpora.statistics;

/**
 * How many different words there are.
 *
 * @param count the number, or its estimate
 * @param exact whether it was counted: up to {@value DistinctWords#LIMIT} are; of more, the
 *     estimate's standard error is about 0.1 %
 */
public record DistinctCount(long count, boolean exact) {}
