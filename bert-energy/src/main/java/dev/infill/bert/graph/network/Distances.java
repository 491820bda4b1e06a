package dev.infill.bert.graph.network;

import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.PlainOperator;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.op.GraphBuilder;
import dev.infill.bert.weights.LayerForm.Rotation;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The terms that distances between pieces add to the scores of attention: a number for each head
 * and distance (MPNet), or, beyond a reach, a number so low that nothing is attended to
 * (ModernBERT). They are computed when the graph runs, for its length T.
 */
final class Distances {
  /** Lowers a score until its share of attention is 0, and is finite. */
  private static final double BEYOND = -1e30;

  private final GraphBuilder graph;
  private final Value positions;
  private final Dimension length;
  private final Map<Integer, Value> masks = new HashMap<>();
  private @Nullable Value bias;

  /**
   * Names positions.
   *
   * @param positions the positions of the pieces that attend, int64 [Q, N], or [Q, 1] if they are
   *     the same for all sequences
   * @param length T; they attend to the positions 0 … T − 1
   */
  Distances(GraphBuilder graph, Value positions, Dimension length) {
    this.graph = graph;
    this.positions = positions;
    this.length = length;
  }

  /**
   * Takes pieces that are too far away out of attention.
   *
   * @param reach how many positions away attention reaches on each side
   * @param scores float [N·heads, Q, T]
   * @param heads [N, heads]
   */
  Value within(int reach, Value scores, Shape heads) {
    return reach == Rotation.EVERYWHERE
        ? scores
        : added(masks.computeIfAbsent(reach, this::mask), scores, heads);
  }

  /**
   * Adds the number of each head and distance.
   *
   * @param table [2 P − 1, heads], as {@link dev.infill.bert.weights.Parameters#RELATIVE_BIAS}
   * @param scores float [N·heads, Q, T]
   * @param heads [N, heads]
   */
  Value biased(Value table, Value scores, Shape heads) {
    if (bias == null) {
      bias = bias(table);
    }
    return added(bias, scores, heads);
  }

  private Value added(Value term, Value scores, Shape heads) {
    Shape four = heads.followedBy(positions.shape().get(0), length);
    return graph.reshape(graph.add(graph.reshape(scores, four), term), scores.shape());
  }

  /** Returns what is added to scores, float [N or 1, heads, Q, T]. */
  private Value bias(Value table) {
    long nearest = table.shape().get(0).factor() / 2;
    Value rows = graph.add(distances(), graph.scalar(ElementType.INT64, (double) nearest));
    Value perHead = graph.transpose(graph.gather(table, rows), 0, 3, 1, 2);
    return graph.cast(perHead, ElementType.FLOAT);
  }

  /** Returns what is added to scores, float [N or 1, 1, Q, T]. */
  private Value mask(int reach) {
    Value apart = graph.cast(distances(), ElementType.FLOAT);
    Value distances = graph.apply(new PlainOperator("Abs", apart.type()), apart).output();
    Value mask =
        graph.where(
            graph.lessOrEqual(distances, graph.scalar(ElementType.FLOAT, reach)),
            graph.scalar(ElementType.FLOAT, 0),
            graph.scalar(ElementType.FLOAT, BEYOND));
    Shape shape = mask.shape();
    return graph.reshape(mask, Shape.of(shape.get(0), Dimension.ONE, shape.get(1), shape.get(2)));
  }

  /** Returns how far behind each asking piece each piece stands, int64 [N or 1, Q, T]. */
  private Value distances() {
    Value perSequence = graph.transpose(positions, 1, 0);
    Value column = graph.reshape(perSequence, perSequence.shape().followedBy(Dimension.ONE));
    return graph.subtract(graph.range(length), column);
  }
}
