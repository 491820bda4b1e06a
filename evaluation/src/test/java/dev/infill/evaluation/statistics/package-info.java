/** Tests of the bootstrap. */
@org.jspecify.annotations.NullMarked
package dev.infill.evaluation.statistics;
