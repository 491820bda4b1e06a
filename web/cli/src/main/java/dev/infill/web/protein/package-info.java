/**
 * Proteins: sequences and their files, which positions are redesigned and with which residues, and
 * what came of it: mutations, and a logo. May use the core, corpora and the charts of evaluation;
 * knows no command line.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.web.protein;
