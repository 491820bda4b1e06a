package dev.infill.bert.graph.network;

import dev.infill.bert.graph.ir.Attribute;
import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.PlainOperator;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.op.GraphBuilder;
import java.util.List;

/**
 * The nodes that turn logits into draws of the discrete Langevin proposal (Zhang, Liu &amp; Liu
 * 2022, eq. 2) for one blank of one-hot vectors, g(t) = t^β and the own term:
 *
 * <p>q(v) ∝ exp(β (logit(v) − logit(current)) − 1[v ≠ current] / α) over the allowed v.
 *
 * <p>All in float64, so that cumulative sums over a vocabulary are good to the last digit of the
 * uniforms. A draw is the first token whose cumulative weight exceeds u · total. It is found in two
 * steps, first among blocks of about √V tokens, then within one: on a card, cumulative sums in ONNX
 * Runtime can take time in the square of their length.
 *
 * <p>R is the number of rows, each with a blank of its own, and K that of draws for each.
 */
final class ProposalNodes {
  /** A little less than 1: keeps what is looked for below the total that it is a share of. */
  private static final double BELOW_ONE = 1 - 1e-15;

  private final GraphBuilder graph;
  private final Dimension rows;
  private final Dimension draws;
  private final Dimension blocks;
  private final Dimension blockSize;
  private final long padding;
  private final Value logWeights;
  private final Value weights;
  private final Value largest;

  /**
   * Adds the weights.
   *
   * @param logits float [R, V]
   * @param current int64 [R, 1], the token that stands at the blank
   * @param logAllowed float [R, V], 0 for allowed tokens and −∞ for others
   * @param exponent float64 scalar β
   * @param stepSize float64 scalar α
   * @param draws K
   */
  ProposalNodes(
      GraphBuilder graph,
      Value logits,
      Value current,
      Value logAllowed,
      Value exponent,
      Value stepSize,
      Dimension draws) {
    this.graph = graph;
    this.draws = draws;
    rows = logits.shape().get(0);
    Dimension vocabulary = logits.shape().get(1);
    long size = (long) Math.ceil(Math.sqrt((double) vocabulary.factor()));
    long count = (vocabulary.factor() + size - 1) / size;
    blockSize = Dimension.of(size);
    blocks = Dimension.of(count);
    padding = size * count - vocabulary.factor();
    Value wide = graph.cast(logits, ElementType.DOUBLE);
    Value difference = graph.subtract(wide, graph.gatherElements(wide, current));
    Value penalty = node("Div", scalar(), number(1), stepSize);
    Value moved = graph.subtract(graph.multiply(difference, exponent), penalty);
    TensorType truths = new TensorType(ElementType.BOOL, logits.shape());
    Value stays = node("Equal", truths, graph.range(vocabulary), current);
    Value balanced = node("Where", wide.type(), stays, number(0), moved);
    logWeights = graph.add(balanced, graph.cast(logAllowed, ElementType.DOUBLE));
    largest = reduceMax(logWeights);
    weights = graph.exp(graph.subtract(logWeights, largest));
  }

  /**
   * Returns log q, float64 [R, n], of tokens.
   *
   * @param tokens int64 [R, n]
   */
  Value logProbabilities(Value tokens) {
    Value total = node("Log", largest.type(), graph.reduceSum(weights, -1));
    return graph.subtract(graph.gatherElements(logWeights, tokens), graph.add(largest, total));
  }

  /**
   * Returns drawn tokens, int64 [R, K].
   *
   * @param uniforms float64 [R, K], from 0 to below 1
   */
  Value tokens(Value uniforms) {
    Value padded = padded();
    Value inBlocks = graph.reshape(padded, rows, blocks, blockSize);
    Value sums = graph.reshape(graph.reduceSum(inBlocks, 2), rows, blocks);
    Value cumulative = cumulativeSum(sums, /* exclusive= */ false);
    Value total = reduceMax(cumulative);
    Value target = below(graph.multiply(uniforms, total), total);
    Value block =
        countAtMost(
            graph.reshape(cumulative, rows, Dimension.ONE, blocks),
            graph.reshape(target, rows, draws, Dimension.ONE));
    Value before = graph.gatherElements(cumulativeSum(sums, /* exclusive= */ true), block);
    Value within = cumulativeSum(chosen(inBlocks, block), /* exclusive= */ false);
    Value rest =
        below(
            node("Max", target.type(), graph.subtract(target, before), number(0)),
            graph.reshape(reduceMax(within), rows, draws));
    Value place = countAtMost(within, graph.reshape(rest, rows, draws, Dimension.ONE));
    return graph.add(graph.multiply(block, graph.integers(blockSize.factor())), place);
  }

  /** Fills the last block up with tokens of no weight. */
  private Value padded() {
    Dimension all = blocks.times(blockSize);
    TensorType type = new TensorType(ElementType.DOUBLE, Shape.of(rows, all));
    return padding == 0
        ? weights
        : node("Pad", type, weights, graph.integers(0, 0, 0, padding), number(0));
  }

  /** Returns the weights [R, K, size] of one block for each draw. */
  private Value chosen(Value inBlocks, Value block) {
    Value column = graph.reshape(block, rows, draws, Dimension.ONE);
    Shape shape = Shape.of(rows, draws, blockSize);
    Value spread =
        node(
            "Expand",
            new TensorType(ElementType.INT64, shape),
            column,
            graph.integers(1, 1, blockSize.factor()));
    return graph.gatherElements(inBlocks, spread);
  }

  /** Returns min(x, a little less than the bound). */
  private Value below(Value x, Value bound) {
    return node("Min", x.type(), x, graph.multiply(bound, number(BELOW_ONE)));
  }

  /** Returns how many elements of the last axis are at most a number: int64 [R, K]. */
  private Value countAtMost(Value elements, Value number) {
    Shape shape = elements.shape().broadcast(number.shape());
    Value atMost = node("LessOrEqual", new TensorType(ElementType.BOOL, shape), elements, number);
    Value count = graph.reduceSum(graph.cast(atMost, ElementType.FLOAT), -1);
    return graph.reshape(graph.cast(count, ElementType.INT64), rows, draws);
  }

  /** Sums up along the last axis. */
  private Value cumulativeSum(Value x, boolean exclusive) {
    PlainOperator operator =
        new PlainOperator("CumSum", x.type(), Attribute.integer("exclusive", exclusive ? 1 : 0));
    Value axis = graph.scalar(ElementType.INT64, x.shape().rank() - 1);
    return graph.apply(operator, x, axis).output();
  }

  private Value reduceMax(Value x) {
    Shape shape = x.shape().part(0, x.shape().rank() - 1).followedBy(Dimension.ONE);
    return node("ReduceMax", new TensorType(x.element(), shape), x, graph.integers(-1));
  }

  private Value node(String operator, TensorType type, Value... inputs) {
    return graph.apply(new PlainOperator(operator, List.of(), type), inputs).output();
  }

  private Value number(double value) {
    return graph.scalar(ElementType.DOUBLE, value);
  }

  private static TensorType scalar() {
    return new TensorType(ElementType.DOUBLE, Shape.SCALAR);
  }
}
