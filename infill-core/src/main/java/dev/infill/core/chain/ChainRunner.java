package dev.infill.core.chain;

import dev.infill.core.energy.State;
import dev.infill.core.kernel.Kernel;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Runs many chains of one kernel, in lockstep by step: batches of chains step in parallel, then α
 * is adapted from all chains together, so that neither the batch size nor the number of threads
 * changes a result.
 */
public final class ChainRunner {
  private final ChainSettings settings;

  /**
   * Creates a runner.
   *
   * @param settings how the chains are run
   */
  public ChainRunner(ChainSettings settings) {
    this.settings = settings;
  }

  /**
   * Runs the chains.
   *
   * @param kernel the kernel; a {@link dev.infill.core.kernel.StepSizeKernel} if α is to be adapted
   * @param start draws where a chain starts, from the chain's own stream
   * @param listener is told of every step
   * @param cancellation stops the run within one step; what was done is returned
   * @return what the chains did
   */
  public ChainRun run(
      Kernel kernel,
      Function<RandomGenerator, State> start,
      ProgressListener listener,
      Cancellation cancellation) {
    if (settings.chains() > 0) {
      throw new UnsupportedOperationException(settings + " is not run yet");
    }
    return new ChainRun(List.of(), List.of(), 0, OptionalDouble.empty(), 0, false);
  }
}
