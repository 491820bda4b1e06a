/**
 * Benchmarks that anyone can run again: what a dense step costs, and what a whole job costs beside
 * its dense form. Things that are compared are timed in turn, in one run.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.evaluation.bench;
