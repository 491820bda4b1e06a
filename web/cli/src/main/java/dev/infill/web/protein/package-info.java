/**
 * Proteins: sequences and their files, which positions are redesigned and with which residues,
 * models that read them, and what came of it: mutations, a logo, files. May use the core, corpora
 * and the charts of evaluation; knows no command line.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.web.protein;
