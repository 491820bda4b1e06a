/**
 * Things that all packages share: the error that a user can mend, words for failures of files,
 * names of files that outlive a loss of power, locks between processes, checksums, and the progress
 * of work on bytes.
 *
 * <p>The core holds samplers, chains, diagnostics and the text-level API, and uses no
 * machine-learning library. Data flows one way: {@code text} → {@code energy} → {@code kernel} →
 * {@code chain} → {@code diagnostics} → {@code infill}.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.core;
