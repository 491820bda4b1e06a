package dev.infill.bert.graph.network;

import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.PlainOperator;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.op.GraphBuilder;
import dev.infill.bert.weights.Architecture;
import dev.infill.bert.weights.LayerForm;

/**
 * The input of the first layer: norm(word + position + type), projected where layers have another
 * width. Models with rotary positions have no position embeddings.
 *
 * @param architecture says which of these a model has
 * @param linear projects
 * @param norm normalises
 * @param order the order of rows
 */
record Embeddings(Architecture architecture, Linear linear, Norm norm, RowOrder order) {
  private static final String NAME = "bert/embeddings/";

  /**
   * Adds them.
   *
   * @param inputIds the pieces, int64 [N, T]
   * @param words the rows [T·N, E] of the word embeddings
   * @return float [T·N, H]
   */
  Value apply(GraphBuilder graph, Value inputIds, Value words) {
    GraphBuilder scope = graph.scope("embeddings");
    LayerForm form = architecture.layerForm();
    Value kept =
        form.droppedToken().isPresent()
            ? withTokenDropout(scope, inputIds, words, form.droppedToken().getAsInt())
            : words;
    Value placed = form.rotations().isEmpty() ? withPositions(scope, kept) : kept;
    Value normalized =
        form.normalizedEmbeddings() ? norm.apply(scope, NAME + "LayerNorm", placed) : placed;
    return architecture.projectsEmbeddings()
        ? scope.cast(linear.apply(scope, "bert/embeddings_project", normalized), ElementType.FLOAT)
        : normalized;
  }

  /**
   * Sets the rows of mask tokens to 0, and scales all rows of a sequence up by its share of others
   * (Lin et al. 2023). Ids say which tokens are masks: a mixture is none.
   */
  private Value withTokenDropout(GraphBuilder scope, Value inputIds, Value words, int mask) {
    TensorType condition = new TensorType(ElementType.BOOL, inputIds.shape());
    Value id = scope.scalar(ElementType.INT64, mask);
    Value masked = scope.apply(new PlainOperator("Equal", condition), inputIds, id).output();
    Value one = scope.scalar(ElementType.FLOAT, 1);
    Value kept = scope.subtract(one, scope.cast(masked, ElementType.FLOAT));
    Value share = scope.scalar(ElementType.FLOAT, LayerForm.KEPT_SHARE);
    Value scale = scope.divide(share, scope.reduceMean(kept));
    Value factors = order.inOrder(scope, scope.multiply(kept, scale));
    return scope.multiply(words, scope.reshape(factors, order.count(), Dimension.ONE));
  }

  /** Adds the embeddings of positions, counted from the architecture's first, and of type 0. */
  private Value withPositions(GraphBuilder scope, Value words) {
    Value range = scope.range(order.length());
    Value positions =
        architecture.firstPosition() == 0
            ? range
            : scope.add(range, scope.scalar(ElementType.INT64, architecture.firstPosition()));
    Value places = rows(scope, "position_embeddings", positions);
    Value added =
        architecture.tokenTypes() > 0
            ? scope.add(
                places, rows(scope, "token_type_embeddings", scope.scalar(ElementType.INT64, 0)))
            : places;
    Dimension width = words.shape().get(1);
    Value perPlace = scope.reshape(words, order.length(), order.sequences(), width);
    Value sum = scope.add(perPlace, scope.reshape(added, order.length(), Dimension.ONE, width));
    return scope.reshape(sum, order.count(), width);
  }

  private Value rows(GraphBuilder scope, String table, Value ids) {
    return new TokenRows(linear.weights(), NAME + table).of(scope, ids);
  }
}
