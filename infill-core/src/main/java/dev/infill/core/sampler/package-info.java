/**
 * What can be chosen about sampling. May use {@code chain}, {@code kernel}, {@code energy} and
 * {@code text}.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.core.sampler;
