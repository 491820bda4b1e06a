/**
 * Benchmarks that anyone can run again: what a dense step costs beside its matrix products alone,
 * what whole jobs and batches of texts cost beside dense ones and as they grow, how well a sampler
 * mixes for what it costs, what a process takes to start and keeps in memory, and what metrics and
 * the reading of corpora cost. What is compared is timed in turn, in one run.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.evaluation.bench;
