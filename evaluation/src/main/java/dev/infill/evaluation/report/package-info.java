/** The report of the infilling experiment: its summary as Markdown, CSV, text and one HTML file. */
@org.jspecify.annotations.NullMarked
package dev.infill.evaluation.report;
