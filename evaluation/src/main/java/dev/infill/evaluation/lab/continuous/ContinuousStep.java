package dev.infill.evaluation.lab.continuous;

/**
 * One step of one chain on real vectors.
 *
 * @param next where the chain is afterwards
 * @param accepted whether the proposal was accepted
 * @param uniform u, the number that decided, in [0, 1]
 */
public record ContinuousStep(ContinuousState next, boolean accepted, double uniform) {}
