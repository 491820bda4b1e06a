package dev.infill.bert.graph.network;

import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.Float16Arithmetic;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.ir.WeightsFile;
import dev.infill.bert.graph.op.Gemm;
import dev.infill.bert.graph.op.GraphBuilder;
import dev.infill.bert.graph.op.ReverseMode;
import dev.infill.bert.weights.BertConfiguration;
import java.util.Locale;
import java.util.Optional;

/**
 * The ONNX graphs that a masked language model's energies and their gradients are evaluated with.
 *
 * <p>N sequences of T pieces each enter at once. All have the same length: there is no padding and
 * no attention mask, so what is in the batch beside a sequence does not change its results. The
 * token type is 0 and the positions are 0 … T − 1, counted from the first one of the architecture.
 *
 * <p>The graphs use standard operators of ONNX's operator set 20 only, and refer to a {@link
 * WeightsFile} beside them, in which each weight is stored once. Where its matrices are in float16,
 * matrix products are computed in float16; normalisations, softmax, what is added up from layer to
 * layer, logits, log-normalisers and what leaves the graph are in float32 all the same.
 */
public final class BertGraph {
  /** Input, int64 [N, T]: the pieces of each sequence. */
  public static final String INPUT_IDS = "input_ids";

  /** Input, int64 [N, P]: the positions of each sequence whose conditionals are asked for. */
  public static final String POSITIONS = "positions";

  /** Output, float [N, P, V]: the logits at the positions asked for. */
  public static final String LOGITS = "logits";

  /**
   * Output, float [N, P]: ln Σ exp of the logits, so that log f = {@value #LOGITS} − {@value}, in
   * nats.
   */
  public static final String LOG_NORMALIZER = "log_normalizer";

  /** Input of the gradient, int64 [N, P]: the piece at each position that the objective scores. */
  public static final String TARGETS = "targets";

  /** Input of the gradient, int64 [m]: where the blanks stand, in every sequence. */
  public static final String BLANK_POSITIONS = "blank_positions";

  /**
   * Input of gradients and relaxed graphs, float [S, m]: the weight with which the objective of
   * each of a state's S sequences counts for each blank.
   */
  public static final String CROSS_MASK = "cross_mask";

  /** Output of the gradient, float [C, m, V]: see {@link Kind#GRADIENT}. */
  public static final String CROSS_TERM = "cross_term";

  /** Input of relaxed graphs, int64 [C, m, K]: the tokens that blanks hold a mixture of. */
  public static final String MIXED_IDS = "mixed_ids";

  /** Input of relaxed graphs, float [C, m, K]: how much of each token; 0 where there are fewer. */
  public static final String MIXED_WEIGHTS = "mixed_weights";

  /** Input of relaxed graphs, float [T, m]: 1 where a blank stands at a position, else 0. */
  public static final String PLACEMENT = "placement";

  /** Input of the relaxed gradient, int64 [S, P]: the blank at each position asked for. */
  public static final String ASKED_BLANKS = "asked_blanks";

  /** What a graph gives. */
  public enum Kind {
    /**
     * The conditionals: from {@value BertGraph#INPUT_IDS} and {@value BertGraph#POSITIONS} to
     * {@value BertGraph#LOGITS} and {@value BertGraph#LOG_NORMALIZER}.
     */
    CONDITIONALS,
    /**
     * The conditionals and the cross term of the energy's gradient, where N = C·S: the S sequences
     * of each of C states stand one after the other.
     *
     * <p>The objective of a sequence is the sum over its positions of the {@value
     * BertGraph#TARGETS}' log probabilities. The {@value BertGraph#CROSS_TERM} of state c at blank
     * i for piece v is Σ_s cross_mask[s, i] · E_v · ∂ objective of sequence s / ∂ e_i, where e_i is
     * the row of the word embeddings E that stands at blank i. S = m and P = 1, and the mask is 0
     * where s = i and 1 elsewhere.
     */
    GRADIENT,
    /**
     * The conditionals where blanks hold mixtures Σ_k w_k E_{v_k} of the word embeddings: {@link
     * #CONDITIONALS} with N = C·S sequences as in {@link #GRADIENT}, and {@value
     * BertGraph#MIXED_IDS}, {@value BertGraph#MIXED_WEIGHTS}, {@value BertGraph#PLACEMENT} and
     * {@value BertGraph#CROSS_MASK}, which is 1 where a sequence holds the mixture of a blank. What
     * {@value BertGraph#INPUT_IDS} say of such places does not count, if it is not the mask token:
     * some networks count those.
     */
    RELAXED_CONDITIONALS,
    /**
     * {@link #RELAXED_CONDITIONALS} and the cross term there. The objective of a sequence is the
     * sum over its positions of Σ_k w_k log f(v_k), or of the logits, of the mixture of the blank
     * that {@value BertGraph#ASKED_BLANKS} names; otherwise as {@link #GRADIENT}.
     */
    RELAXED_GRADIENT;

    /** Returns the graph's name. */
    public String title() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  private static final Dimension LENGTH = Dimension.named("T");
  private static final Dimension ASKED = Dimension.named("P");
  private static final Dimension BLANKS = Dimension.named("m");
  private static final Dimension CHAINS = Dimension.named("C");
  private static final Dimension SEQUENCES_OF_STATE = Dimension.named("S");

  private final GraphBuilder graph = new GraphBuilder();
  private final BertNetwork network;
  private final Dimension sequences;
  private final Dimension embedding;
  private final Dimension vocabulary;
  private final Value words;
  private final BertNetwork.Predictions predictions;
  private final Value logNormalizer;
  private final Optional<MixedBlanks> mixed;

