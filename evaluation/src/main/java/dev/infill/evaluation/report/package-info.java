/**
 * The report of the infilling experiment: what the runs come to, with intervals and verdicts, as
 * Markdown, CSV and one HTML file. May use {@code experiment}, {@code metrics}, {@code statistics},
 * {@code corpora} and the core.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.evaluation.report;
