/**
 * Many texts of a file, filled part by part: input, checkpoints, results and their summary, and how
 * engines run it. May use {@code dev.infill.web.api}, the core, the model, corpora and evaluation;
 * knows no command line and no cluster.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.web.batch;
