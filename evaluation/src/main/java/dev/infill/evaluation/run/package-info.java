/**
 * Runs that can be killed and go on: their folder, its manifest, and the lines of what was made.
 * May use {@code corpora} and the core.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.evaluation.run;
