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
import dev.infill.core.energy.SparseVector;
import dev.infill.core.energy.State;
import dev.infill.core.text.Blank;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.ModelDescription;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.Vocabulary;
import dev.infill.core.text.WordEnds;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * A masked language model small enough to enumerate: the logit of token v at position p is a bias
 * plus W[v][x_q] / |p − q| summed over the other positions q, plus a bonus if v stands at p
 * already. W is random and not symmetric, so the conditionals are those of no joint distribution.
 * For trying samplers and what is built on them without weights; thread-safe.
 */
public final class TinyLanguageModel implements MaskedLanguageModel {
  /** The tokens by id. */
  public static final List<String> TOKENS =
      List.of(
          "[PAD]",
          "[UNK]",
          "[CLS]",
          "[SEP]",
          "[MASK]",
          "[unused1]",
          "the",
          "cat",
          "dog",
          "sat",
          "ran",
          "on",
          "mat",
          ".",
          "😀",
          "##s",
          "##ing");

  private static final int UNKNOWN = TOKENS.indexOf("[UNK]");
  private static final int MASK = TOKENS.indexOf("[MASK]");
  private static final double COPY_BONUS = 2;

  private final Vocabulary vocabulary;
  private final double[] bias;
  private final double[][] weights;
  private final int maxPieces;
  private final AtomicLong passes;
  private final IntConsumer beforePass;

  /** Creates the model with room for 16 pieces. */
  public TinyLanguageModel() {
    this(16);
  }

  /**
   * Creates the model.
   *
   * @param maxPieces the most pieces a text may have
   */
  public TinyLanguageModel(int maxPieces) {
    this.maxPieces = maxPieces;
    this.vocabulary = new Vocabulary(TOKENS);
    this.bias = new double[TOKENS.size()];
    this.weights = new double[TOKENS.size()][TOKENS.size()];
    this.passes = new AtomicLong();
    this.beforePass = sequences -> {};
    SplittableRandom random = new SplittableRandom(5);
    for (int v = 0; v < bias.length; v++) {
      bias[v] = random.nextDouble(-0.5, 0.5);
      for (int x = 0; x < bias.length; x++) {
        weights[v][x] = random.nextDouble(-1.5, 1.5);
      }
    }
  }

  private TinyLanguageModel(TinyLanguageModel model, IntConsumer beforePass) {
    this.maxPieces = model.maxPieces;
    this.vocabulary = model.vocabulary;
    this.bias = model.bias;
    this.weights = model.weights;
    this.passes = model.passes;
    this.beforePass = beforePass;
  }

  /** What a token does to the logits around it. */
  @Override
  public Optional<List<FloatBuffer>> embeddings(int[] tokens) {
    return Optional.of(
        IntStream.of(tokens)
            .mapToObj(
                token -> {
                  FloatBuffer vector = FloatBuffer.allocate(weights.length);
                  for (double[] of : weights) {
                    vector.put((float) of[token]);
                  }
                  return vector.flip();
                })
            .toList());
  }

  /** Each state's sequences are a pass of their own. */
  @Override
  public TinyLanguageModel watched(IntConsumer before) {
    return new TinyLanguageModel(
        this,
        sequences -> {
          before.accept(sequences);
          beforePass.accept(sequences);
        });
  }

  private void pass(int sequences) {
    beforePass.accept(sequences);
    passes.addAndGet(sequences);
  }

  /** Returns how many sequences went through the model so far. */
  public long passes() {
    return passes.get();
  }

  /**
   * Returns log f(· | pieces), in nats, at a position whose piece counts as it stands: {@code
   * [MASK]} or a token.
   *
   * @param pieces the sequence, as ids
   * @param position an index into it
   */
  public double[] logProbabilities(int[] pieces, int position) {
    double[] logits = logits(pieces, position);
    double logNormalizer = logNormalizer(logits);
    return Arrays.stream(logits).map(logit -> logit - logNormalizer).toArray();
  }

  private static double logNormalizer(double[] logits) {
    return Math.log(Arrays.stream(logits).map(Math::exp).sum());
  }

  /**
   * Returns the logits that {@link #logProbabilities} normalises.
   *
   * @param pieces the sequence, as ids
   * @param position an index into it
   */
  public double[] logits(int[] pieces, int position) {
    double[] logits = bias.clone();
    for (int v = 0; v < logits.length; v++) {
      for (int q = 0; q < pieces.length; q++) {
        logits[v] += influence(v, position, pieces[q], q);
      }
    }
    return logits;
  }

