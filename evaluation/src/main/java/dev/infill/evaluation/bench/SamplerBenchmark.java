package dev.infill.evaluation.bench;

import dev.infill.core.infill.Diagnostics;
import dev.infill.core.infill.InfillSettings;
import dev.infill.core.infill.Infiller;
import dev.infill.core.kernel.BalancingFunction;
import dev.infill.core.text.MaskedLanguageModel;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/**
 * How well DMALA mixes on given texts, by balancing function and step size: effective sample size
 * of U for what it costs in model passes.
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
   * Samples every text with every balancing function and step size.
   *
   * @param texts texts with blanks
   * @param balancings the balancing functions
   * @param stepSizes the values of α
   * @param settings everything else
   * @param listener is told of each result as it is there
   * @return one result per text, balancing function and step size, in that order
   */
  public List<Result> run(
      List<String> texts,
      List<BalancingFunction> balancings,
      List<Double> stepSizes,
      InfillSettings settings,
      Consumer<Result> listener) {
    List<Result> results = new ArrayList<>();
    for (String text : texts) {
      for (BalancingFunction balancing : balancings) {
        for (double stepSize : stepSizes) {
          InfillSettings point =
              settings.toBuilder().balancing(balancing).stepSize(stepSize).build();
          Result result =
              new Result(text, balancing, stepSize, infiller.infill(text, point).diagnostics());
          listener.accept(result);
          results.add(result);
        }
      }
    }
    return results;
  }

  /**
   * One point of the comparison.
   *
   * @param text the text
   * @param balancing g
   * @param stepSize α
   * @param diagnostics how the chains behaved
   */
  public record Result(
      String text, BalancingFunction balancing, double stepSize, Diagnostics diagnostics) {
    /**
     * Returns the effective sample size of U per 100 model passes, burn-in paid for; empty where it
     * is undefined.
     */
    public OptionalDouble effectiveSampleSizePer100Passes() {
      OptionalDouble size = diagnostics.effectiveSampleSize();
      return size.isPresent()
          ? OptionalDouble.of(100 * size.getAsDouble() / diagnostics.modelPasses())
          : size;
    }
  }
}
