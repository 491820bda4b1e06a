/** Samples and parts of corpora, drawn by seed while sentences go by. */
@org.jspecify.annotations.NullMarked
package dev.infill.corpora.sampling;
