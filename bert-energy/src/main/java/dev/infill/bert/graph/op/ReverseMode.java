package dev.infill.bert.graph.op;

import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.Node;
import dev.infill.bert.graph.ir.Value;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reverse-mode differentiation of a graph: adds the nodes that compute a gradient to the graph
 * itself, one vector-Jacobian product for each node between the variable and the output.
 */
public final class ReverseMode {
  private final GraphBuilder graph;
  private final Map<Value, Value> gradients = new HashMap<>();

  private ReverseMode(GraphBuilder graph) {
    this.graph = graph;
  }

  /**
   * Returns the gradient of a value of one element.
   *
   * @param graph the graph of both values, which the gradient is added to
   * @param output a value of one element
   * @param variable the value to differentiate by
   * @return the gradient, shaped like the variable
   * @throws IllegalArgumentException if the output has several elements or does not depend on the
   *     variable
   * @throws UnsupportedOperationException if an operator between them has no rule
   */
  public static Value gradient(GraphBuilder graph, Value output, Value variable) {
    if (!output.shape().size().equals(Dimension.ONE)) {
      throw new IllegalArgumentException(
          "a gradient without a seed is of one number, not " + output);
    }
    return gradient(graph, output, graph.filled(output.type(), 1), variable);
  }

  /**
   * Returns the gradient of Σ seed · output.
   *
   * @param seed the weights of the output's elements, shaped like it
   * @see #gradient(GraphBuilder, Value, Value)
   */
  public static Value gradient(GraphBuilder graph, Value output, Value seed, Value variable) {
    if (!seed.type().equals(output.type())) {
      throw new IllegalArgumentException("the seed " + seed + " does not fit " + output);
    }
    return new ReverseMode(graph).run(output, seed, variable);
  }

  private Value run(Value output, Value seed, Value variable) {
    List<Node> nodes = graph.nodes();
    Set<Value> dependent = dependent(nodes, variable);
    if (!dependent.contains(output)) {
      throw new IllegalArgumentException(output + " does not depend on " + variable);
    }
    gradients.put(output, seed);
    for (int i = nodes.size() - 1; i >= 0; i--) {
      Node node = nodes.get(i);
      if (node.inputs().stream().anyMatch(dependent::contains)) {
        pullBack(node, dependent);
      }
    }
    Value gradient = gradients.get(variable);
    if (gradient == null) {
      throw new IllegalStateException("no gradient reached " + variable);
    }
    return gradient;
  }

  /** Returns the values that depend on a variable smoothly: no integers and no truth values. */
  private static Set<Value> dependent(List<Node> nodes, Value variable) {
    Set<Value> dependent = new HashSet<>(Set.of(variable));
    for (Node node : nodes) {
      if (node.inputs().stream().anyMatch(dependent::contains)) {
        node.outputs().stream().filter(output -> output.element().isReal()).forEach(dependent::add);
      }
    }
    return dependent;
  }

  private void pullBack(Node node, Set<Value> dependent) {
    Value gradient = gradients.get(node.output());
    List<Value> statistics = node.outputs().subList(1, node.outputs().size());
    if (statistics.stream().anyMatch(gradients::containsKey)) {
      throw new UnsupportedOperationException("only the first output has a rule: " + node.name());
    }
    if (gradient == null) {
      return;
    }
    if (!(node.operator() instanceof DifferentiableOperator operator)) {
      throw new UnsupportedOperationException("no rule for " + node.name());
    }
    GraphBuilder scope = graph.scope("gradient").scope(node.name());
    for (int input = 0; input < node.inputs().size(); input++) {
      if (dependent.contains(node.input(input))) {
        Value product = operator.pullback(scope, node, input, gradient);
        gradients.merge(node.input(input), product, scope::add);
      }
    }
  }
}
