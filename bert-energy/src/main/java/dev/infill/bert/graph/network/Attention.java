package dev.infill.bert.graph.network;

import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.op.GraphBuilder;
import dev.infill.bert.weights.BertConfiguration;
import dev.infill.bert.weights.LayerForm;
import dev.infill.bert.weights.Parameters;

/**
 * Attention with several heads: softmax(q kᵀ/√D + distances) v, where q, k and v are linear maps of
 * rows, split into heads of D numbers; then one more linear map.
 *
 * @param configuration the sizes
 * @param linear makes q, k, v and the result
 * @param sequences N
 * @param everywhere the places of all rows
 */
record Attention(
    BertConfiguration configuration, Linear linear, Dimension sequences, Places everywhere) {
  /**
   * Adds the attention of a layer.
   *
   * @param name of its parameters
   * @param asking the rows [Q·N, H] that attend
   * @param rows the rows [T·N, H] that they attend to
   * @param places where those that attend stand
   * @return float [Q·N, H]
   */
  Value apply(GraphBuilder scope, int layer, String name, Value asking, Value rows, Places places) {
    Value q = linear.apply(scope.scope("query"), name + "/self/query", asking);
    Value k = linear.apply(scope.scope("key"), name + "/self/key", rows);
    Value v = linear.apply(scope.scope("value"), name + "/self/value", rows);
    Value query = turned(scope, layer, split(scope, q, places), places);
    Value key = turned(scope, layer, split(scope, k, everywhere), everywhere);
    Value value = scope.transpose(split(scope, v, everywhere), 1, 0, 2);
    Value scores = scores(scope, scope.transpose(query, 1, 0, 2), scope.transpose(key, 1, 2, 0));
    Value shares = scope.softmax(atDistances(scope, layer, scores, places));
    Value context = scope.matMul(scope.cast(shares, value.element()), value);
    Value joined =
        scope.reshape(
            scope.transpose(context, 1, 0, 2),
            places.count().times(sequences),
            Dimension.of(configuration.hiddenSize()));
    return scope.cast(linear.apply(scope, name + "/output/dense", joined), ElementType.FLOAT);
  }

  /** Splits rows [Q·N, H] into [Q, N·heads, D]. */
  private Value split(GraphBuilder scope, Value rows, Places places) {
    return scope.reshape(rows, places.count(), heads().size(), Dimension.of(headSize()));
  }

  /** Turns [Q, N·heads, D] where positions are rotary. */
  private Value turned(GraphBuilder scope, int layer, Value split, Places places) {
    if (form().rotations().isEmpty()) {
      return split;
    }
    Shape four = Shape.of(places.count()).followedBy(heads()).followedBy(split.shape().get(-1));
    double theta = form().rotations().get(layer).theta();
    Value turned = places.rotary().turned(scope.reshape(split, four), theta);
    return scope.reshape(turned, split.shape());
  }

  /** Returns q kᵀ/√D, float [N·heads, Q, T]. */
  private Value scores(GraphBuilder scope, Value query, Value key) {
    double scale = 1 / Math.sqrt(headSize());
    if (query.element() == ElementType.FLOAT16) {
      // The largest number in float16 is 65,504: the factor is scaled, not the product.
      Value scaled = scope.multiply(query, scope.scalar(ElementType.FLOAT16, scale));
      return scope.cast(scope.matMul(scaled, key), ElementType.FLOAT);
    }
    // ONNX Runtime scales in float32 within the product.
    Value products = scope.matMul(query, key);
    return scope.multiply(products, scope.scalar(ElementType.FLOAT, scale));
  }

  /** Adds the terms of distances to scores. */
  private Value atDistances(GraphBuilder scope, int layer, Value scores, Places places) {
    if (form().relativeBias()) {
      Value table = scope.parameter(linear.weights(), Parameters.RELATIVE_BIAS);
      return places.distances().biased(table, scores, heads());
    }
    return form().rotations().isEmpty()
        ? scores
        : places.distances().within(form().rotations().get(layer).reach(), scores, heads());
  }

  private LayerForm form() {
    return configuration.architecture().layerForm();
  }

  /** Returns [N, heads]. */
  private Shape heads() {
    return Shape.of(sequences, Dimension.of(configuration.heads()));
  }

  /** Returns D. */
  private int headSize() {
    return configuration.hiddenSize() / configuration.heads();
  }
}
