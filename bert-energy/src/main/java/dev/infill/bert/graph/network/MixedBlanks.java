package dev.infill.bert.graph.network;

import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.op.GraphBuilder;

/**
 * Blanks that hold no token but a mixture of tokens: rows Σ_k w_k E_{v_k} of the word embeddings,
 * which stand in the sequences of a state where these hold a fill. What a relaxed energy (cDLS)
 * shows the model.
 */
final class MixedBlanks {
  private final GraphBuilder scope;
  private final Dimension chains;
  private final Dimension perState;
  private final Dimension blanks;
  private final Dimension width;
  private final Value mask;

  /** The mixtures of word embeddings, [m, C·E]. */
  private final Value rows;

  /** The mixtures of the targets' rows, [m, C·their width]. */
  private final Value targetRows;

  /** Σ_k w_k of each mixture, [m, C]. */
  private final Value totals;

  /**
   * Adds the inputs.
   *
   * @param chains C
   * @param perState S
   * @param words the rows that the network reads
   * @param targets the rows that its features are multiplied by
   * @param mask [S, m], 1 where a sequence holds the blank's mixture
   */
  MixedBlanks(
      GraphBuilder graph,
      Dimension chains,
      Dimension perState,
      Dimension blanks,
      MatrixRows words,
      MatrixRows targets,
      Value mask) {
    this.scope = graph.scope("mixed");
    this.chains = chains;
    this.perState = perState;
    this.blanks = blanks;
    this.width = words.width();
    this.mask = mask;
    Dimension tokens = Dimension.named("K");
    Value ids = graph.input(BertGraph.MIXED_IDS, ElementType.INT64, chains, blanks, tokens);
    Value weights = graph.input(BertGraph.MIXED_WEIGHTS, ElementType.FLOAT, chains, blanks, tokens);
    rows = mixtures(ids, weights, words, scope.scope("words"));
    targetRows =
        targets.equals(words) ? rows : mixtures(ids, weights, targets, scope.scope("decoder"));
    Value sums = scope.reshape(scope.reduceSum(weights, 2), chains, blanks);
    totals = scope.transpose(sums, 1, 0);
  }

  /** Returns Σ_k w_k times the row of token k, [m, C·width]. */
  private Value mixtures(Value ids, Value weights, MatrixRows table, GraphBuilder rows) {
    Value mixtures = table.mixtures(scope, rows, ids, weights);
    return scope.reshape(scope.transpose(mixtures, 1, 0, 2), blanks, chains.times(table.width()));
  }

  /**
   * Returns word rows with the mixtures in them.
   *
   * @param words [T·C·S, E], of any tokens where mixtures go
   * @param length T
   * @param placement [T, m], 1 where a blank stands at a position, else 0
   */
  Value placedIn(Value words, Dimension length, Value placement) {
    Value held =
        scope.multiply(
            scope.reshape(placement, length, Dimension.ONE, blanks),
            scope.reshape(mask, Dimension.ONE, perState, blanks));
    Value free = scope.subtract(scope.scalar(ElementType.FLOAT, 1), scope.reduceSum(held, 2));
    Value kept =
        scope.multiply(
            scope.reshape(words, length, chains, perState, width),
            scope.reshape(free, length, Dimension.ONE, perState, Dimension.ONE));
    // One of the m factors is 1 at most, so that nothing is rounded.
    Value spread = scope.matMul(scope.reshape(held, length.times(perState), blanks), rows);
    Value mixed =
        scope.transpose(scope.reshape(spread, length, perState, chains, width), 0, 2, 1, 3);
    // The sum comes last, so that a gradient can be taken with respect to it.
    return scope.add(asRows(kept, length), asRows(mixed, length));
  }

  private Value asRows(Value words, Dimension length) {
    return scope.reshape(words, length.times(chains).times(perState), width);
  }

  /** Returns the input [S, m], 1 where a sequence holds a blank's mixture. */
  Value mask() {
    return mask;
  }

  /**
   * Returns the mixtures of the targets' rows for blanks, [C·S·P, their width].
   *
   * @param askedBlanks which blanks, [S, P]
   */
  Value targets(Value askedBlanks) {
    return atAsked(askedBlanks, targetRows, width);
  }

  /**
   * Returns the total weights of blanks, [C·S·P, 1].
   *
   * @param askedBlanks which blanks, [S, P]
   */
  Value targetTotals(Value askedBlanks) {
    return atAsked(askedBlanks, totals, Dimension.ONE);
  }

  private Value atAsked(Value askedBlanks, Value perBlank, Dimension width) {
    Dimension asked = askedBlanks.shape().get(1);
    Value flat = scope.reshape(askedBlanks, perState.times(asked));
    Value gathered = scope.reshape(scope.gather(perBlank, flat), perState, asked, chains, width);
    return scope.reshape(
        scope.transpose(gathered, 2, 0, 1, 3), chains.times(perState).times(asked), width);
  }
}
