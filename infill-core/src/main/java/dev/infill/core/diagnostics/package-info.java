/**
 * Convergence diagnostics of chains: effective sample size, autocorrelation time and
 * rank-normalised split R-hat of a scalar trace. May use nothing but the JDK.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.core.diagnostics;
