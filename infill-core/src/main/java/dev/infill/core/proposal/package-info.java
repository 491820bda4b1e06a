/**
 * What proposals see of U and how they weigh it: balancing functions, the curvature that scales
 * steps, and energies whose gradient is taken elsewhere than at a state. Knows no chains. May use
 * {@code energy}.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.core.proposal;
