package dev.infill.bert.graph;

import dev.infill.bert.graph.Imported.Computed;
import dev.infill.bert.graph.Imported.Parameter;
import dev.infill.bert.graph.Imported.Uniform;
import dev.infill.bert.graph.Imported.WholeLengths;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Operators of ONNX Runtime (its domain {@code com.microsoft}) that its optimiser puts in place of
 * several: taken apart again.
 */
final class FusedImports {
  private static final double EPSILON = 1e-12;

  private FusedImports() {}

  static void addTo(Map<String, OperatorImport> table) {
    table.put("com.microsoft:SkipLayerNormalization", FusedImports::skipLayerNormalization);
    table.put("com.microsoft:EmbedLayerNormalization", FusedImports::embedLayerNormalization);
    table.put("com.microsoft:Attention", FusedImports::attention);
    table.put("com.microsoft:MultiHeadAttention", FusedImports::multiHeadAttention);
  }

  private static List<Imported> skipLayerNormalization(ImportedNode node) {
    GraphBuilder graph = node.graph();
    Value sum = graph.add(node.value(0), node.value(1));
    if (node.has(4)) {
      sum = graph.add(sum, node.value(4));
    }
    Computed normalized =
        new Computed(
            ReductionImports.normalized(
                node, sum, node.value(2), value(node, 3), node.real("epsilon", EPSILON)));
    // The statistics between the first and the last output are for training.
    return node.outputs() < 4
        ? List.of(normalized)
        : List.of(normalized, normalized, normalized, new Computed(sum));
  }

  private static Optional<Value> value(ImportedNode node, int input) {
    return node.optional(input).map(node::value);
  }

  private static List<Imported> embedLayerNormalization(ImportedNode node) {
    GraphBuilder graph = node.graph();
    Value words = node.rows(node.input(2), node.input(0));
    Dimension sequences = words.shape().get(0);
    Dimension length = words.shape().get(1);
    Value places =
        node.has(8)
            ? node.rows(node.input(3), node.input(8))
            : node.rows(node.input(3), new Computed(graph.range(length)));
    Value sum = graph.add(words, places);
    if (node.has(1) && node.has(4)) {
      Uniform types =
          ImportedNode.uniform(node.input(1))
              .orElseThrow(() -> new IllegalArgumentException("types that are computed"));
      Imported type = new Uniform(ElementType.INT64, Shape.SCALAR, types.number());
      sum = graph.add(sum, node.rows(node.input(4), type));
    }
    if (node.has(7)) {
      requireNoPadding(node.input(7));
    }
    Computed normalized =
        new Computed(
            ReductionImports.normalized(
                node, sum, node.value(5), value(node, 6), node.real("epsilon", EPSILON)));
    return List.of(normalized, new WholeLengths(Shape.of(sequences)), new Computed(sum));
  }

  private static void requireNoPadding(Imported mask) {
    boolean whole =
        mask instanceof WholeLengths
            || ImportedNode.uniform(mask).filter(ones -> ones.number() == 1).isPresent();
    if (!whole) {
      throw new IllegalArgumentException("a mask that is not that of attention_mask");
    }
  }

  private static List<Imported> attention(ImportedNode node) {
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
    Value all = MatrixImports.product(graph, node.value(0), matrix, value(node, 2));
    long width = all.shape().get(-1).factor();
    List<Long> widths =
        node.integers("qkv_hidden_sizes").orElse(List.of(width / 3, width / 3, width / 3));
    int axis = all.shape().rank() - 1;
    Value query = graph.slice(all, axis, 0, Dimension.of(widths.get(0)));
    Value key = graph.slice(all, axis, widths.get(0), Dimension.of(widths.get(1)));
    Value value =
        graph.slice(all, axis, widths.get(0) + widths.get(1), Dimension.of(widths.get(2)));
    return List.of(attention(node, query, key, value, 5));
  }

  private static List<Imported> multiHeadAttention(ImportedNode node) {
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
    return List.of(attention(node, query, key, value, 5));
  }

  private static void requireNone(ImportedNode node, int from, String what) {
    for (int input = from; input < node.inputs(); input++) {
      if (node.has(input) && input != 5) {
        throw new IllegalArgumentException("an input %d (%s)".formatted(input, what));
      }
    }
  }

  /**
   * Returns softmax(Q·Kᵀ s + b)·V of each head.
   *
   * @param addend the input that is b, if it is given
   */
  private static Computed attention(
      ImportedNode node, Value query, Value key, Value value, int addend) {
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
    Value shifted = node.has(addend) ? graph.add(scores, node.value(addend)) : scores;
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
