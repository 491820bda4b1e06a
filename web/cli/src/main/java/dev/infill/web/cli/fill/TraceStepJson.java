package dev.infill.web.cli.fill;

import dev.infill.core.infill.ChainStep;
import dev.infill.core.infill.ChainsStep;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * What one chain did in one step: a line of a trace.
 *
 * @param text which text, from 1, in the order in which they are filled
 * @param step which step, from 1
 * @param chain which chain, from 1
 * @param kept whether the step is after burn-in
 * @param energy U after the step, in nats; null for samplers that do not evaluate it, and for −∞
 * @param accepted whether the proposal was accepted, a proposal to stay included
 * @param acceptanceProbability see {@link ChainStep}
 * @param changedCoordinates in how many blanks the filling differs from the one before
 * @param modelPasses see {@link ChainStep}
 * @param alpha the step size of this step; null for samplers without one
 * @param tokens the filling after the step, as the vocabulary spells it, in the order of the blanks
 */
record TraceStepJson(
    int text,
    int step,
    int chain,
    boolean kept,
    OptionalDouble energy,
    boolean accepted,
    double acceptanceProbability,
    int changedCoordinates,
    int modelPasses,
    OptionalDouble alpha,
    List<String> tokens) {
  /** Copies the list. */
  TraceStepJson {
    tokens = List.copyOf(tokens);
  }

  static List<TraceStepJson> of(int text, ChainsStep step) {
    return IntStream.range(0, step.chains().size())
        .mapToObj(chain -> of(text, step, chain))
        .toList();
  }

  private static TraceStepJson of(int text, ChainsStep step, int chain) {
    ChainStep made = step.chains().get(chain);
    return new TraceStepJson(
        text,
        step.step(),
        chain + 1,
        step.isKept(),
        made.energy(),
        made.accepted(),
        made.acceptanceProbability(),
        made.changedBlanks(),
        made.modelPasses(),
        step.stepSize(),
        made.tokens());
  }
}
