package dev.infill.evaluation.bench;

import dev.infill.core.chain.Cancellation;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.infill.InfillSettings;
import dev.infill.core.infill.Infiller;
import dev.infill.core.infill.Infilling;
import dev.infill.core.kernel.BalancingFunction;
import dev.infill.core.text.MaskedLanguageModel;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/**
 * How well DMALA mixes on a text, by balancing function and step size: effective sample size of U
 * for what it costs in model passes.
 */
public final class SamplerBenchmark {
  private final Infiller infiller;

  /**
   * Creates the benchmark.
   *
   * @param model the model whose energy is sampled
   */
  public SamplerBenchmark(MaskedLanguageModel model) {
    this.infiller = new Infiller(model);
  }

  /**
   * Returns the settings that are compared: every balancing function with every step size, in that
   * order.
   *
   * @param balancings the balancing functions
   * @param stepSizes the values of α
   * @param settings everything else
   * @throws dev.infill.core.InvalidInputException if a step size is not positive and finite
   */
  public static List<InfillSettings> grid(
      List<BalancingFunction> balancings, List<Double> stepSizes, InfillSettings settings) {
    return balancings.stream()
        .flatMap(
            balancing ->
                stepSizes.stream()
                    .map(
                        stepSize ->
                            settings.toBuilder().balancing(balancing).stepSize(stepSize).build()))
        .toList();
  }

  /**
   * Samples a text with every one of some settings.
   *
   * @param text a text with blanks
   * @param compared the settings, in order
   * @param progress is told of every step
   * @param results is told of each result as soon as it is there
   * @throws dev.infill.core.InvalidInputException if the text cannot be filled
   */
  public void run(
      String text,
      List<InfillSettings> compared,
      ProgressListener progress,
      Consumer<Result> results) {
    for (InfillSettings settings : compared) {
      results.accept(new Result(infiller.infill(text, settings, progress, new Cancellation())));
    }
  }

  /**
   * One row of the comparison.
   *
   * @param infilling what was sampled, how, and how the chains behaved
   */
  public record Result(Infilling infilling) {
    /**
     * Returns the effective sample size of U per 100 model passes, burn-in paid for; empty where it
     * is undefined.
     */
    public OptionalDouble effectiveSampleSizePer100Passes() {
      OptionalDouble size = infilling.diagnostics().effectiveSampleSize();
      return size.isPresent()
          ? OptionalDouble.of(100 * size.getAsDouble() / infilling.diagnostics().modelPasses())
          : size;
    }
  }
}
