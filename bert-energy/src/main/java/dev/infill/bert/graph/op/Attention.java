package dev.infill.bert.graph.op;

import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.op.Imported.Computed;
import dev.infill.bert.graph.op.Imported.Parameter;
import dev.infill.bert.graph.op.Imported.WholeLengths;
import java.util.List;

/** Attention as ONNX Runtime's optimiser fuses it from several operators: expanded again. */
final class Attention {
  private static final int ADDEND = 5;

  private Attention() {}

  static Imported imported(ImportedNode node) {
    requireNone(node, 4, "past");
    if (node.has(3)) {
      requireNoPadding(node.input(3));
    }
    if (node.integer("unidirectional", 0) != 0 || node.integer("do_rotary", 0) != 0) {
      throw new IllegalArgumentException("unidirectional or rotary");
    }
    if (!(node.input(1) instanceof Parameter matrix)) {
      throw new IllegalArgumentException("weights that are computed");
    }
    GraphBuilder graph = node.graph();
    Value all = Gemm.product(graph, node.value(0), matrix, node.optionalValue(2));
    long width = all.shape().get(-1).factor();
    List<Long> widths =
        node.integers("qkv_hidden_sizes").orElse(List.of(width / 3, width / 3, width / 3));
    int axis = all.shape().rank() - 1;
    Value query = graph.slice(all, axis, 0, Dimension.of(widths.get(0)));
    Value key = graph.slice(all, axis, widths.get(0), Dimension.of(widths.get(1)));
    Value value =
        graph.slice(all, axis, widths.get(0) + widths.get(1), Dimension.of(widths.get(2)));
    return attention(node, query, key, value);
  }

  static Imported importedMultiHead(ImportedNode node) {
    requireNone(node, 6, "past");
    if (node.has(4)) {
      requireNoPadding(node.input(4));
    }
    if (node.integer("unidirectional", 0) != 0 || !node.has(1) || !node.has(2)) {
      throw new IllegalArgumentException("unidirectional, or packed keys and values");
    }
    Value query = node.value(0);
    Value key = node.value(1);
    Value value = node.value(2);
    GraphBuilder graph = node.graph();
    if (node.has(3)) {
      Value bias = node.value(3);
      Dimension queries = query.shape().get(-1);
      Dimension keys = key.shape().get(-1);
      query = graph.add(query, graph.slice(bias, 0, 0, queries));
      key = graph.add(key, graph.slice(bias, 0, queries.factor(), keys));
      value =
          graph.add(
              value, graph.slice(bias, 0, queries.factor() + keys.factor(), value.shape().get(-1)));
    }
    return attention(node, query, key, value);
  }

  /** Refuses a mask of attention that is not 1 for each piece. */
  static void requireNoPadding(Imported mask) {
    boolean whole =
        mask instanceof WholeLengths
            || mask.uniform().filter(ones -> ones.number() == 1).isPresent();
    if (!whole) {
      throw new IllegalArgumentException("a mask that is not that of attention_mask");
    }
  }

  private static void requireNone(ImportedNode node, int from, String what) {
    for (int input = from; input < node.inputs(); input++) {
      if (node.has(input) && input != ADDEND) {
        throw new IllegalArgumentException("an input %d (%s)".formatted(input, what));
      }
    }
  }

  /** Returns softmax(Q·Kᵀ s + b)·V of each head; input 5 is b, if it is given. */
  private static Imported attention(ImportedNode node, Value query, Value key, Value value) {
    GraphBuilder graph = node.graph();
    Dimension heads = Dimension.of(node.integer("num_heads", 0));
    Value q = heads(graph, query, heads, false);
    Value k = heads(graph, key, heads, true);
    Value v = heads(graph, value, heads, false);
    double scale = node.real("scale", 0);
    Dimension width = q.shape().get(-1);
    Value scores =
        graph.multiply(
            graph.matMul(q, k),
            graph.scalar(
                ElementType.FLOAT, scale == 0 ? 1 / Math.sqrt((double) width.factor()) : scale));
    Value shifted = node.has(ADDEND) ? graph.add(scores, node.value(ADDEND)) : scores;
    Value context = graph.transpose(graph.matMul(graph.softmax(shifted), v), 0, 2, 1, 3);
    Shape shape = query.shape();
    return new Computed(graph.reshape(context, shape.get(0), shape.get(1), value.shape().get(-1)));
  }

  /** Splits [N, T, h·d] into [N, h, T, d], or [N, h, d, T]. */
  private static Value heads(GraphBuilder graph, Value rows, Dimension heads, boolean transposed) {
    Shape shape = rows.shape();
    if (shape.rank() != 3) {
      throw new IllegalArgumentException("heads of " + shape);
    }
    Dimension width =
        shape
            .get(2)
            .dividedBy(heads)
            .orElseThrow(() -> new IllegalArgumentException(heads + " heads of " + shape));
    Value split = graph.reshape(rows, shape.get(0), shape.get(1), heads, width);
    return transposed ? graph.transpose(split, 0, 2, 3, 1) : graph.transpose(split, 0, 2, 1, 3);
  }
}
