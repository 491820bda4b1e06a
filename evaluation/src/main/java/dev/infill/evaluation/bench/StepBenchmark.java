package dev.infill.evaluation.bench;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.EnergyKind;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * The time of one dense step: U and its gradient evaluated at one new state per chain, nothing
 * skipped, nothing remembered.
 */
public final class StepBenchmark {
  private final MaskedLanguageModel model;

  /**
   * Creates the benchmark.
   *
   * @param model the model whose energy is timed
   */
  public StepBenchmark(MaskedLanguageModel model) {
    this.model = model;
  }

  /**
   * Times dense steps, after one that is not counted.
   *
   * @param text a text with blanks
   * @param gradient which gradient a step evaluates
   * @param chains how many states a step evaluates, at least 1
   * @param repetitions how many steps are timed, at least 1
   */
  public Result run(String text, GradientKind gradient, int chains, int repetitions) {
    if (chains < 1 || repetitions < 1) {
      throw new InvalidInputException(
          "repetitions", "a benchmark needs at least 1 chain and 1 repetition");
    }
    TokenizedText tokenized = model.tokenize(BlankedText.parse(text));
    if (tokenized.blankCount() == 0) {
      throw new InvalidInputException("text", "the benchmark's text needs a blank: [MASK]");
    }
    TokenSet tokens = TokenSet.all(model.vocabulary().size());
    Energy energy =
        model.energy(
            EnergyKind.PSEUDO_LOG_LIKELIHOOD,
            tokenized,
            Collections.nCopies(tokenized.blankCount(), tokens));
    RandomGenerator random = RandomGenerator.of("L64X128MixRandom");
    List<Double> seconds = new ArrayList<>();
    for (int repetition = 0; repetition <= repetitions; repetition++) {
      List<State> states =
          IntStream.range(0, chains)
              .mapToObj(
                  chain ->
                      State.of(random.ints(tokenized.blankCount(), 0, tokens.size()).toArray()))
              .toList();
      long start = System.nanoTime();
      List<Evaluation> evaluations = energy.evaluate(states, gradient);
      double elapsed = (System.nanoTime() - start) / 1e9;
      if (evaluations.size() != chains) {
        throw new IllegalStateException(evaluations.size() + " evaluations of " + chains);
      }
      if (repetition > 0) {
        seconds.add(elapsed);
      }
    }
    double[] sorted = seconds.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return new Result(
        gradient,
        chains,
        tokenized.blankCount(),
        tokenized.length(),
        sorted[0],
        sorted[sorted.length / 2],
        Arrays.stream(sorted).sum() / sorted.length);
  }

  /**
   * The time of one dense step.
   *
   * @param gradient which gradient a step evaluated
   * @param chains how many states a step evaluated
   * @param blanks m
   * @param pieces T, the length of each sequence
   * @param minimumSeconds the fastest step
   * @param medianSeconds the median step
   * @param meanSeconds the mean step
   */
  public record Result(
      GradientKind gradient,
      int chains,
      int blanks,
      int pieces,
      double minimumSeconds,
      double medianSeconds,
      double meanSeconds) {}
}
