/**
 * Running many chains: random streams, parallel batches, burn-in, step-size adaptation, traces,
 * progress and cancellation. May use {@code kernel} and {@code energy}.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.core.chain;
