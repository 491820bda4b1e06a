/**
 * Benchmarks that anyone can run again: what a dense step costs, how well a sampler mixes for what
 * it costs, and what the metrics cost.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.evaluation.bench;
