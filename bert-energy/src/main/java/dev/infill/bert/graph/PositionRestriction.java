package dev.infill.bert.graph;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

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
      Optional<List<OptionalInt>> inputs = inputAxes(node, axis);
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

  private void ask(Value value, OptionalInt axis) {
    if (axis.isEmpty()) {
      whole.add(value);
      return;
    }
    Integer earlier = axes.putIfAbsent(value, axis.getAsInt());
    if (value.producer() == null || (earlier != null && earlier != axis.getAsInt())) {
      whole.add(value);
    }
  }

  /**
   * Returns, for each input of a node, its axis of positions, none if it has no such; empty if the
   * node does not act on each position by itself, or its inputs cannot be gathered.
   */
  private Optional<List<OptionalInt>> inputAxes(Node node, int axis) {
    Operator operator = node.operator();
    Shape result = node.output().shape();
    List<OptionalInt> inputs = new ArrayList<>();
    node.inputs().forEach(input -> inputs.add(OptionalInt.empty()));
    if (isElementwise(operator)) {
      for (int input = 0; input < inputs.size(); input++) {
        Shape shape = node.input(input).shape();
        int aligned = axis - (result.rank() - shape.rank());
        if (aligned >= 0 && !shape.get(aligned).equals(Dimension.ONE)) {
          inputs.set(input, OptionalInt.of(aligned));
        }
      }
    } else if (operator instanceof Softmax || operator instanceof LayerNormalization) {
      if (axis == result.rank() - 1) {
        return Optional.empty();
      }
      inputs.set(0, OptionalInt.of(axis));
    } else if (operator instanceof Gemm) {
      if (axis != 0 || (inputs.size() > 2 && node.input(2).shape().rank() > 1)) {
        return Optional.empty();
      }
      inputs.set(0, OptionalInt.of(0));
    } else if (operator instanceof MatMul) {
      // The rows of the first factor.
      if (axis != result.rank() - 2) {
        return Optional.empty();
      }
      inputs.set(0, OptionalInt.of(node.input(0).shape().rank() - 2));
    } else if (operator instanceof Transpose transpose) {
      inputs.set(0, OptionalInt.of(transpose.axes().get(axis)));
    } else if (operator instanceof Reshape) {
      OptionalInt from = reshaped(node.input(0).shape(), result, axis);
      if (from.isEmpty()) {
        return Optional.empty();
      }
      inputs.set(0, from);
    } else {
      boolean otherAxis =
          (operator instanceof ReduceMean mean && !mean.axes().contains(axis))
              || (operator instanceof ReduceSum sum && !sum.axes().contains(axis))
              || (operator instanceof Slice slice && slice.axis() != axis);
      if (!otherAxis) {
        return Optional.empty();
      }
      inputs.set(0, OptionalInt.of(axis));
    }
    for (int input = 0; input < inputs.size(); input++) {
      OptionalInt from = inputs.get(input);
      if (from.isPresent() && !canGather(node.input(input).shape(), from.getAsInt())) {
        return Optional.empty();
      }
    }
    return Optional.of(inputs);
  }

  private static boolean isElementwise(Operator operator) {
    return operator instanceof Add
        || operator instanceof Sub
        || operator instanceof Mul
        || operator instanceof Div
        || operator instanceof Pow
        || operator instanceof Where
        || operator instanceof Cast
        || operator instanceof ElementwiseFunction
        || operator instanceof Relu
        || operator instanceof Gelu
        || operator instanceof TanhGelu;
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
    List<OptionalInt> from = inputAxes(node, axisOf(node.output())).orElseThrow();
    List<Value> inputs = new ArrayList<>();
    for (int input = 0; input < from.size(); input++) {
      Value value = node.input(input);
      OptionalInt axis = from.get(input);
      inputs.add(axis.isPresent() ? at(value, axis.getAsInt()) : value);
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
