/** {@code infill corpus}: public corpora, sentences, splits, masking tasks. */
@org.jspecify.annotations.NullMarked
package dev.infill.web.cli.corpus;
