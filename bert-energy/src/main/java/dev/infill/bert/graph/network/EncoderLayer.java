package dev.infill.bert.graph.network;

import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.op.GraphBuilder;
import dev.infill.bert.weights.Architecture;

/**
 * A layer of the encoder: y = norm(x + attention(x)), norm(y + feedForward(y)); in pre-norm layers
 * y = x + attention(norm(x)), y + feedForward(norm(y)).
 *
 * @param architecture says how it differs from BERT's
 * @param attention its first half
 * @param feedForward its second half
 * @param norm normalises
 */
record EncoderLayer(
    Architecture architecture, Attention attention, FeedForward feedForward, Norm norm) {
  /**
   * Adds a layer.
   *
   * @param layer its number
   * @param queries the rows [Q·N, H] that are encoded
   * @param rows the rows [T·N, H] that they attend to
   * @param places where the queries stand
   */
  Value apply(GraphBuilder graph, int layer, Value queries, Value rows, Places places) {
    GraphBuilder scope = graph.scope("layer_" + layer);
    String name = "bert/encoder/layer_" + architecture.layerParameters().get(layer);
    Value read = beforeAttention(scope, layer, name, rows);
    Value asking = queries.equals(rows) ? read : beforeAttention(scope, layer, name, queries);
    Value attended =
        attention.apply(scope.scope("attention"), layer, name + "/attention", asking, read, places);
    Value sum = scope.add(attended, queries);
    GraphBuilder forward = scope.scope("feed_forward");
    if (architecture.layerForm().preNorm()) {
      Value normalized = norm.apply(forward, name + "/intermediate/LayerNorm", sum);
      return forward.add(feedForward.apply(forward, name, normalized), sum);
    }
    Value middle = norm.apply(scope, name + "/attention/output/LayerNorm", sum);
    Value outer = feedForward.apply(forward, name, middle);
    return norm.apply(forward, name + "/output/LayerNorm", forward.add(outer, middle));
  }

  private Value beforeAttention(GraphBuilder scope, int layer, String name, Value rows) {
    return architecture.layerForm().normalizesBeforeAttention(layer)
        ? norm.apply(scope, name + "/attention/LayerNorm", rows)
        : rows;
  }
}
