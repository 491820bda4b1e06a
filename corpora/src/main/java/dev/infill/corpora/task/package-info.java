/**
 * Masking tasks: sentences some of whose words are blanks, drawn from corpora by seed, written and
 * read as JSON lines. May use {@code corpora} and the core's {@code text}.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.corpora.task;
