/**
 * Markov chains on real vectors: the reference ladder of Neal's non-reversible Langevin methods,
 * from random-walk Metropolis to Langevin with persistent momentum and non-reversible acceptance.
 * Apart from the discrete kernels, with which they share the rule of acceptance. May use {@code
 * kernel}.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.core.continuous;
