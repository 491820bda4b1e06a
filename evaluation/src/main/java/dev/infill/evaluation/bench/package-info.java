/**
 * Benchmarks that anyone can run again: what a dense step costs beside its matrix products alone,
 * what whole jobs cost beside dense ones and as they grow, how well a sampler mixes for what it
 * costs, and what the metrics cost. What is compared is timed in turn, in one run.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.evaluation.bench;