  private double influence(int token, int position, int other, int at) {
    return at == position
        ? (token == other ? COPY_BONUS : 0)
        : weights[token][other] / Math.abs(position - at);
  }

  @Override
  public ModelDescription description() {
    return new ModelDescription("tiny", "0".repeat(64), "cpu", "float32", Map.of());
  }

  @Override
  public Vocabulary vocabulary() {
    return vocabulary;
  }

  @Override
  public int maxPieces() {
    return maxPieces;
  }

  /** Lower-cases, splits at white space, and cuts unknown words at their longest known front. */
  @Override
  public TokenizedText tokenize(BlankedText text) {
    List<Integer> pieces = new ArrayList<>(List.of(TOKENS.indexOf("[CLS]")));
    List<Integer> blanks = new ArrayList<>();
    int from = 0;
    for (Blank blank : text.blanks()) {
      addWords(text.text().substring(from, blank.start()), pieces);
      blanks.add(pieces.size());
      pieces.add(MASK);
      from = blank.end();
    }
    addWords(text.text().substring(from), pieces);
    pieces.add(TOKENS.indexOf("[SEP]"));
    if (pieces.size() > maxPieces) {
      throw new InvalidInputException(
          "text", "the text has " + pieces.size() + " pieces; at most " + maxPieces + " fit");
    }
    return WordEnds.joined(
        vocabulary,
        text,
        new TokenizedText(
            pieces.stream().mapToInt(Integer::intValue).toArray(),
            blanks.stream().mapToInt(Integer::intValue).toArray()));
  }

  private static void addWords(String text, List<Integer> pieces) {
    for (String word : text.toLowerCase(Locale.ROOT).strip().split("\\s+", -1)) {
      if (!word.isEmpty()) {
        pieces.addAll(cut(word));
      }
    }
  }

  private static List<Integer> cut(String word) {
    List<Integer> pieces = new ArrayList<>();
    int from = 0;
    while (from < word.length()) {
      String prefix = from == 0 ? "" : "##";
      int end = word.length();
      while (end > from && !TOKENS.contains(prefix + word.substring(from, end))) {
        end--;
      }
      if (end == from) {
        return List.of(UNKNOWN);
      }
      pieces.add(TOKENS.indexOf(prefix + word.substring(from, end)));
      from = end;
    }
    return pieces;
  }

  @Override
  public Energy energy(TokenizedText text, List<TokenSet> candidates) {
    return new TinyEnergy(text, candidates);
  }

  @Override
  public List<double[]> allMaskedLogProbabilities(TokenizedText text) {
    pass(1);
    int[] pieces = text.pieces();
    for (int blank : text.blanks()) {
      pieces[blank] = MASK;
    }
    return IntStream.of(text.blanks())
        .mapToObj(position -> logProbabilities(pieces, position))
        .toList();
  }

  @Override
  public void close() {}

  private final class TinyEnergy implements Energy {
    private final TokenizedText text;
    private final List<TokenSet> candidates;

    TinyEnergy(TokenizedText text, List<TokenSet> candidates) {
      this.text = text;
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
      return states.stream().map(state -> evaluate(state, gradient)).toList();
    }

    private Evaluation evaluate(State state, GradientKind gradient) {
      pass(passesPerEvaluation());
      RelaxedState point = RelaxedState.of(domains(), state);
      List<double[]> logits = blanks().mapToObj(i -> logitsAt(point, i)).toList();
      double energy = 0;
      double[] own = new double[candidates.size()];
      for (int i = 0; i < own.length; i++) {
        int token = candidates.get(i).id(state.get(i));
        own[i] = logits.get(i)[token] - logNormalizer(logits.get(i));
        energy += own[i];
      }
      return new Evaluation(
          energy,
          own,
          gradient == GradientKind.NONE ? new double[0][] : gradient(point, logits, gradient));
    }

    private IntStream blanks() {
      return IntStream.range(0, candidates.size());
    }

