/**
 * The infilling experiment: which samplers are compared on which tasks, running them with
 * checkpoints, and what each of them drew. May use {@code corpora} and the core.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.evaluation.experiment;
