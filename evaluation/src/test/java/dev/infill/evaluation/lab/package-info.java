/** Tests of the experiments. */
@org.jspecify.annotations.NullMarked
package dev.infill.evaluation.lab;
