package dev.infill.bert.graph.network;

import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.PlainOperator;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.op.GraphBuilder;
import dev.infill.bert.weights.LayerForm.Rotation;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Where rows stand in their sequences, for layers with rotary or relative positions: what the rows
 * are turned by, which others they attend to, and what distances add. Angles and distances are
 * worked out when the graph runs, for its length T; nothing is stored for lengths that no text has.
 */
final class Places {
  /** Lowers a score so far that its share is 0, and is finite. */
  private static final double BEYOND = -1e30;

  private final GraphBuilder graph;
  private final Value positions;
  private final Dimension length;
  private final Map<Double, Turn> turns = new HashMap<>();
  private final Map<Integer, Value> masks = new HashMap<>();
  private @Nullable Value bias;

  private record Turn(Value cosine, Value sine) {}

  /**
   * Names places.
   *
   * @param positions int64 [Q, N], or [Q, 1] if they are the same for all sequences
   * @param length T
   */
  Places(GraphBuilder graph, Value positions, Dimension length) {
    this.graph = graph;
    this.positions = positions;
    this.length = length;
  }

  /** Returns Q. */
  Dimension count() {
    return positions.shape().get(0);
  }

  /**
   * Turns the pairs of numbers of each head.
   *
   * @param rows [Q, N, heads, D]
   * @param theta θ of {@link Rotation}
   */
  Value turned(Value rows, double theta) {
    long half = rows.shape().get(-1).factor() / 2;
    Turn turn = turns.computeIfAbsent(theta, base -> turn(base, half));
    Value cosine = graph.cast(turn.cosine(), rows.element());
    Value sine = graph.cast(turn.sine(), rows.element());
    Value first = graph.slice(rows, 3, 0, half);
    Value second = graph.slice(rows, 3, half, half);
    return graph.concat(
        3,
        graph.subtract(graph.multiply(first, cosine), graph.multiply(second, sine)),
        graph.add(graph.multiply(second, cosine), graph.multiply(first, sine)));
  }

  /** In float64: far into a long text, float32 knows an angle to some 1e-4 only. */
  private Turn turn(double theta, long half) {
    double[] speeds =
        LongStream.range(0, half).mapToDouble(i -> Math.pow(theta, -(double) i / half)).toArray();
    TensorType type = new TensorType(ElementType.DOUBLE, Shape.of(Dimension.of(half)));
    Dimension sequences = positions.shape().get(1);
    Value column = graph.reshape(positions, count(), sequences, Dimension.ONE, Dimension.ONE);
    Value angles =
        graph.multiply(graph.cast(column, ElementType.DOUBLE), graph.constant(type, speeds));
    return new Turn(function("Cos", angles), function("Sin", angles));
  }

  private Value function(String name, Value angles) {
    Value result = graph.apply(new PlainOperator(name, angles.type()), angles).output();
    return graph.cast(result, ElementType.FLOAT);
  }

  /**
   * Takes what is too far away out of attention.
   *
   * @param reach how many positions away attention reaches on each side
   * @param scores float [N·heads, Q, T]
   * @param heads [N, heads]
   */
  Value within(int reach, Value scores, Shape heads) {
    if (reach == Rotation.EVERYWHERE) {
      return scores;
    }
    return added(masks.computeIfAbsent(reach, this::mask), scores, heads);
  }

  /**
   * Adds what is known of each head and distance.
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
    Value each = graph.reshape(scores, heads.followedBy(count(), length));
    return graph.reshape(graph.add(each, term), scores.shape());
  }

  /** Returns what is added to scores, float [N or 1, heads, Q, T]. */
  private Value bias(Value table) {
    int nearest = Math.toIntExact(table.shape().get(0).factor() / 2);
    Value column =
        graph.reshape(
            graph.transpose(positions, 1, 0), positions.shape().get(1), count(), Dimension.ONE);
    Value rows =
        graph.add(
            graph.subtract(graph.range(length), column), graph.scalar(ElementType.INT64, nearest));
    Value perHead = graph.transpose(graph.gather(table, rows), 0, 3, 1, 2);
    return graph.cast(perHead, ElementType.FLOAT);
  }

  /** Returns what is added to scores, float [N or 1, 1, Q, T]. */
  private Value mask(int reach) {
    Value column =
        graph.reshape(
            graph.transpose(positions, 1, 0),
            positions.shape().get(1),
            Dimension.ONE,
            count(),
            Dimension.ONE);
    Value apart =
        graph.subtract(
            graph.cast(column, ElementType.FLOAT),
            graph.cast(graph.range(length), ElementType.FLOAT));
    Value distances = graph.apply(new PlainOperator("Abs", apart.type()), apart).output();
    return graph.where(
        graph.lessOrEqual(distances, graph.scalar(ElementType.FLOAT, reach)),
        graph.scalar(ElementType.FLOAT, 0),
        graph.scalar(ElementType.FLOAT, BEYOND));
  }
}
