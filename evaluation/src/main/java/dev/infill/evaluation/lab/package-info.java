/**
 * The papers' experiments that need no language model: samplers on Ising models and other small
 * energies, whose exact answers are known. Each gives a table, a drawing and a summary.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.evaluation.lab;