    /** Returns the logits at a blank: linear in what stands at the other positions. */
    private double[] logitsAt(RelaxedState point, int i) {
      int position = text.blankPosition(i);
      int[] pieces = text.pieces();
      double[] logits = bias.clone();
      for (int v = 0; v < logits.length; v++) {
        int blank = 0;
        for (int q = 0; q < pieces.length; q++) {
          if (blank == candidates.size() || text.blankPosition(blank) != q) {
            logits[v] += influence(v, position, pieces[q], q);
          } else if (blank == i) {
            logits[v] += influence(v, position, MASK, q);
            blank++;
          } else {
            logits[v] += mixed(v, position, point.get(blank), candidates.get(blank), q);
            blank++;
          }
        }
      }
      return logits;
    }

    private double mixed(int token, int position, SparseVector mixture, TokenSet tokens, int at) {
      double sum = 0;
      for (int place = 0; place < mixture.support(); place++) {
        int other = tokens.id(mixture.index(place));
        sum += mixture.value(place) * influence(token, position, other, at);
      }
      return sum;
    }

    private double[][] gradient(RelaxedState point, List<double[]> logits, GradientKind gradient) {
      double[] logNormalizers =
          logits.stream().mapToDouble(TinyLanguageModel::logNormalizer).toArray();
      double[][] rows = new double[candidates.size()][];
      for (int i = 0; i < rows.length; i++) {
        rows[i] = new double[candidates.get(i).size()];
        for (int k = 0; k < rows[i].length; k++) {
          int token = candidates.get(i).id(k);
          rows[i][k] = logits.get(i)[token] - logNormalizers[i];
          if (gradient == GradientKind.EXACT) {
            rows[i][k] += cross(point, i, token, logits, logNormalizers);
          }
        }
      }
      return rows;
    }

    /** Returns what the other terms of U, through their contexts, say of a token at blank i. */
    private double cross(
        RelaxedState point, int i, int token, List<double[]> logits, double[] logNormalizers) {
      int at = text.blankPosition(i);
      double sum = 0;
      for (int j = 0; j < candidates.size(); j++) {
        if (j == i) {
          continue;
        }
        int position = text.blankPosition(j);
        double total = 0;
        for (int place = 0; place < point.get(j).support(); place++) {
          double weight = point.get(j).value(place);
          total += weight;
          int target = candidates.get(j).id(point.get(j).index(place));
          sum += weight * influence(target, position, token, at);
        }
        for (int v = 0; v < vocabulary.size(); v++) {
          double probability = Math.exp(logits.get(j)[v] - logNormalizers[j]);
          sum -= total * probability * influence(v, position, token, at);
        }
      }
      return sum;
    }

    @Override
    public Optional<Relaxation> relaxation() {
      return Optional.of(new TinyRelaxation());
    }

    /** A blank's mixture of tokens has the mixture of their influences. */
    private final class TinyRelaxation implements Relaxation {
      @Override
      public boolean supports(GradientKind gradient) {
        return gradient != GradientKind.NONE;
      }

      @Override
      public List<double[][]> gradients(List<RelaxedState> points, GradientKind gradient) {
        if (!supports(gradient)) {
          throw new UnsupportedOperationException("no gradient of the kind " + gradient);
        }
        return points.stream()
            .map(
                point -> {
                  pass(passesPerGradient());
                  return gradient(
                      point, blanks().mapToObj(i -> logitsAt(point, i)).toList(), gradient);
                })
            .toList();
      }

      @Override
      public int passesPerGradient() {
        return passesPerEvaluation();
      }
    }

    @Override
    public List<Conditional> conditionals(List<Context> contexts) {
      return contexts.stream()
          .map(context -> masked(context.state(), context.coordinate()))
          .toList();
    }

    @Override
    public boolean isSum() {
      return true;
    }

    private Conditional masked(State state, int i) {
      pass(1);
      int[] pieces = masked(filled(state), i);
      double[] logits = logits(pieces, text.blankPosition(i));
      double logNormalizer = logNormalizer(logits);
      return new Conditional(
          candidates.get(i).ids().mapToDouble(id -> logits[id] - logNormalizer).toArray());
    }

    @Override
    public boolean readsMasked() {
      return true;
    }

    private int[] filled(State state) {
      int[] pieces = text.pieces();
      for (int i = 0; i < candidates.size(); i++) {
        pieces[text.blankPosition(i)] =
            state.get(i) == MASKED ? MASK : candidates.get(i).id(state.get(i));
      }
      return pieces;
    }

    private int[] masked(int[] pieces, int i) {
      int[] masked = pieces.clone();
      masked[text.blankPosition(i)] = MASK;
      return masked;
    }

    @Override
    public int passesPerEvaluation() {
      return candidates.size();
    }
  }
}
