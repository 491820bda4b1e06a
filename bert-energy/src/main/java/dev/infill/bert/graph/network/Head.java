package dev.infill.bert.graph.network;

import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.op.Gemm;
import dev.infill.bert.graph.op.GraphBuilder;
import dev.infill.bert.weights.Architecture;

/**
 * The masked-language-model head: features f = norm(a(W x + b)), or x itself where it has no
 * activation a, and logits f Dᵀ + c.
 *
 * @param architecture says whether there is a, and which
 * @param linear multiplies by W
 * @param norm normalises
 * @param decoder D, a row for each token
 */
record Head(Architecture architecture, Linear linear, Norm norm, TokenRows decoder) {
  /** Returns f, [rows, E], of encoded rows x. */
  Value features(GraphBuilder graph, Value encoded) {
    if (architecture.headActivation().isEmpty()) {
      return encoded;
    }
    GraphBuilder scope = graph.scope("predictions");
    String name = "cls/predictions/transform";
    Value dense = linear.apply(scope.scope("transform"), name + "/dense", encoded);
    Value active = FeedForward.activate(scope, architecture.headActivation().get(), dense);
    return norm.apply(scope, name + "/LayerNorm", active);
  }

  /** Returns the logits, float [rows, V], of features. */
  Value logits(GraphBuilder graph, Value features) {
    GraphBuilder scope = graph.scope("predictions/decoder");
    Value matrix = decoder.matrix(scope);
    Value logits =
        linear.apply(scope, new Gemm(true), features, matrix, "cls/predictions/output_bias");
    return scope.cast(logits, ElementType.FLOAT);
  }
}
