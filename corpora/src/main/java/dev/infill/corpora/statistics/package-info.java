/** Figures about corpora, gathered in one pass and in bounded memory. */
@org.jspecify.annotations.NullMarked
package dev.infill.corpora.statistics;
