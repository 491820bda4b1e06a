/**
 * The samplers, each a record that owns its parameters and makes its kernel, and the one table of
 * settings, {@link dev.infill.core.sampler.Settings}. May use {@code chain}, {@code kernel}, {@code
 * energy} and {@code text}.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.core.sampler;
