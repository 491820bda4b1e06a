package dev.infill.core.lab;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.Categorical;
import dev.infill.core.energy.Conditional;
import dev.infill.core.energy.Context;
import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.Relaxation;
import dev.infill.core.energy.RelaxedState;
import dev.infill.core.energy.State;
import dev.infill.core.text.Blank;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.ModelDescription;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.Vocabulary;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * A model of one rule: whatever stands around a blank, the token with id k has a probability in
 * proportion to its rank in {@link #TOKENS}. Words are what white space separates.
 */
public class FakeModel implements MaskedLanguageModel {
  /** The vocabulary. */
  public static final List<String> TOKENS =
      List.of(
          "[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "the", "old", "man", "ran", ",", "##s",
          "zürich");

  /** The most pieces of a text. */
  public static final int MAX_PIECES = 16;

  private final Runnable beforeEvaluation;
  private final int maxPieces;
  private final IntConsumer beforePass;
  private final Runnable beforeText;
  private final boolean readsMasked;
  private boolean closed;

  /**
   * Creates the model.
   *
   * @param beforeEvaluation run before every evaluation of energies
   */
  public FakeModel(Runnable beforeEvaluation) {
    this(beforeEvaluation, MAX_PIECES, false);
  }

  /**
   * Creates a model of longer or shorter texts.
   *
   * @param beforeEvaluation as above
   * @param maxPieces the most pieces of a text
   * @param readsMasked whether it answers term by term, also of states with masks
   */
  protected FakeModel(Runnable beforeEvaluation, int maxPieces, boolean readsMasked) {
    this(beforeEvaluation, maxPieces, sequences -> {}, () -> {}, readsMasked);
  }

  private FakeModel(
      Runnable beforeEvaluation,
      int maxPieces,
      IntConsumer beforePass,
      Runnable beforeText,
      boolean readsMasked) {
    this.beforeEvaluation = beforeEvaluation;
    this.maxPieces = maxPieces;
    this.beforePass = beforePass;
    this.beforeText = beforeText;
    this.readsMasked = readsMasked;
  }

  /**
   * Returns a model whose tokenizer is watched.
   *
   * @param beforeText run before every text that is cut into pieces
   */
  public static FakeModel watchingTexts(Runnable beforeText) {
    return new FakeModel(() -> {}, MAX_PIECES, sequences -> {}, beforeText, true);
  }

  /**
   * Returns a model that answers term by term, also of states with masks, so that contexts are
   * remembered and fillings can be looked for.
   *
   * @param beforeEvaluation run before every batch that it answers
   */
  public static FakeModel readingMasks(Runnable beforeEvaluation) {
    return new FakeModel(beforeEvaluation, MAX_PIECES, sequences -> {}, () -> {}, true);
  }

  /** Creates a model that does nothing else. */
  public FakeModel() {
    this(() -> {});
  }

  public boolean isClosed() {
    return closed;
  }

  public static double logProbability(int id) {
    return Math.log((id + 1) / (TOKENS.size() * (TOKENS.size() + 1) / 2.0));
  }

  @Override
  public ModelDescription description() {
    return new ModelDescription(
        "fake", "f".repeat(64), "cpu", "float32", Map.of("fake-runtime", "1.0"));
  }

  @Override
  public Vocabulary vocabulary() {
    return new Vocabulary(TOKENS);
  }

  @Override
  public int maxPieces() {
    return maxPieces;
  }

  @Override
  public TokenizedText tokenize(BlankedText text) {
    beforeText.run();
    int blanksListed = text.blanks().size();
    String masked = text.fill(Collections.nCopies(blanksListed, BlankedText.MASK)).text();
    if (masked.split("\\[MASK]", -1).length - 1 != blanksListed) {
      throw new IllegalArgumentException(
          "a blank that is not listed, as BERT's tokenizer finds it");
    }
    List<Integer> pieces = new ArrayList<>(List.of(TOKENS.indexOf("[CLS]")));
    List<Integer> blanks = new ArrayList<>();
    int from = 0;
    for (Blank blank : text.blanks()) {
      addWords(text.text().substring(from, blank.start()), pieces);
      blanks.add(pieces.size());
      pieces.add(TOKENS.indexOf("[MASK]"));
      from = blank.end();
    }
    addWords(text.text().substring(from), pieces);
    pieces.add(TOKENS.indexOf("[SEP]"));
    if (pieces.size() > maxPieces()) {
      throw new InvalidInputException(
          "text", "the text has " + pieces.size() + " pieces; at most " + maxPieces() + " fit");
    }
    return new TokenizedText(
        pieces.stream().mapToInt(Integer::intValue).toArray(),
        blanks.stream().mapToInt(Integer::intValue).toArray());
  }

  private static void addWords(String text, List<Integer> pieces) {
    Arrays.stream(text.strip().split("\\s+", -1))
        .filter(word -> !word.isEmpty())
        .forEach(word -> pieces.add(Math.max(TOKENS.indexOf("[UNK]"), TOKENS.indexOf(word))));
  }

  @Override
  public Energy energy(TokenizedText text, List<TokenSet> candidates) {
    return new RankEnergy(candidates);
  }

  @Override
  public List<double[]> allMaskedLogProbabilities(TokenizedText text) {
    beforePass.accept(1);
    double[] all =
        IntStream.range(0, TOKENS.size()).mapToDouble(FakeModel::logProbability).toArray();
    return IntStream.range(0, text.blankCount()).mapToObj(blank -> all.clone()).toList();
  }

  @Override
  public Optional<List<FloatBuffer>> embeddings(int[] tokens) {
    return Optional.empty();
  }

  /** What is asked for at once is one pass. */
  @Override
  public FakeModel watched(IntConsumer before) {
    return new FakeModel(
        beforeEvaluation,
        maxPieces,
        sequences -> {
          before.accept(sequences);
          beforePass.accept(sequences);
        },
        beforeText,
        readsMasked);
  }

  @Override
  public void close() {
    closed = true;
  }

  private final class RankEnergy implements Energy {
    private final List<TokenSet> candidates;

    RankEnergy(List<TokenSet> candidates) {
      this.candidates = candidates;
    }

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
      beforePass.accept(states.size() * passesPerEvaluation());
      beforeEvaluation.run();
      return states.stream().map(state -> evaluate(state, gradient)).toList();
    }

    private Evaluation evaluate(State state, GradientKind gradient) {
      double[] terms =
          IntStream.range(0, candidates.size())
              .mapToDouble(i -> logProbability(candidates.get(i).id(state.get(i))))
              .toArray();
      double[][] gradients =
          gradient == GradientKind.NONE
              ? new double[0][]
              : candidates.stream().map(FakeModel::logProbabilities).toArray(double[][]::new);
      return new Evaluation(Arrays.stream(terms).sum(), terms, gradients);
    }

    @Override
    public boolean isSum() {
      return readsMasked;
    }

    @Override
    public List<Conditional> conditionals(List<Context> contexts) {
      beforePass.accept(contexts.size());
      if (readsMasked) {
        beforeEvaluation.run();
      }
      return contexts.stream()
          .map(context -> candidates.get(context.coordinate()))
          .map(tokens -> new Conditional(logProbabilities(tokens)))
          .toList();
    }

    @Override
    public boolean readsMasked() {
      return readsMasked;
    }

    @Override
    public Optional<Relaxation> relaxation() {
      return Optional.of(
          new Relaxation() {
            @Override
            public boolean supports(GradientKind gradient) {
              return gradient != GradientKind.NONE;
            }

            /** Terms that know no context are the gradient everywhere. */
            @Override
            public List<double[][]> gradients(List<RelaxedState> points, GradientKind gradient) {
              beforePass.accept(points.size() * passesPerGradient());
              return points.stream()
                  .map(
                      point ->
                          candidates.stream()
                              .map(FakeModel::logProbabilities)
                              .toArray(double[][]::new))
                  .toList();
            }

            @Override
            public int passesPerGradient() {
              return candidates.size();
            }
          });
    }

    @Override
    public int passesPerEvaluation() {
      return candidates.size();
    }
  }

  private static double[] logProbabilities(TokenSet tokens) {
    return IntStream.range(0, tokens.size())
        .mapToDouble(index -> logProbability(tokens.id(index)))
        .toArray();
  }
}