  private BertGraph(
      BertConfiguration configuration, WeightsFile weights, Dimension sequences, boolean relaxed) {
    this.sequences = sequences;
    Value inputIds = graph.input(INPUT_IDS, ElementType.INT64, sequences, LENGTH);
    Value positions = graph.input(POSITIONS, ElementType.INT64, sequences, ASKED);
    network = new BertNetwork(graph, configuration, weights, sequences, LENGTH);
    embedding = network.words().matrix().width();
    vocabulary = network.vocabulary();
    mixed = relaxed ? Optional.of(mixedBlanks()) : Optional.empty();
    Value tokens = network.words().rows(inputIds);
    words = mixed.map(blanks -> placed(blanks, tokens)).orElse(tokens);
    predictions = network.predict(inputIds, words, positions);
    logNormalizer = graph.reduceLogSumExp(predictions.logits());
  }

  private MixedBlanks mixedBlanks() {
    return new MixedBlanks(
        graph,
        CHAINS,
        SEQUENCES_OF_STATE,
        BLANKS,
        network.words().matrix(),
        network.decoder(),
        crossMask());
  }

  private Value placed(MixedBlanks blanks, Value tokens) {
    return blanks.placedIn(
        tokens, LENGTH, graph.input(PLACEMENT, ElementType.FLOAT, LENGTH, BLANKS));
  }

  private Value crossMask() {
    return graph.input(CROSS_MASK, ElementType.FLOAT, SEQUENCES_OF_STATE, BLANKS);
  }

  private void outputLogits() {
    graph.output(LOGITS, graph.reshape(predictions.logits(), sequences, ASKED, vocabulary));
    graph.output(LOG_NORMALIZER, graph.reshape(logNormalizer, sequences, ASKED));
  }

  /**
   * Returns a graph.
   *
   * @param kind which
   * @param configuration the sizes
   * @param weights where the parameters stand
   * @param arithmetic how what is in float16 is computed
   * @return a serialised ONNX model, to be saved in the folder of the weights
   * @throws IllegalArgumentException if a parameter is missing or its shape does not fit
   */
  public static byte[] of(
      Kind kind,
      BertConfiguration configuration,
      WeightsFile weights,
      Float16Arithmetic arithmetic) {
    boolean inStates = kind != Kind.CONDITIONALS;
    boolean relaxed = kind == Kind.RELAXED_CONDITIONALS || kind == Kind.RELAXED_GRADIENT;
    Dimension sequences = inStates ? CHAINS.times(SEQUENCES_OF_STATE) : Dimension.named("N");
    BertGraph bert = new BertGraph(configuration, weights, sequences, relaxed);
    switch (kind) {
      case CONDITIONALS, RELAXED_CONDITIONALS -> bert.outputLogits();
      case GRADIENT, RELAXED_GRADIENT -> {
        bert.outputLogits();
        bert.addCrossTerm();
      }
    }
    return bert.graph.model(kind.title(), arithmetic).toByteArray();
  }

  private void addCrossTerm() {
    Value blanks = graph.input(BLANK_POSITIONS, ElementType.INT64, BLANKS);
    Value mask = mixed.map(MixedBlanks::mask).orElseGet(this::crossMask);
    // Not scaled up on its way through float16: what vanishes there, below 6e-8, is not seen in
    // Δ, whose absolute size is what counts, and BERT-base's came out no better when it was.
    Value rows = ReverseMode.gradient(graph, objective(), words);
    GraphBuilder cross = graph.scope("cross_term");
    Value atBlanks = network.words().rowsAt(rows, graph.reshape(blanks, BLANKS, Dimension.ONE));
    Value perState = cross.reshape(atBlanks, BLANKS, CHAINS, SEQUENCES_OF_STATE, embedding);
    Value weight =
        cross.reshape(
            cross.transpose(mask, 1, 0), BLANKS, Dimension.ONE, SEQUENCES_OF_STATE, Dimension.ONE);
    Value sum = cross.reduceSum(cross.multiply(perState, weight), 2);
    Value ordered = cross.transpose(cross.reshape(sum, BLANKS, CHAINS, embedding), 1, 0, 2);
    Value states = cross.reshape(ordered, CHAINS.times(BLANKS), embedding);
    Value matrix = network.words().matrix().matrix();
    Value products =
        cross.apply(new Gemm(true), cross.cast(states, matrix.element()), matrix).output();
    Value term = cross.cast(products, ElementType.FLOAT);
    graph.output(CROSS_TERM, cross.reshape(term, CHAINS, BLANKS, vocabulary));
  }

  /**
   * The bias of the decoder is left out of the targets' logits: it does not depend on the input.
   */
  private Value objective() {
    GraphBuilder scope = graph.scope("objective");
    return mixed
        .map(blanks -> mixedObjective(scope, blanks))
        .orElseGet(() -> objective(scope, targetRows(scope), logNormalizer));
  }

  private Value mixedObjective(GraphBuilder scope, MixedBlanks blanks) {
    Value asked = graph.input(ASKED_BLANKS, ElementType.INT64, SEQUENCES_OF_STATE, ASKED);
    return objective(
        scope, blanks.targets(asked), scope.multiply(logNormalizer, blanks.targetTotals(asked)));
  }

  private Value objective(GraphBuilder scope, Value targets, Value normalizers) {
    Value products = scope.multiply(predictions.features(), targets);
    return scope.reduceSum(scope.subtract(scope.reduceSum(products, 1), normalizers), 0);
  }

  private Value targetRows(GraphBuilder scope) {
    Value targets = graph.input(TARGETS, ElementType.INT64, sequences, ASKED);
    return network.decoder().of(scope, scope.reshape(targets, sequences.times(ASKED)));
  }
}
