/**
 * Transition kernels and their proposals: DULA, DMALA, Gibbs-with-gradients and Gibbs samplers.
 *
 * <p>A kernel starts a chain and moves it by a step; it knows nothing of text, threads or progress.
 * May use {@code energy}.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.core.kernel;
