/**
 * Particles and Markov chains on real vectors: discrete energies relaxed to densities, and the
 * reference ladder of Neal's non-reversible Langevin methods, from random-walk Metropolis to
 * Langevin with persistent momentum and non-reversible acceptance.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.evaluation.lab.continuous;
