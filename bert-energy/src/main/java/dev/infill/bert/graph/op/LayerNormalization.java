package dev.infill.bert.graph.op;

import dev.infill.bert.graph.ir.Attribute;
import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.Node;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.op.Imported.Computed;
import dev.infill.bert.graph.op.Imported.Uniform;
import dev.infill.bert.graph.op.Imported.WholeLengths;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Layer normalisation of the last axis, y = γ (x − μ) r + β, where μ is the mean and r = 1/√(σ² +
 * ε). Its further outputs are μ and r. γ and β are parameters: they have no rule.
 *
 * @param epsilon ε
 */
public record LayerNormalization(double epsilon) implements DifferentiableOperator {
  /** That of ONNX Runtime's operators of several normalisations. */
  private static final double FUSED_EPSILON = 1e-12;

  private static final int MEAN = 1;
  private static final int INVERSE_STANDARD_DEVIATION = 2;

  @Override
  public List<Attribute> attributes() {
    return List.of(Attribute.real("epsilon", epsilon));
  }

  @Override
  public List<TensorType> infer(List<Value> inputs) {
    TensorType x = inputs.get(0).type();
    Shape features = Shape.of(x.shape().get(-1));
    if (!inputs.get(1).shape().equals(features) || !inputs.get(2).shape().equals(features)) {
      throw new IllegalArgumentException(
          "scale and bias of a layer normalisation must be " + features);
    }
    Shape rows = x.shape().part(0, x.shape().rank() - 1).followedBy(Dimension.ONE);
    TensorType statistic = new TensorType(x.element(), rows);
    return List.of(x, statistic, statistic);
  }

  /**
   * With a = γ g and x̂ = (x − μ) r, the gradient is r (a − mean(a) − x̂ mean(a x̂)). It is
   * computed as r a − k x + (k μ − r mean(a)) with k = r³ (mean(a x) − μ mean(a)), a number for
   * each row: that takes the fewest passes over whole tensors, and those passes, not arithmetic,
   * are its cost.
   */
  @Override
  public Value pullback(GraphBuilder graph, Node node, int input, Value gradient) {
    if (input != 0) {
      throw new UnsupportedOperationException(
          "a layer normalisation's scale and bias are constants: " + node.name());
    }
    Value x = node.input(0);
    Value mean = node.outputs().get(MEAN);
    Value r = node.outputs().get(INVERSE_STANDARD_DEVIATION);
    Value a = graph.multiply(gradient, node.input(1));
    Value meanOfA = graph.reduceMean(a);
    Value meanOfAx = graph.reduceMean(graph.multiply(a, x));
    Value covariance = graph.subtract(meanOfAx, graph.multiply(mean, meanOfA));
    Value k = graph.multiply(graph.multiply(r, graph.multiply(r, r)), covariance);
    Value shift = graph.subtract(graph.multiply(k, mean), graph.multiply(r, meanOfA));
    return graph.add(graph.subtract(graph.multiply(r, a), graph.multiply(k, x)), shift);
  }

  @Override
  public Optional<Map<Integer, Integer>> inputAxes(Node node, int axis) {
    return DifferentiableOperator.firstInput(axis < node.output().shape().rank() - 1, axis);
  }

  static Imported imported(ImportedNode node) {
    Value x = node.value(0);
    if (node.axis("axis", -1, x.shape().rank()) != x.shape().rank() - 1) {
      throw new IllegalArgumentException("of another axis than the last");
    }
    return new Computed(
        normalized(node, x, node.value(1), node.optionalValue(2), node.real("epsilon", 1e-5)));
  }

  static List<Imported> importedSkip(ImportedNode node) {
    GraphBuilder graph = node.graph();
    Value sum = graph.add(node.value(0), node.value(1));
    if (node.has(4)) {
      sum = graph.add(sum, node.value(4));
    }
    Computed normalized =
        new Computed(
            normalized(
                node,
                sum,
                node.value(2),
                node.optionalValue(3),
                node.real("epsilon", FUSED_EPSILON)));
    // The statistics between the first and the last output are for training.
    return node.outputs() < 4
        ? List.of(normalized)
        : List.of(normalized, normalized, normalized, new Computed(sum));
  }

  static List<Imported> importedEmbeddings(ImportedNode node) {
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
          node.input(1)
              .uniform()
              .orElseThrow(() -> new IllegalArgumentException("types that are computed"));
      Imported type = new Uniform(ElementType.INT64, Shape.SCALAR, types.number());
      sum = graph.add(sum, node.rows(node.input(4), type));
    }
    if (node.has(7)) {
      Attention.requireNoPadding(node.input(7));
    }
    Computed normalized =
        new Computed(
            normalized(
                node,
                sum,
                node.value(5),
                node.optionalValue(6),
                node.real("epsilon", FUSED_EPSILON)));
    return List.of(normalized, new WholeLengths(Shape.of(sequences)), new Computed(sum));
  }

  /** Returns a layer normalisation, with a bias of 0 if there is none. */
  private static Value normalized(
      ImportedNode node, Value x, Value scale, Optional<Value> bias, double epsilon) {
    Value shift =
        bias.orElseGet(
            () -> node.graph().filled(new TensorType(x.element(), Shape.of(x.shape().get(-1))), 0));
    return node.graph().apply(new LayerNormalization(epsilon), x, scale, shift).output();
  }
}
