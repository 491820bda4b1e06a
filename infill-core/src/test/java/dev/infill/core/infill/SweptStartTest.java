package dev.infill.core.infill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.chain.Cancellation;
import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.State;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.sampler.Start;
import dev.infill.core.task.BlankConstraint;
import dev.infill.core.task.InfillSettings;
import dev.infill.core.task.PreparedText;
import dev.infill.core.task.Task;
import dev.infill.core.text.BlankedText;
import dev.infill.evaluation.lab.energy.StateSpace;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Where chains start after a sweep, against the distribution of it by enumeration. */
class SweptStartTest {
  private static final int DRAWS = 40_000;

  /** Of 23 degrees of freedom; what is right is refused once in 1,000 seeds. */
  private static final double CHI_SQUARE_OF_23 = 49.73;

  private final TinyLanguageModel model = new TinyLanguageModel();
  private final Task task = task(Start.SWEPT);
  private final Energy target = task.targets().get(0);
  private final StateSpace space = new StateSpace(target.domains());

  private Task task(Start start) {
    return new PreparedText(
            model, BlankedText.parse(InfillerPosteriorTest.TEXT), settings(start), 1)
        .task(model);
  }

  private static InfillSettings settings(Start start) {
    return new InfillSettings.Builder()
        .start(start)
        .chains(DRAWS)
        .constraints(
            Map.of(
                1,
                new BlankConstraint(InfillerPosteriorTest.ALLOWED.get(0), List.of()),
                2,
                new BlankConstraint(InfillerPosteriorTest.ALLOWED.get(1), List.of()),
                3,
                new BlankConstraint(InfillerPosteriorTest.ALLOWED.get(2), List.of())))
        .seed(3)
        .build();
  }

  private double[] drawn(Start start) {
    PartStarts starts = new PartStarts(task(start), settings(start), model, new Cancellation());
    SplittableRandom random = new SplittableRandom(21);
    double[] counts = new double[space.size()];
    starts
        .draw(Stream.generate(random::split).limit(DRAWS).toList())
        .forEach(state -> counts[space.indexOf(task.union().inPart(state))]++);
    assertThat(starts.passes()).isEqualTo(start == Start.SWEPT ? 1 + 3 * DRAWS : 1);
    return counts;
  }

  /** What is drawn from the masked text, as it is known, moved by one conditional after another. */
  private double[] swept(double[] masked) {
    double[] before = Arrays.stream(masked).map(count -> count / DRAWS).toArray();
    for (int i = 0; i < target.domains().size(); i++) {
      double[] after = new double[before.length];
      for (int number = 0; number < before.length; number++) {
        State state = space.state(number);
        CategoricalDistribution f = target.conditionals(List.of(state), new int[] {i}).get(0);
        for (int value = 0; value < f.size(); value++) {
          after[space.indexOf(state.with(i, value))] +=
              before[number] * Math.exp(f.logProbability(value));
        }
      }
      before = after;
    }
    return before;
  }

  private static double chiSquare(double[] counts, double[] expected) {
    return IntStream.range(0, counts.length)
        .mapToDouble(k -> Math.pow(counts[k] - DRAWS * expected[k], 2) / (DRAWS * expected[k]))
        .sum();
  }

  /**
   * The same streams draw the same masked fillings first, so that these are counted, not expected;
   * what remains is no less random than the statistic says.
   */
  @Test
  void statesAreAsLikelyAsAfterOneSweep() {
    double[] masked = drawn(Start.MASKED);
    double[] counts = drawn(Start.SWEPT);
    double[] expected = swept(masked);

    assertThat(Arrays.stream(expected).sum()).isCloseTo(1, within(1e-9));
    assertThat(chiSquare(counts, expected)).isLessThan(CHI_SQUARE_OF_23);
    // What is not swept is refused.
    assertThat(chiSquare(masked, expected)).isGreaterThan(10 * CHI_SQUARE_OF_23);
  }
}
