/**
 * The papers' baselines: samplers that evaluate U at all states near a chain's, cyclical step sizes
 * and replica exchange. They use {@code dev.infill.core} alone, as its tests are compiled with
 * them.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.evaluation.lab.kernel;
