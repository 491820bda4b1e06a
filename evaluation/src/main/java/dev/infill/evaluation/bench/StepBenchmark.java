package dev.infill.evaluation.bench;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.text.EnergyKind;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The time of one dense step: U and its gradient evaluated at one new state per chain, nothing
 * skipped, nothing remembered; beside what its matrix products alone would take.
 */
public final class StepBenchmark {
  private static final long SEED = 1;

  private final int chains;
  private final Repetitions repetitions;

  /**
   * Creates the benchmark.
   *
   * @param chains how many states a step evaluates, at least 1
   * @param repetitions how many steps are timed, at least 1
   * @throws InvalidInputException if one is less
   */
  public StepBenchmark(int chains, int repetitions) {
    Repetitions.requireCount("chains", chains);
    this.chains = chains;
    this.repetitions = new Repetitions(repetitions);
  }

  /**
   * Times dense steps of every kind in turn, after one of each that is not counted.
   *
   * @param model the model whose energy is timed
   * @param text a text with blanks
   * @param gradients which gradients are evaluated: a result for each, in order
   * @param bert what the model is and what it runs on, if that is known: then the machine's matrix
   *     products are timed in the same turns
   * @throws InvalidInputException if the text has no blank, or does not fit the model
   */
  public List<Result> run(
      MaskedLanguageModel model,
      String text,
      List<GradientKind> gradients,
      Optional<RunningBert> bert) {
    TokenizedText tokenized = BenchmarkText.tokenize(model, text);
    DenseStep step = DenseStep.of(chains, tokenized);
    List<Supplier<Runnable>> steps = steps(model, tokenized, gradients);
    if (bert.isEmpty()) {
      return results(gradients, step, repetitions.timeInTurn(steps), gradient -> Optional.empty());
    }
    try (LayerProducts products = LayerProducts.open(bert.get(), step.rows())) {
      List<Supplier<Runnable>> timed = new ArrayList<>(steps);
      timed.addAll(products.timed());
      List<Repetitions.Timing> timings = repetitions.timeInTurn(timed);
      double speed =
          products.flopsPerSecond(
              products.ofOneProduct(timings.subList(steps.size(), timings.size())),
              Repetitions.Timing::medianSeconds);
      return results(
          gradients,
          step,
          timings,
          gradient ->
              Optional.of(new Products(step.flops(bert.get().configuration(), gradient), speed)));
    }
  }

  private List<Supplier<Runnable>> steps(
      MaskedLanguageModel model, TokenizedText text, List<GradientKind> gradients) {
    TokenSet tokens = TokenSet.all(model.vocabulary().size());
    Energy energy =
        model.energy(
            EnergyKind.PSEUDO_LOG_LIKELIHOOD, text, Collections.nCopies(text.blankCount(), tokens));
    gradients.forEach(gradient -> gradient.requiredOf(energy));
    SplittableRandom random = new SplittableRandom(SEED);
    return gradients.stream()
        .<Supplier<Runnable>>map(
            gradient ->
                () -> {
                  List<State> states = states(random, text.blankCount(), tokens.size());
                  // For the reason of LayerProducts.timed; nothing of it is remembered.
                  energy.evaluate(states.subList(0, 1), gradient);
                  return () -> energy.evaluate(states, gradient);
                })
        .toList();
  }

  private List<State> states(SplittableRandom random, int blanks, int tokens) {
    return IntStream.range(0, chains)
        .mapToObj(chain -> State.of(random.ints(blanks, 0, tokens).toArray()))
        .toList();
  }

  private List<Result> results(
      List<GradientKind> gradients,
      DenseStep step,
      List<Repetitions.Timing> timings,
      Function<GradientKind, Optional<Products>> products) {
    return IntStream.range(0, gradients.size())
        .mapToObj(
            k ->
                new Result(
                    gradients.get(k),
                    chains,
                    step.blanks(),
                    step.pieces(),
                    repetitions.count(),
                    timings.get(k).minimumSeconds(),
                    timings.get(k).medianSeconds(),
                    products.apply(gradients.get(k))))
        .toList();
  }

  /**
   * The matrix products of a dense step.
   *
   * @param flops how many additions and multiplications they take
   * @param flopsPerSecond the machine's speed at products of the model's shapes, measured in the
   *     same turns
   */
  public record Products(double flops, double flopsPerSecond) {
    /** Returns the seconds that they alone would take. */
    public double seconds() {
      return flops / flopsPerSecond;
    }
  }

  /**
   * The time of one dense step.
   *
   * @param gradient which gradient a step evaluated
   * @param chains how many states a step evaluated
   * @param blanks m
   * @param pieces T, the length of each sequence
   * @param repetitions how many steps were timed
   * @param minimumSeconds the fastest step
   * @param medianSeconds the median step
   * @param products its matrix products, if they are known
   */
  public record Result(
      GradientKind gradient,
      int chains,
      int blanks,
      int pieces,
      int repetitions,
      double minimumSeconds,
      double medianSeconds,
      Optional<Products> products) {
    /** Returns how many times the seconds of its matrix products the median step took. */
    public OptionalDouble timesItsProducts() {
      return products.isPresent()
          ? OptionalDouble.of(medianSeconds / products.get().seconds())
          : OptionalDouble.empty();
    }
  }
}
