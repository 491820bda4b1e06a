package dev.infill.evaluation.bench;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.EnergyKind;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The time of one dense step: U and its gradient evaluated at one new state per chain, nothing
 * skipped, nothing remembered.
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
    Repetitions.atLeastOne("chains", chains);
    this.chains = chains;
    this.repetitions = new Repetitions(repetitions);
  }

  /**
   * Times dense steps, after one that is not counted.
   *
   * @param model the model whose energy is timed
   * @param text a text with blanks
   * @param gradient which gradient a step evaluates
   * @throws InvalidInputException if the text has no blank, or does not fit the model
   */
  public Result run(MaskedLanguageModel model, String text, GradientKind gradient) {
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
    SplittableRandom random = new SplittableRandom(SEED);
    Repetitions.Timing timing =
        repetitions.time(
            () -> {
              List<State> states = states(random, tokenized.blankCount(), tokens.size());
              return () -> energy.evaluate(states, gradient);
            });
    return new Result(
        gradient,
        chains,
        tokenized.blankCount(),
        tokenized.length(),
        repetitions.count(),
        timing.minimumSeconds(),
        timing.medianSeconds());
  }

  private List<State> states(SplittableRandom random, int blanks, int tokens) {
    return IntStream.range(0, chains)
        .mapToObj(chain -> State.of(random.ints(blanks, 0, tokens).toArray()))
        .toList();
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
   */
  public record Result(
      GradientKind gradient,
      int chains,
      int blanks,
      int pieces,
      int repetitions,
      double minimumSeconds,
      double medianSeconds) {}
}
