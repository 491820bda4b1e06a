package dev.infill.bert.graph.imports;

import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.Node;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.op.DifferentiableOperator;
import dev.infill.bert.graph.op.GraphBuilder;
import dev.infill.bert.graph.op.Reshape;
import dev.infill.bert.graph.op.Transpose;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Computes a part of a network at asked positions only.
 *
 * <p>From the output backwards, whatever acts on each position by itself is built a second time
 * from what it reads at the asked positions. That ends where something is needed at all positions
 * anyway, as by the keys and values of the last attention: there the positions are gathered. Of the
 * nodes that were there before, those that nothing needs any more are left out of a model.
 */
final class PositionRestriction {
  private final GraphBuilder graph;
  private final Dimension sequences;
  private final Dimension length;
  private final Dimension asked;
  private final Value rows;

  /** The axis of positions of each value that is needed at the asked ones. */
  private final Map<Value, Integer> axes = new HashMap<>();

  /** What is needed at all positions. */
  private final Set<Value> whole = new HashSet<>();

  /** What was built a second time. */
  private final Map<Value, Value> restricted = new HashMap<>();

  /** What was gathered, by its axis of positions. */
  private final Map<Value, Map<Integer, Value>> gathered = new HashMap<>();

  /**
   * Prepares to restrict.
   *
   * @param sequences N
   * @param length T
   * @param positions the asked positions, int64 [N, P]
   */
  PositionRestriction(GraphBuilder graph, Dimension sequences, Dimension length, Value positions) {
    this.graph = graph.scope("asked");
    this.sequences = sequences;
    this.length = length;
    asked = positions.shape().get(1);
    Value first =
        this.graph.reshape(
            this.graph.multiply(this.graph.range(sequences), this.graph.extent(length)),
            sequences,
            Dimension.ONE);
    rows = this.graph.reshape(this.graph.add(first, positions), sequences.times(asked));
  }

  /**
   * Returns a value at the asked positions.
   *
   * @param output [N, T, …]
   * @return [N, P, …]
   */
  Value of(Value output) {
    List<Node> nodes = graph.nodes();
    axes.put(output, 1);
    for (int i = nodes.size() - 1; i >= 0; i--) {
      ask(nodes.get(i));
    }
    for (Node node : nodes) {
      if (axes.containsKey(node.output()) && !whole.contains(node.output())) {
        restricted.put(node.output(), build(node));
      }
    }
    return at(output, 1);
  }

  /** Says of what a node reads whether it is needed at the asked positions or at all. */
  private void ask(Node node) {
    Integer axis = axes.get(node.output());
    if (node.outputs().stream().anyMatch(whole::contains)) {
      whole.addAll(node.inputs());
    } else if (axis != null) {
      Optional<Map<Integer, Integer>> inputs = inputAxes(node, axis);
      if (inputs.isEmpty()) {
        whole.add(node.output());
        whole.addAll(node.inputs());
        return;
      }
      for (int input = 0; input < node.inputs().size(); input++) {
        ask(node.input(input), inputs.get().get(input));
      }
    }
  }

  private void ask(Value value, @Nullable Integer axis) {
    if (axis == null) {
      whole.add(value);
      return;
    }
    Integer earlier = axes.putIfAbsent(value, axis);
    if (value.producer() == null || (earlier != null && !earlier.equals(axis))) {
      whole.add(value);
    }
  }

  /**
   * Returns the axis of positions of each input that has one; empty if the node does not act on
   * each position by itself, or its inputs cannot be gathered.
   */
  private Optional<Map<Integer, Integer>> inputAxes(Node node, int axis) {
    Optional<Map<Integer, Integer>> inputs = Optional.empty();
    if (node.operator() instanceof Reshape) {
      OptionalInt from = reshaped(node.input(0).shape(), node.output().shape(), axis);
      inputs = DifferentiableOperator.firstInput(from.isPresent(), from.orElse(0));
    } else if (node.operator() instanceof DifferentiableOperator operator) {
      inputs = operator.inputAxes(node, axis);
    }
    return inputs.filter(
        each ->
            each.entrySet().stream()
                .allMatch(from -> canGather(node.input(from.getKey()).shape(), from.getValue())));
  }

  /** Returns the axis that an axis of positions was before a change of shape, if it was one. */
  private OptionalInt reshaped(Shape from, Shape to, int axis) {
    Dimension outer = to.part(0, axis).size();
    for (int before = 0; before < from.rank(); before++) {
      Dimension outerBefore = from.part(0, before).size();
      boolean same = from.get(before).equals(to.get(axis)) && outerBefore.equals(outer);
      boolean joined =
          isJoined(to, axis) && from.get(before).equals(length) && outerBefore.equals(sequences);
      boolean parted =
          isJoined(from, before) && to.get(axis).equals(length) && outer.equals(sequences);
      if (same || joined || parted) {
        return OptionalInt.of(before);
      }
    }
    return OptionalInt.empty();
  }

  /** Says whether an axis is that of the positions of all sequences, one sequence after another. */
  private boolean isJoined(Shape shape, int axis) {
    return axis == 0 && shape.get(0).equals(sequences.times(length));
  }

  private boolean canGather(Shape shape, int axis) {
    return isJoined(shape, axis)
        || (axis > 0 && shape.get(0).equals(sequences) && shape.get(axis).equals(length));
  }

  private Value build(Node node) {
    Map<Integer, Integer> from = inputAxes(node, axisOf(node.output())).orElseThrow();
    List<Value> inputs = new ArrayList<>();
    for (int input = 0; input < node.inputs().size(); input++) {
      Integer axis = from.get(input);
      inputs.add(axis == null ? node.input(input) : at(node.input(input), axis));
    }
    if (node.operator() instanceof Reshape) {
      return graph.reshape(inputs.get(0), restrictedShape(node.output()));
    }
    return graph.apply(node.operator(), inputs.toArray(Value[]::new)).output();
  }

  private int axisOf(Value value) {
    Integer axis = axes.get(value);
    if (axis == null) {
      throw new IllegalStateException("no positions were asked of " + value);
    }
    return axis;
  }

  private Shape restrictedShape(Value value) {
    int axis = axisOf(value);
    List<Dimension> dimensions = new ArrayList<>(value.shape().dimensions());
    dimensions.set(axis, isJoined(value.shape(), axis) ? sequences.times(asked) : asked);
    return new Shape(dimensions);
  }

  private Value at(Value value, int axis) {
    Value built = restricted.get(value);
    return built == null
        ? gathered
            .computeIfAbsent(value, each -> new HashMap<>())
            .computeIfAbsent(axis, each -> gather(value, each))
        : built;
  }

  private Value gather(Value value, int axis) {
    if (isJoined(value.shape(), axis)) {
      return graph.gather(value, rows);
    }
    List<Integer> swapped = new ArrayList<>();
    for (int each = 0; each < value.shape().rank(); each++) {
      swapped.add(each == axis ? 1 : each == 1 ? axis : each);
    }
    Transpose swap = new Transpose(swapped);
    Value inOrder = graph.transpose(value, swap);
    Shape rest = inOrder.shape().part(2, inOrder.shape().rank());
    Value joined = graph.reshape(inOrder, Shape.of(sequences.times(length)).followedBy(rest));
    Value atAsked = graph.gather(joined, rows);
    return graph.transpose(
        graph.reshape(atAsked, Shape.of(sequences, asked).followedBy(rest)), swap);
  }
}
