/**
 * Running many chains: random streams, batches, burn-in, step-size adaptation, progress and
 * cancellation. May use {@code kernel}, {@code energy} and {@code diagnostics}.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.core.chain;
