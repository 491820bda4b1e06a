/** Tests of drawings. */
@org.jspecify.annotations.NullMarked
package dev.infill.evaluation.chart;
