/**
 * Corpora and masking tasks: readers of text collections, sentences and the blanks put into them.
 *
 * <p>May use {@code dev.infill.core}; nothing of the model, the evaluation or the application.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.corpora;
