package dev.infill.bert.graph.network;

import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.ir.WeightsFile;
import dev.infill.bert.graph.op.GraphBuilder;
import dev.infill.bert.weights.Architecture;
import dev.infill.bert.weights.BertConfiguration;
import dev.infill.bert.weights.LayerForm;
import dev.infill.bert.weights.Parameters;

/**
 * A BERT with its masked-language-model head (Devlin et al. 2019), or one of its relatives
 * (RoBERTa, DistilBERT, ELECTRA's generator, ALBERT, ModernBERT, ESM-2, MPNet, EuroBERT), added to
 * a graph: embeddings, layers, head.
 *
 * <p>Matrix products are computed in the type of their weights, and so is everything between two of
 * them without a normalisation. With float16 weights the rows between layers, normalisations,
 * softmax and logits are in float32 all the same.
 */
final class BertNetwork {
  private final GraphBuilder graph;
  private final BertConfiguration configuration;
  private final RowOrder order;
  private final TokenRows words;
  private final Norm norm;
  private final Embeddings embeddings;
  private final Places everywhere;
  private final EncoderLayer layer;
  private final Head head;

  /**
   * Puts the parts together.
   *
   * @param order the order of rows, with N and T
   */
  BertNetwork(
      GraphBuilder graph, BertConfiguration configuration, WeightsFile weights, RowOrder order) {
    this.graph = graph;
    this.configuration = configuration;
    this.order = order;
    Architecture architecture = configuration.architecture();
    LayerForm form = architecture.layerForm();
    Linear linear = new Linear(weights);
    norm = new Norm(weights, configuration.layerNormEpsilon(), form.rootMeanSquare());
    words = new TokenRows(weights, Parameters.WORD_EMBEDDINGS);
    embeddings = new Embeddings(architecture, linear, norm, order);
    GraphBuilder scope = graph.scope("places");
    Value column = scope.reshape(scope.range(order.length()), order.length(), Dimension.ONE);
    everywhere = Places.of(scope, column, order.length());
    layer =
        new EncoderLayer(
            architecture,
            new Attention(configuration, linear, order.sequences(), everywhere),
            new FeedForward(linear, architecture.activation(), form.gated()),
            norm);
    TokenRows decoder =
        architecture.tiedDecoder() ? words : new TokenRows(weights, "cls/predictions/decoder");
    head = new Head(architecture, linear, norm, decoder);
  }

  /** Returns V. */
  Dimension vocabulary() {
    return Dimension.of(configuration.vocabularySize());
  }

  /** Returns the word embeddings. */
  TokenRows words() {
    return words;
  }

  /** Returns the rows of the tokens that {@link Predictions#features} are multiplied by. */
  TokenRows decoder() {
    return head.decoder();
  }

  /**
   * What a network says of positions.
   *
   * @param features [N·P, E]: the product with a token's row of the decoder is its logit, but for
   *     the bias, which does not depend on the input
   * @param logits float [N·P, V]
   */
  record Predictions(Value features, Value logits) {}

  /**
   * Adds the network.
   *
   * @param inputIds the pieces, int64 [N, T]
   * @param words the rows [T·N, E] of the word embeddings that it reads in place of those of the
   *     pieces
   * @param positions which positions are asked for, [N, P]
   */
  Predictions predict(Value inputIds, Value words, Value positions) {
    Value features =
        head.features(graph, encode(embeddings.apply(graph, inputIds, words), positions));
    return new Predictions(features, head.logits(graph, features));
  }

  /**
   * Runs the encoder, its last layer at the asked positions only.
   *
   * @return [N·P, H], row n·P + p being the one at position p of sequence n
   */
  private Value encode(Value embedded, Value positions) {
    Value rows = embedded;
    int last = configuration.layers() - 1;
    for (int number = 0; number < last; number++) {
      rows = layer.apply(graph, number, rows, rows, everywhere);
    }
    GraphBuilder scope = graph.scope("asked");
    Value places = scope.transpose(positions, 1, 0);
    Value queries = order.at(scope, rows, places);
    Places asked = Places.of(scope, places, order.length());
    Value encoded = layer.apply(graph, last, queries, rows, asked);
    Dimension hidden = Dimension.of(configuration.hiddenSize());
    Value perPlace = scope.reshape(encoded, asked.count(), order.sequences(), hidden);
    Value ordered =
        scope.reshape(
            scope.transpose(perPlace, 1, 0, 2), order.sequences().times(asked.count()), hidden);
    return configuration.architecture().layerForm().preNorm()
        ? norm.apply(scope, "bert/encoder/LayerNorm", ordered)
        : ordered;
  }
}
