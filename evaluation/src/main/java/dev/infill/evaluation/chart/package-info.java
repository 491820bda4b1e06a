/**
 * Drawings of figures as SVG documents that need nothing beside them. May use nothing but the JDK.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.evaluation.chart;
