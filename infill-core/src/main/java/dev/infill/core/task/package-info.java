/**
 * What settings make of a text before any model pass: it is parsed, tokenized and checked, the
 * tokens of its blanks are chosen, and its energy, kernel and chains' runner are made ready. May
 * use {@code text}, {@code energy}, {@code kernel}, {@code chain} and {@code sampler}.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.core.task;
