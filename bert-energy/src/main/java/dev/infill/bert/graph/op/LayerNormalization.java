package dev.infill.bert.graph.op;

import dev.infill.bert.graph.ir.Attribute;
import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.Node;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import java.util.List;

/**
 * Layer normalisation of the last axis, y = γ (x − μ) r + β, where μ is the mean and r = 1/√(σ² +
 * ε). Its further outputs are μ and r. γ and β are parameters: they have no rule.
 *
 * @param epsilon ε
 */
public record LayerNormalization(double epsilon) implements DifferentiableOperator {
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
   * computed as r a − k (x − μ) − r mean(a) with k = r³ mean(a (x − μ)), a number for each row. A
   * form without x − μ would need one pass less over whole tensors, and passes are the cost; but
   * its products with x would cancel where |μ| is much more than σ.
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
    Value centred = graph.subtract(x, mean);
    Value covariance = graph.reduceMean(graph.multiply(a, centred));
    Value k = graph.multiply(graph.multiply(r, graph.multiply(r, r)), covariance);
    Value own = graph.subtract(graph.multiply(r, a), graph.multiply(k, centred));
    return graph.subtract(own, graph.multiply(r, meanOfA));
  }
}
