/** Tests of the report. */
@org.jspecify.annotations.NullMarked
package dev.infill.evaluation.report;
