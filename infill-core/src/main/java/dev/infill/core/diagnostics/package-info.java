/**
 * Diagnostics of chains: effective sample size, autocorrelation time and rank-normalised split
 * R-hat of a scalar trace, and estimates of probabilities under their target. May use nothing but
 * the JDK.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.core.diagnostics;
