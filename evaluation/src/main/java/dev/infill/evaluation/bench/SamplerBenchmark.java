package dev.infill.evaluation.bench;

import dev.infill.core.chain.Cancellation;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.infill.ChainStep;
import dev.infill.core.infill.ChainsStep;
import dev.infill.core.infill.Infiller;
import dev.infill.core.infill.Infilling;
import dev.infill.core.text.MaskedLanguageModel;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * How well samplers mix on a text, by step size: effective sample size of U for what it costs in
 * model passes, and what they find.
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
   * Samples a text with every one of some samplers.
   *
   * @param text a text with blanks
   * @param compared the samplers, in order
   * @param progress is notified of every step
   * @param results is notified of each result as soon as it is there
   * @throws dev.infill.core.InvalidInputException if the text cannot be filled
   */
  public void run(
      String text,
      List<ComparedSampler> compared,
      ProgressListener progress,
      Consumer<Result> results) {
    for (ComparedSampler sampler : compared) {
      AtomicReference<ChainsStep> last = new AtomicReference<>();
      Infilling infilling =
          infiller.infill(text, sampler.settings(), progress, last::set, new Cancellation());
      results.accept(new Result(sampler, infilling, distinct(Objects.requireNonNull(last.get()))));
    }
  }

  private static int distinct(ChainsStep step) {
    return (int) step.chains().stream().map(ChainStep::tokens).distinct().count();
  }

  /**
   * One row of the comparison.
   *
   * @param sampler the sampler
   * @param infilling what was sampled, how, and how the chains behaved
   * @param distinctLast how many different fillings the chains ended at, at most as many as there
   *     are chains
   */
  public record Result(ComparedSampler sampler, Infilling infilling, int distinctLast) {
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
