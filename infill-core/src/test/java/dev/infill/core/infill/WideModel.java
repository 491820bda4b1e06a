package dev.infill.core.infill;

import dev.infill.core.energy.Categorical;
import dev.infill.core.energy.Conditional;
import dev.infill.core.energy.Context;
import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.ModelDescription;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.Vocabulary;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A model of many words, all about equally likely: chains go from filling to filling, and what they
 * keep weighs as much as it can.
 */
public final class WideModel implements MaskedLanguageModel {
  private static final int WORDS = 5_000;
  private static final List<String> SPECIAL = List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]");
  private static final Vocabulary VOCABULARY =
      new Vocabulary(
          Stream.concat(SPECIAL.stream(), IntStream.range(0, WORDS).mapToObj(k -> "w" + k))
              .toList());

  private final Runnable onAnswer;

  public WideModel() {
    this(() -> {});
  }

  /**
   * Creates a model that is watched.
   *
   * @param onAnswer run whenever an answer is made, before anybody has it
   */
  public WideModel(Runnable onAnswer) {
    this.onAnswer = onAnswer;
  }

  @Override
  public ModelDescription description() {
    return new ModelDescription("wide", "0".repeat(64), "cpu", "float64", Map.of());
  }

  @Override
  public Vocabulary vocabulary() {
    return VOCABULARY;
  }

  @Override
  public int maxPieces() {
    return 512;
  }

  /** Blanks alone are read: nothing depends on anything else. */
  @Override
  public TokenizedText tokenize(BlankedText text) {
    int blanks = text.blanks().size();
    int[] pieces = new int[blanks + 2];
    Arrays.fill(pieces, 4);
    pieces[0] = 2;
    pieces[blanks + 1] = 3;
    return new TokenizedText(pieces, IntStream.rangeClosed(1, blanks).toArray());
  }

  @Override
  public Energy energy(TokenizedText text, List<TokenSet> candidates) {
    return new WideEnergy(candidates, onAnswer);
  }

  @Override
  public List<double[]> allMaskedLogProbabilities(TokenizedText text) {
    double[] uniform = new double[VOCABULARY.size()];
    Arrays.fill(uniform, -Math.log(uniform.length));
    return Collections.nCopies(text.blankCount(), uniform).stream().map(double[]::clone).toList();
  }

  /** There is no pass to be told of. */
  @Override
  public Optional<List<FloatBuffer>> embeddings(int[] tokens) {
    return Optional.empty();
  }

  @Override
  public WideModel watched(IntConsumer beforePass) {
    return this;
  }

  @Override
  public void close() {}

  /** Every answer has arrays of its own, as that of a model has. */
  private record WideEnergy(List<TokenSet> candidates, Runnable onAnswer) implements Energy {
    @Override
    public List<Domain> domains() {
      return candidates.stream().<Domain>map(tokens -> new Categorical(tokens.size())).toList();
    }

    @Override
    public boolean supports(GradientKind gradient) {
      return true;
    }

    @Override
    public List<Evaluation> evaluate(List<State> states, GradientKind gradient) {
      return answer(
          states.stream()
              .map(
                  state ->
                      Evaluation.ofTerms(
                          state,
                          IntStream.range(0, state.size()).mapToObj(this::masked).toList(),
                          gradient))
              .toList());
    }

    private <T> T answer(T answer) {
      onAnswer.run();
      return answer;
    }

    @Override
    public boolean readsMasked() {
      return true;
    }

    private Conditional masked(int coordinate) {
      double[] terms = new double[candidates.get(coordinate).size()];
      Arrays.fill(terms, -Math.log(VOCABULARY.size()));
      return new Conditional(terms);
    }

    @Override
    public List<Conditional> conditionals(List<Context> contexts) {
      return answer(contexts.stream().map(context -> masked(context.coordinate())).toList());
    }

    @Override
    public boolean isSum() {
      return true;
    }

    @Override
    public int passesPerEvaluation() {
      return candidates.size();
    }
  }
}
