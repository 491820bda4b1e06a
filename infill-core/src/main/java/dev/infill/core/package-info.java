/**
 * What every package of the core shares: the error a user can mend, words for what went wrong with
 * a file, and names of files that outlive a loss of power.
 *
 * <p>The core holds samplers, chains, diagnostics and the text-level API, and uses no
 * machine-learning library. Data flows one way: {@code text} → {@code energy} → {@code kernel} →
 * {@code chain} → {@code diagnostics} → {@code infill}.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.core;
