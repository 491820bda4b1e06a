/**
 * Small energies whose distribution can be enumerated: the references that samplers are proved
 * right against, and the test beds of the papers, with the samplers that need their formulas. They
 * use {@code dev.infill.core} alone, as its tests are compiled with them.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.evaluation.lab.energy;
