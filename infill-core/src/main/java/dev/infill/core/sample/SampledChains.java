package dev.infill.core.sample;

import dev.infill.core.chain.ChainRun;
import dev.infill.core.chain.RunEnd;
import dev.infill.core.energy.State;
import dev.infill.core.task.TextOfLengths;
import java.util.List;

/**
 * The chains of one text, step by step, for experiments; {@link SampleResult} holds the best
 * fillings only. It asks the model for U where the chains did not trace it. Not thread-safe.
 */
public final class SampledChains {
  private final ChainRun run;
  private final StateEnergies energies;
  private final TextOfLengths text;
  private final long passesBeforeSteps;
  private final double seconds;

  SampledChains(
      ChainRun run,
      StateEnergies energies,
      TextOfLengths text,
      long passesBeforeSteps,
      double seconds) {
    this.run = run;
    this.energies = energies;
    this.text = text;
    this.passesBeforeSteps = passesBeforeSteps;
    this.seconds = seconds;
  }

  /** Says whether the run was cancelled before its rule was met. */
  public boolean isInterrupted() {
    return run.cancelled();
  }

  /** Returns the wall-clock seconds of the chains, without those of {@link #at}. */
  public double seconds() {
    return seconds;
  }

  /** Returns how many steps every chain has made, burn-in included. */
  public int steps() {
    return run.visits().get(0).size();
  }

  /**
   * Returns the model passes that the chains have asked for together by a step, their starts
   * included. Passes that were spared count as well, so that samplers can be compared. Passes of
   * {@link #at} do not count.
   *
   * @param step 0 ≤ step ≤ {@link #steps()}
   */
  public long modelPasses(int step) {
    return passesBeforeSteps + run.upTo(step).stepPasses();
  }

  /**
   * Returns the fillings of all chains after a step. U is evaluated if they did not trace it, once
   * for every state.
   *
   * @param step after which step, 0 ≤ step ≤ {@link #steps()}; 0 is the start
   */
  public List<ChainSample> at(int step) {
    List<State> states = run.upTo(step).last();
    energies.evaluate(states.stream().filter(state -> !energies.isKnown(state)).toList());
    return states.stream()
        .map(
            state ->
                new ChainSample(
                    text.tokens(state), text.filled(state).text(), energies.energy(state)))
        .toList();
  }

  /**
   * Returns how the chains behaved up to a step. The distinct fillings are those of the chains'
   * states at that step, the passes those of {@link #modelPasses}, without hits, and the seconds
   * those of the whole run. There is no effective sample size for a sampler that does not trace U.
   *
   * @param step 1 ≤ step ≤ {@link #steps()}
   */
  public SampleDiagnostics diagnostics(int step) {
    ChainRun made = run.upTo(step);
    return SampleDiagnostics.of(
        made,
        RunEnd.STEPS,
        (int) made.last().stream().distinct().count(),
        made.energies(),
        modelPasses(step),
        0,
        seconds);
  }
}
