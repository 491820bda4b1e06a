/**
 * Benchmarks that anyone can run again: what a dense step costs, and how well a sampler mixes for
 * what it costs.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.evaluation.bench;
