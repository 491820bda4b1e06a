package dev.infill.core.kernel;

/**
 * One step of one chain.
 *
 * @param next where the chain is afterwards
 * @param info what happened
 */
public record Transition(ChainState next, StepInfo info) {}
