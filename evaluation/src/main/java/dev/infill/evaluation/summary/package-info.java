/**
 * What an experiment comes to: every metric with its interval, paired differences, curves by step
 * and verdicts on the paper's claims. Knows nothing of how it is written.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.evaluation.summary;
