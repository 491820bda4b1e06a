/**
 * Convergence diagnostics of chains: effective sample size and split R-hat of a scalar trace. May
 * use nothing but the JDK.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.core.diagnostics;
