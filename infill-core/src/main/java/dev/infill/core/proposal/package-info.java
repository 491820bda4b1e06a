/**
 * The parts of proposals: balancing functions, the curvature that scales steps, and continuous
 * intermediates, which take the gradient between states. Knows no chains. May use {@code energy}.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.core.proposal;
