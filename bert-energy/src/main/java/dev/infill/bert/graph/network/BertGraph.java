package dev.infill.bert.graph.network;

import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.Float16Arithmetic;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.ir.WeightsFile;
import dev.infill.bert.graph.op.GraphBuilder;
import dev.infill.bert.graph.op.ReverseMode;
import dev.infill.bert.weights.BertConfiguration;
import java.util.Locale;
import java.util.Optional;

/**
 * The ONNX graphs that a masked language model's energies and their gradients are evaluated with.
 *
 * <p>N sequences of T pieces each enter at once. All have the same length: there is no padding and
 * no attention mask, and the rest of a batch does not change the results of a sequence. The token
 * type is 0 and the positions are 0 … T − 1, counted from the first one of the architecture.
 *
 * <p>The graphs use standard operators of ONNX's operator set 20 only, and refer to a {@link
 * WeightsFile} beside them, in which each weight is stored once. Where its matrices are in float16,
 * matrix products are computed in float16. Normalisations, softmax, the sums from layer to layer,
 * logits, log-normalisers and all outputs are in float32 all the same.
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

  /** Input of graphs with mixtures, int64 [C, m, K]: the tokens of each blank's mixture. */
  public static final String MIXED_IDS = "mixed_ids";

  /** Input of graphs with mixtures, float [C, m, K]: how much of each; 0 where there are fewer. */
  public static final String MIXED_WEIGHTS = "mixed_weights";

  /** Input of graphs with mixtures, float [T, m]: 1 where a blank stands at a position, else 0. */
  public static final String PLACEMENT = "placement";

  /** Input of graphs with mixtures, float [S, m]: 1 where a sequence holds the mixture, else 0. */
  public static final String CROSS_MASK = "cross_mask";

  /** Input of the gradient, int64 [S, P]: the blank at each position asked for. */
  public static final String ASKED_BLANKS = "asked_blanks";

  /** Input of the gradient, int64 [m]: where the blanks stand, in every sequence. */
  public static final String BLANK_POSITIONS = "blank_positions";

  /** Output of the gradient, float [C, m, V]: see {@link Kind#GRADIENT}. */
  public static final String CROSS_TERM = "cross_term";

  /** What a graph gives. */
  public enum Kind {
    /**
     * The conditionals: from {@value BertGraph#INPUT_IDS} and {@value BertGraph#POSITIONS} to
     * {@value BertGraph#LOGITS} and {@value BertGraph#LOG_NORMALIZER}.
     */
    CONDITIONALS,
    /**
     * The conditionals where blanks hold mixtures Σ_k w_k E_{v_k} of the word embeddings E.
     *
     * <p>N = C·S: the S sequences of each of C states stand one after the other. Where a sequence
     * holds a mixture, {@value BertGraph#INPUT_IDS} say no more than whether there is a mask token,
     * which some networks count.
     */
    RELAXED_CONDITIONALS,
    /**
     * {@link #RELAXED_CONDITIONALS} and the cross term of the energy's gradient. A blank of a
     * filling holds the mixture of one token.
     *
     * <p>The objective of a sequence is the sum over its positions of Σ_k w_k log f(v_k), for the
     * mixture of the blank that {@value BertGraph#ASKED_BLANKS} names. The {@value
     * BertGraph#CROSS_TERM} of state c at blank i for piece v is Σ_s cross_mask[s, i] · E_v · ∂
     * objective of sequence s / ∂ e_i, where e_i is the row that stands at blank i.
     */
    GRADIENT;

    /** Returns the graph's name. */
    public String title() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  private static final Dimension LENGTH = Dimension.named("T");
  private static final Dimension ASKED = Dimension.named("P");

  private BertGraph() {}

  /**
   * Returns a graph.
   *
   * @param kind which
   * @param configuration the sizes
   * @param weights where the parameters stand
   * @param arithmetic how numbers in float16 are computed with
   * @return a serialised ONNX model, to be saved in the folder of the weights
   * @throws IllegalArgumentException if a parameter is missing or its shape does not fit
   */
  public static byte[] of(
      Kind kind,
      BertConfiguration configuration,
      WeightsFile weights,
      Float16Arithmetic arithmetic) {
    Dimension sequences = kind == Kind.CONDITIONALS ? Dimension.named("N") : MixedBlanks.SEQUENCES;
    RowOrder order = new RowOrder(sequences, LENGTH);
    GraphBuilder graph = new GraphBuilder();
    Value inputIds = graph.input(INPUT_IDS, ElementType.INT64, sequences, LENGTH);
    Value positions = graph.input(POSITIONS, ElementType.INT64, sequences, ASKED);
    BertNetwork network = new BertNetwork(graph, configuration, weights, order);
    Value tokens = network.words().of(graph, order.inOrder(graph, inputIds));
    Optional<MixedBlanks> mixed =
        kind == Kind.CONDITIONALS
            ? Optional.empty()
            : Optional.of(new MixedBlanks(graph, network.words(), network.decoder()));
    Value words = mixed.map(blanks -> blanks.placedIn(tokens, LENGTH)).orElse(tokens);
    BertNetwork.Predictions predictions = network.predict(inputIds, words, positions);
    Value logits = predictions.logits();
    Value logNormalizer = graph.reduceLogSumExp(logits);
    graph.output(LOGITS, graph.reshape(logits, sequences, ASKED, network.vocabulary()));
    graph.output(LOG_NORMALIZER, graph.reshape(logNormalizer, sequences, ASKED));
    if (kind == Kind.GRADIENT) {
      MixedBlanks blanks = mixed.orElseThrow();
      Value objective = blanks.objective(predictions.features(), logNormalizer, ASKED);
      // Not scaled up on its way through float16: only what is below 6e-8 vanishes there, and
      // BERT-base's gradient came out no better when it was scaled.
      Value gradient = ReverseMode.gradient(graph, objective, words);
      graph.output(CROSS_TERM, blanks.crossTerm(gradient, order));
    }
    return graph.model(kind.title(), arithmetic).toByteArray();
  }
}
