/**
 * Kernels that are made of kernels: one after another, as the temperature falls, or one for each
 * part of a space. May use {@code kernel}.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.core.kernel.composite;
