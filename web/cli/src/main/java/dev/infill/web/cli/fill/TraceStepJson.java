package dev.infill.web.cli.fill;

import dev.infill.core.chain.Visit;
import dev.infill.core.kernel.StepInfo;
import dev.infill.core.sample.ChainsStep;
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
 * @param acceptanceProbability see {@link StepInfo}
 * @param changedCoordinates in how many blanks the filling differs from the one before
 * @param modelPasses see {@link StepInfo}
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
    return IntStream.range(0, step.visits().size())
        .mapToObj(chain -> of(text, step, chain))
        .toList();
  }

  private static TraceStepJson of(int text, ChainsStep step, int chain) {
    Visit made = step.visits().get(chain);
    StepInfo info = made.info();
    return new TraceStepJson(
        text,
        step.step(),
        chain + 1,
        step.isKept(),
        made.energy(),
        info.accepted(),
        info.acceptanceProbability(),
        info.changedCoordinates(),
        info.modelPasses(),
        step.stepSize(),
        step.text().tokens(made.state()));
  }
}
