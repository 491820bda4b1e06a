/**
 * Metrics of the quality and the diversity of generated sentences: BLEU against references,
 * self-BLEU, unique and distinct n-grams, of any generator's output.
 *
 * <p>A sentence is a list of words; how text is cut into words, and whether it is lower-cased, is
 * the caller's choice, which {@link dev.infill.evaluation.metrics.Signatures} writes down. Scores
 * are percentages. Counts are kept per sentence, so that a bootstrap can draw sentences again
 * without counting again.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.evaluation.metrics;
