package dev.infill.bert.graph.network;

import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.op.Gemm;
import dev.infill.bert.graph.op.GraphBuilder;

/**
 * Blanks that hold mixtures of tokens: rows Σ_k w_k E_{v_k} of the word embeddings, which stand in
 * the sequences of a state where these hold a fill. A mixture of one token is that token.
 *
 * <p>There are N = C·S sequences: the S sequences of each of C states stand one after the other.
 */
final class MixedBlanks {
  private static final Dimension STATES = Dimension.named("C");
  private static final Dimension PER_STATE = Dimension.named("S");
  private static final Dimension BLANKS = Dimension.named("m");

  /** N. */
  static final Dimension SEQUENCES = STATES.times(PER_STATE);

  private final GraphBuilder graph;
  private final GraphBuilder scope;
  private final TokenRows words;
  private final TokenRows decoder;
  private final Value ids;
  private final Value weights;
  private final Value mask;

  /** The mixtures of word embeddings, [m, C·E]. */
  private final Value rows;

  /**
   * Adds the inputs.
   *
   * @param words the rows that the network reads
   * @param decoder the rows that its features are multiplied by
   */
  MixedBlanks(GraphBuilder graph, TokenRows words, TokenRows decoder) {
    this.graph = graph;
    this.scope = graph.scope("mixed");
    this.words = words;
    this.decoder = decoder;
    Dimension tokens = Dimension.named("K");
    mask = graph.input(BertGraph.CROSS_MASK, ElementType.FLOAT, PER_STATE, BLANKS);
    ids = graph.input(BertGraph.MIXED_IDS, ElementType.INT64, STATES, BLANKS, tokens);
    weights = graph.input(BertGraph.MIXED_WEIGHTS, ElementType.FLOAT, STATES, BLANKS, tokens);
    rows = mixtures(words);
  }

  /** Returns Σ_k w_k times the row of token k, [m, C·width]. */
  private Value mixtures(TokenRows table) {
    Value mixtures = table.mixtures(scope, ids, weights);
    return scope.reshape(scope.transpose(mixtures, 1, 0, 2), BLANKS, STATES.times(table.width()));
  }

  /**
   * Returns word rows with the mixtures in them.
   *
   * @param tokens [T·C·S, E], of any tokens where mixtures go
   * @param length T
   */
  Value placedIn(Value tokens, Dimension length) {
    Value placement = graph.input(BertGraph.PLACEMENT, ElementType.FLOAT, length, BLANKS);
    Value held =
        scope.multiply(
            scope.reshape(placement, length, Dimension.ONE, BLANKS),
            scope.reshape(mask, Dimension.ONE, PER_STATE, BLANKS));
    Value free = scope.subtract(scope.scalar(ElementType.FLOAT, 1), scope.reduceSum(held, 2));
    Value kept =
        scope.multiply(
            scope.reshape(tokens, length, STATES, PER_STATE, words.width()),
            scope.reshape(free, length, Dimension.ONE, PER_STATE, Dimension.ONE));
    // At most one of the m factors is 1, and the others are 0: nothing is rounded.
    Value spread = scope.matMul(scope.reshape(held, length.times(PER_STATE), BLANKS), rows);
    Value mixed =
        scope.transpose(
            scope.reshape(spread, length, PER_STATE, STATES, words.width()), 0, 2, 1, 3);
    // The sum comes last, so that a gradient can be taken with respect to it.
    return scope.add(scope.reshape(kept, tokens.shape()), scope.reshape(mixed, tokens.shape()));
  }

  /**
   * Returns Σ_k w_k (f·D_{v_k} − ln Z) of the mixtures that positions are asked for, summed over
   * all of them, [1, 1]: U but for the bias of the decoder, which does not depend on the input.
   *
   * @param features f, [C·S·P, E]
   * @param logNormalizer ln Z, [C·S·P, 1]
   * @param asked P
   */
  Value objective(Value features, Value logNormalizer, Dimension asked) {
    Value blanks = graph.input(BertGraph.ASKED_BLANKS, ElementType.INT64, PER_STATE, asked);
    Value targets =
        atAsked(blanks, decoder.equals(words) ? rows : mixtures(decoder), decoder.width());
    Value sums = scope.reshape(scope.reduceSum(weights, 2), STATES, BLANKS);
    Value totals = atAsked(blanks, scope.transpose(sums, 1, 0), Dimension.ONE);
    Value scores = scope.reduceSum(scope.multiply(features, targets), 1);
    return scope.reduceSum(scope.subtract(scores, scope.multiply(logNormalizer, totals)), 0);
  }

  /** Returns what [m, C·width] has of the asked blanks [S, P], as [C·S·P, width]. */
  private Value atAsked(Value blanks, Value perBlank, Dimension width) {
    Dimension asked = blanks.shape().get(1);
    Value flat = scope.reshape(blanks, PER_STATE.times(asked));
    Value gathered = scope.reshape(scope.gather(perBlank, flat), PER_STATE, asked, STATES, width);
    return scope.reshape(scope.transpose(gathered, 2, 0, 1, 3), SEQUENCES.times(asked), width);
  }

  /**
   * Returns Σ_s mask[s, i] E_v · g_{s, i}, float [C, m, V].
   *
   * @param gradient g, [T·N, E]
   * @param order the order of its rows
   */
  Value crossTerm(Value gradient, RowOrder order) {
    GraphBuilder cross = graph.scope("cross_term");
    Value positions = graph.input(BertGraph.BLANK_POSITIONS, ElementType.INT64, BLANKS);
    Value atBlanks = order.at(cross, gradient, cross.reshape(positions, BLANKS, Dimension.ONE));
    Dimension width = words.width();
    Value perState = cross.reshape(atBlanks, BLANKS, STATES, PER_STATE, width);
    Value weight =
        cross.reshape(cross.transpose(mask, 1, 0), BLANKS, Dimension.ONE, PER_STATE, Dimension.ONE);
    Value sum = cross.reduceSum(cross.multiply(perState, weight), 2);
    Value states = cross.transpose(cross.reshape(sum, BLANKS, STATES, width), 1, 0, 2);
    Value flat = cross.reshape(states, STATES.times(BLANKS), width);
    Value matrix = words.matrix(cross);
    Value products =
        cross.apply(new Gemm(true), cross.cast(flat, matrix.element()), matrix).output();
    Value term = cross.cast(products, ElementType.FLOAT);
    return cross.reshape(term, STATES, BLANKS, matrix.shape().get(0));
  }
}
