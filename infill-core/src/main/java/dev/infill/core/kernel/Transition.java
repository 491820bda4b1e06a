package dev.infill.core.kernel;

/**
 * One step of one chain.
 *
 * @param next the chain afterwards
 * @param info the report of the step
 */
public record Transition(ChainState next, StepInfo info) {}
