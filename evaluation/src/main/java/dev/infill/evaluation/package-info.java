/**
 * Metrics of diversity and quality, the infilling experiment and its report.
 *
 * <p>May use {@code dev.infill.core}, {@code dev.infill.bert} and {@code dev.infill.corpora};
 * nothing of the application.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.evaluation;
