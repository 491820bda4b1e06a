package dev.infill.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.infill.bert.BertModel;
import dev.infill.bert.BertModelOptions;
import dev.infill.bert.runtime.Precision;
import dev.infill.bert.runtime.ProposalRequest;
import dev.infill.bert.weights.SyntheticCheckpoint;
import dev.infill.core.energy.DrawRequest;
import dev.infill.core.energy.DrawnProposals;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Proposals drawn in a model's graph beside {@link LangevinProposal} on the logits of the same
 * model: the same uniforms draw the same tokens, and log q and U agree.
 */
class InGraphProposalTest {
  private static final String TEXT = "the [MASK] sat on [MASK] [MASK].";
  private static final int DRAWS = 6;

  /** The numbers that leave the graph are of float32. */
  private static final double TOLERANCE = 1e-5;

  @TempDir Path folder = Path.of("");

  private BertModel random(Precision precision) throws IOException {
    return BertModel.open(
        BertModelOptions.defaults()
            .withModel(new SyntheticCheckpoint(51).writeFolder(folder.resolve("model")).toString())
            .withCache(folder.resolve("cache"))
            .withPrecision(precision)
            .withDrawsInGraph(true)
            .withThreads(1));
  }

  @ParameterizedTest
  @CsvSource({"0.3, 0.5", "0.4, 0.9", "5, 1"})
  void drawsWhatLangevinProposalDraws(double stepSize, double exponent) throws IOException {
    try (BertModel model = random(Precision.FLOAT32)) {
      TokenSet all = TokenSet.all(model.vocabulary().size());
      new Comparison(model, TEXT, List.of(all, all, all)).check(stepSize, exponent, 20);
    }
  }

  @ParameterizedTest
  @EnumSource(value = Precision.class, names = "TF32", mode = EnumSource.Mode.EXCLUDE)
  void drawsAllowedTokensOnly(Precision precision) throws IOException {
    try (BertModel model = random(precision)) {
      List<TokenSet> sets =
          List.of(TokenSet.of(8, 9, 13), TokenSet.of(6), TokenSet.of(0, 7, 8, 15, 19));
      new Comparison(model, TEXT, sets).check(0.7, 0.75, 20);
    }
  }

  @Test
  void drawsOfBertAreThoseOfLangevinProposal() {
    try (BertModel model = BertModel.open(BertModelOptions.defaults().withDrawsInGraph(true))) {
      TokenSet all = TokenSet.all(model.vocabulary().size());
      TokenSet words = TokenSet.of(IntStream.range(1996, 29_612).toArray());
      new Comparison(
              model,
              "he had not , after all , [MASK] me the chance but [MASK] abandoned me [MASK] .",
              List.of(words, all, words))
          .check(0.4, 0.9, 4);
    }
  }

  @Test
  void whatDoesNotFitIsRefused() {
    long[] two = new long[2];
    float[] allowed = new float[4];
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new ProposalRequest(two, new long[1], allowed, two, 1, 0.5, new double[2]))
        .withMessageContaining("2 current, 1 given tokens");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ProposalRequest(two, two, allowed, two, 1, 0.5, new double[3]))
        .withMessageContaining("3 uniforms");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ProposalRequest(two, two, allowed, two, 0, 0.5, new double[2]))
        .withMessageContaining("step size 0.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ProposalRequest(two, two, allowed, two, 1, 1.5, new double[2]))
        .withMessageContaining("exponent 1.5");
  }

  /** Gives numbers in order. */
  private record Numbers(PrimitiveIterator.OfDouble numbers) implements RandomGenerator {
    @Override
    public long nextLong() {
      throw new UnsupportedOperationException("a proposal is drawn by uniform numbers");
    }

    @Override
    public double nextDouble() {
      return numbers.nextDouble();
    }
  }

  /** One text under one model, both ways. */
  private static final class Comparison {
    private final TokenizedText text;
    private final List<TokenSet> sets;
    private final Energy energy;
    private final SplittableRandom random = new SplittableRandom(9);

    Comparison(BertModel model, String text, List<TokenSet> sets) {
      this.text = model.tokenize(BlankedText.parse(text));
      this.sets = sets;
      energy = model.energy(this.text, sets);
    }

    void check(double stepSize, double exponent, int count) {
      LangevinProposal proposal =
          LangevinProposal.of(
              energy.domains(), GradientKind.OWN_TERM, BalancingFunction.power(exponent), stepSize);
      List<State> states = Stream.generate(this::state).limit(count).toList();
      List<State> others = Stream.generate(this::state).limit(count).toList();
      List<Evaluation> evaluations = energy.evaluate(states, GradientKind.OWN_TERM);
      List<DrawRequest> requests =
          IntStream.range(0, count)
              .mapToObj(s -> new DrawRequest(states.get(s), others.get(s), uniforms(s == 0)))
              .toList();
      List<DrawnProposals> drawn =
          energy.langevinDraws().orElseThrow().at(requests, stepSize, exponent);
      assertThat(drawn).hasSize(count);
      int moved = 0;
      for (int s = 0; s < count; s++) {
        State state = states.get(s);
        DrawnProposals answer = drawn.get(s);
        ProposalDistribution expected = proposal.at(state, evaluations.get(s));
        assertThat(answer.evaluation().energy())
            .isCloseTo(evaluations.get(s).energy(), within(TOLERANCE * 10));
        assertThat(answer.evaluation().logProbabilities())
            .containsExactly(evaluations.get(s).logProbabilities(), within(TOLERANCE * 10));
        assertThat(answer.logProbabilityOfGiven())
            .isCloseTo(
                expected.logProbability(new Move(state, others.get(s), List.of())),
                within(TOLERANCE * 10));
        assertThat(answer.draws()).hasSize(DRAWS);
        for (int k = 0; k < DRAWS; k++) {
          DrawnProposals.Draw draw = answer.draws().get(k);
          double[] numbers = requests.get(s).uniforms().get(k);
          Move move = expected.draw(new Numbers(Arrays.stream(numbers).iterator()));
          assertThat(draw.state()).isEqualTo(move.to());
          assertThat(draw.logProbability())
              .isCloseTo(expected.logProbability(move), within(TOLERANCE * 10));
          moved += move.to().equals(state) ? 0 : 1;
        }
      }
      assertThat(moved).as("draws that change something").isPositive();
    }

    private State state() {
      return State.of(sets.stream().mapToInt(set -> random.nextInt(set.size())).toArray());
    }

    /** The first numbers of all are the smallest and the largest that there are. */
    private List<double[]> uniforms(boolean first) {
      List<double[]> uniforms =
          Stream.generate(() -> random.doubles(text.blankCount()).toArray()).limit(DRAWS).toList();
      if (first) {
        uniforms.get(0)[0] = 0;
        uniforms.get(1)[0] = Math.nextDown(1.0);
      }
      return uniforms;
    }
  }
}
