package dev.infill.bert.graph.network;

import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.PlainOperator;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.op.GraphBuilder;

/**
 * A row for each token that is 1 at the token and 0 elsewhere, whose product with logits is the
 * token's logit.
 *
 * @param width V
 */
public record OneHotRows(Dimension width) implements TokenRows {
  @Override
  public Value of(GraphBuilder scope, Value ids) {
    GraphBuilder graph = scope;
    TensorType type = new TensorType(ElementType.FLOAT, ids.shape().followedBy(width));
    Value values =
        graph.constant(
            new TensorType(ElementType.FLOAT, Shape.of(Dimension.of(2))), new double[] {0, 1});
    return graph
        .apply(new PlainOperator("OneHot", type), ids, graph.extent(width), values)
        .output();
  }

  /** Adds each weight at its token: no row of a token alone is made. */
  @Override
  public Value mixtures(GraphBuilder scope, GraphBuilder rows, Value ids, Value weights) {
    Shape mixtures = ids.shape().part(0, 2).followedBy(width);
    Value none = scope.expand(scope.scalar(ElementType.FLOAT, 0), mixtures);
    return scope.scatterAdd(none, 2, ids, weights);
  }
}
