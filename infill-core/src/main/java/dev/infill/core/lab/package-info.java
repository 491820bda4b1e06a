/**
 * Small energies, and a small language model, whose distribution can be enumerated: the references
 * that samplers are proved right against, and the test beds of the papers, with the samplers that
 * need their formulas. May use {@code energy}, {@code kernel}, {@code continuous} and {@code text}.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.core.lab;
