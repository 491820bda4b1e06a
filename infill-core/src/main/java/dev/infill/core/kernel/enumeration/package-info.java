/**
 * Kernels that evaluate U at all states near a chain's, and draw one of them. May use {@code
 * kernel}.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.core.kernel.enumeration;
