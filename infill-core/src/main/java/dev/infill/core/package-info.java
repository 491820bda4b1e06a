/**
 * What every package shares: the error a user can mend, words for what went wrong with a file,
 * names of files that outlive a loss of power, checksums, and the progress of work on bytes.
 *
 * <p>The core holds samplers, chains, diagnostics and the text-level API, and uses no
 * machine-learning library. Data flows one way: {@code text} → {@code energy} → {@code kernel} →
 * {@code chain} → {@code diagnostics} → {@code infill}.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.core;
