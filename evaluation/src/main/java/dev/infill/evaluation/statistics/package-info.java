/**
 * Intervals for figures that are computed over tasks: the bootstrap. Uses nothing of the rest of
 * the project.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.evaluation.statistics;
