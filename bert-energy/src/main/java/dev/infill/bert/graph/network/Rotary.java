package dev.infill.bert.graph.network;

import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.PlainOperator;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.op.GraphBuilder;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * Rotary positions (Su et al. 2021): at position t the pair of numbers (x_i, x_{i + D/2}) of a head
 * is turned by the angle t·θ^(−2i/D).
 *
 * <p>The angles are computed when the graph runs: nothing is stored for lengths that no text has.
 */
final class Rotary {
  private final GraphBuilder graph;
  private final Value positions;
  private final Map<Double, Turn> turns = new HashMap<>();

  private record Turn(Value cosine, Value sine) {}

  /**
   * Names positions.
   *
   * @param positions t, int64 [Q, N], or [Q, 1] if they are the same for all sequences
   */
  Rotary(GraphBuilder graph, Value positions) {
    this.graph = graph;
    this.positions = positions;
  }

  /**
   * Turns the pairs of each head.
   *
   * @param rows [Q, N, heads, D]
   * @param theta θ
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

  /** In float64: far into a long text, float32 would know an angle to 1e-4 only. */
  private Turn turn(double theta, long half) {
    double[] speeds =
        LongStream.range(0, half).mapToDouble(i -> Math.pow(theta, -(double) i / half)).toArray();
    TensorType type = new TensorType(ElementType.DOUBLE, Shape.of(Dimension.of(half)));
    Shape column = positions.shape().followedBy(Dimension.ONE, Dimension.ONE);
    Value times = graph.cast(graph.reshape(positions, column), ElementType.DOUBLE);
    Value angles = graph.multiply(times, graph.constant(type, speeds));
    return new Turn(function("Cos", angles), function("Sin", angles));
  }

  private Value function(String name, Value angles) {
    Value result = graph.apply(new PlainOperator(name, angles.type()), angles).output();
    return graph.cast(result, ElementType.FLOAT);
  }
}
