/** {@code infill corpus}: masking tasks drawn from corpora. */
@org.jspecify.annotations.NullMarked
package dev.infill.web.cli.corpus;
