package dev.infill.bert.graph.network;

import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.op.ElementwiseFunction;
import dev.infill.bert.graph.op.Gelu;
import dev.infill.bert.graph.op.GraphBuilder;
import dev.infill.bert.weights.Activation;

/**
 * The half of a layer that looks at one piece at a time: W₂ a(W₁ x), or, gated, W₂ (a(W₁ x) ∘ W₃
 * x).
 *
 * @param linear multiplies by W₁, W₂ and W₃, each with its bias
 * @param activation a
 * @param gated whether W₃ x multiplies the activations
 */
record FeedForward(Linear linear, Activation activation, boolean gated) {
  /**
   * Adds it.
   *
   * @param name of the layer's parameters
   * @param rows x
   */
  Value apply(GraphBuilder scope, String name, Value rows) {
    Value inner = linear.apply(scope, name + "/intermediate/dense", rows);
    Value active = activate(scope, activation, inner);
    Value passed =
        gated
            ? scope.multiply(
                active, linear.apply(scope.scope("gate"), name + "/intermediate/gate", rows))
            : active;
    return scope.cast(linear.apply(scope, name + "/output/dense", passed), ElementType.FLOAT);
  }

  /** Returns a(x). */
  static Value activate(GraphBuilder scope, Activation activation, Value x) {
    return switch (activation) {
      case GELU -> scope.apply(new Gelu(false), x).output();
      case TANH_GELU -> scope.apply(new Gelu(true), x).output();
      case RELU -> scope.apply(ElementwiseFunction.RELU, x).output();
      case SILU -> scope.multiply(x, scope.apply(ElementwiseFunction.SIGMOID, x).output());
    };
  }
}
