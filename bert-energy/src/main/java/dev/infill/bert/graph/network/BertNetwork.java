package dev.infill.bert.graph.network;

import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.PlainOperator;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.ir.WeightsFile;
import dev.infill.bert.graph.op.ElementwiseFunction;
import dev.infill.bert.graph.op.Gelu;
import dev.infill.bert.graph.op.Gemm;
import dev.infill.bert.graph.op.GraphBuilder;
import dev.infill.bert.graph.op.LayerNormalization;
import dev.infill.bert.weights.Activation;
import dev.infill.bert.weights.Architecture;
import dev.infill.bert.weights.BertConfiguration;
import dev.infill.bert.weights.LayerForm;
import dev.infill.bert.weights.LayerForm.Rotation;
import dev.infill.bert.weights.Parameters;

/**
 * The layers of a BERT with its masked-language-model head (Devlin et al. 2019), or of one of its
 * relatives (RoBERTa, DistilBERT, ELECTRA's generator, ALBERT, ModernBERT, ESM-2, MPNet, EuroBERT),
 * added to a graph.
 *
 * <p>Activations are matrices of one row for each piece, those at the first position of all
 * sequences coming first: row t·N + n is piece t of sequence n. In this order, splitting rows into
 * heads gives [T, N·heads, H/heads], whose transposition to [N·heads, T, H/heads] ONNX Runtime does
 * inside its matrix products.
 *
 * <p>Matrix products are computed in the type of their weights, and so is what stands between two
 * of them without a normalisation: with float16 weights, rows between layers, layer normalisation,
 * softmax and logits still are in float32.
 */
final class BertNetwork {
  private final GraphBuilder graph;
  private final BertConfiguration configuration;
  private final WeightsFile weights;
  private final Dimension sequences;
  private final Dimension length;
  private final Architecture architecture;
  private final Dimension hidden;
  private final Dimension embedding;
  private final WordTable words;
  private final LayerForm form;

  /** [N, heads]. */
  private final Shape perHead;

  /** The places of all rows. */
  private final Places everywhere;

  /**
   * Prepares to add layers.
   *
   * @param sequences N
   * @param length T
   */
  BertNetwork(
      GraphBuilder graph,
      BertConfiguration configuration,
      WeightsFile weights,
      Dimension sequences,
      Dimension length) {
    this.graph = graph;
    this.configuration = configuration;
    this.weights = weights;
    this.sequences = sequences;
    this.length = length;
    architecture = configuration.architecture();
    hidden = Dimension.of(configuration.hiddenSize());
    embedding = Dimension.of(architecture.embeddingSize());
    form = architecture.layerForm();
    perHead = Shape.of(sequences, Dimension.of(configuration.heads()));
    GraphBuilder scope = graph.scope("places");
    Value range = scope.range(length);
    everywhere = new Places(scope, scope.reshape(range, length, Dimension.ONE), length);
    words =
        new WordTable(
            graph, new MatrixRows(graph, weights, Parameters.WORD_EMBEDDINGS), sequences, length);
  }

  /** Returns the word embeddings. */
  WordTable words() {
    return words;
  }

  /** Returns V. */
  Dimension vocabulary() {
    return Dimension.of(configuration.vocabularySize());
  }

  /**
   * Returns the decoder's matrix [V, E], the word embeddings if it is tied: the rows of the tokens
   * that {@link Predictions#features} are multiplied by.
   */
  MatrixRows decoder() {
    return architecture.tiedDecoder()
        ? words.matrix()
        : new MatrixRows(graph, weights, "cls/predictions/decoder");
  }

  /**
   * What a network says of positions.
   *
   * @param features [N·P, E]: their product with a token's row of the decoder is its logit, but for
   *     what does not depend on the input
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
    Value read =
        form.droppedToken().isPresent()
            ? withTokenDropout(inputIds, words, form.droppedToken().getAsInt())
            : words;
    Value transformed = transform(encode(read, positions));
    return new Predictions(transformed, logits(transformed));
  }

  /**
   * Sets the rows of mask tokens to 0 and scales all rows of a sequence up, as the more are 0 of it
   * (Lin et al. 2023). Which tokens are masks is what the ids say: a mixture is none.
   */
  private Value withTokenDropout(Value inputIds, Value words, int mask) {
    GraphBuilder scope = graph.scope("token_dropout");
    TensorType condition = new TensorType(ElementType.BOOL, inputIds.shape());
    Value id = scope.scalar(ElementType.INT64, mask);
    Value masked = scope.apply(new PlainOperator("Equal", condition), inputIds, id).output();
    Value one = scope.scalar(ElementType.FLOAT, 1);
    Value kept = scope.subtract(one, scope.cast(masked, ElementType.FLOAT));
    Value share = scope.scalar(ElementType.FLOAT, LayerForm.KEPT_SHARE);
    Value scale = scope.divide(share, scope.reduceMean(kept));
    Value factors = scope.transpose(scope.multiply(kept, scale), 1, 0);
    return scope.multiply(words, scope.reshape(factors, length.times(sequences), Dimension.ONE));
  }

  /**
   * Runs the encoder, its last layer at some positions only.
   *
   * @param words the rows [T·N, E] of the word embeddings
   * @param positions [N, P]
   * @return the encoded rows [N·P, H], row n·P + p being the one at position p of sequence n
   */
  private Value encode(Value words, Value positions) {
    Value rows = embed(words);
    for (int layer = 0; layer < configuration.layers() - 1; layer++) {
      rows = layer(layer, rows, rows, everywhere);
    }
    Dimension asked = positions.shape().get(1);
    Value places = graph.transpose(positions, 1, 0);
    Value queries = this.words.rowsAt(rows, places);
    Places askedPlaces = new Places(graph.scope("asked_places"), places, length);
    Value last = layer(configuration.layers() - 1, queries, rows, askedPlaces);
    Value ordered = graph.transpose(graph.reshape(last, asked, sequences, hidden), 1, 0, 2);
    Value encoded = graph.reshape(ordered, sequences.times(asked), hidden);
    return form.preNorm()
        ? normalize(graph.scope("encoder"), "bert/encoder/LayerNorm", encoded)
        : encoded;
  }

  /** Returns what the decoder multiplies by its matrix, [rows, E], of encoded rows. */
  private Value transform(Value encoded) {
    if (architecture.headActivation().isEmpty()) {
      return encoded;
    }
    GraphBuilder scope = graph.scope("predictions");
    String prefix = "cls/predictions/transform";
    Value dense = linear(scope.scope("transform"), prefix + "/dense", encoded);
    Value active = activate(scope, architecture.headActivation().get(), dense);
    return normalize(scope, prefix + "/LayerNorm", active);
  }

  /** Returns the logits [rows, V], in float32, of transformed rows. */
  private Value logits(Value transformed) {
    Value bias = graph.parameter(weights, "cls/predictions/output_bias");
    GraphBuilder scope = graph.scope("predictions/decoder");
    Value logits = gemm(scope, new Gemm(true), transformed, decoder().matrix(), bias);
    return scope.cast(logits, ElementType.FLOAT);
  }

  private Value embed(Value words) {
    GraphBuilder scope = graph.scope("embeddings");
    String prefix = "bert/embeddings/";
    Value rows = form.rotations().isEmpty() ? withPositions(scope, words) : words;
    Value normalized =
        form.normalizedEmbeddings() ? normalize(scope, prefix + "LayerNorm", rows) : rows;
    return architecture.projectsEmbeddings()
        ? scope.cast(
            linear(scope.scope("project"), "bert/embeddings_project", normalized),
            ElementType.FLOAT)
        : normalized;
  }

  private Value withPositions(GraphBuilder scope, Value words) {
    Value places =
        scope.cast(
            scope.gather(
                graph.parameter(weights, "bert/embeddings/position_embeddings"), positions(scope)),
            ElementType.FLOAT);
    Value constant =
        scope.reshape(
            architecture.tokenTypes() > 0 ? withFirstType(scope, places) : places,
            length,
            Dimension.ONE,
            embedding);
    Value sum = scope.add(scope.reshape(words, length, sequences, embedding), constant);
    return scope.reshape(sum, length.times(sequences), embedding);
  }

  /** Returns the rows [T] of the position embeddings that pieces take. */
  private Value positions(GraphBuilder scope) {
    Value range = scope.range(length);
    return architecture.firstPosition() == 0
        ? range
        : scope.add(range, scope.scalar(ElementType.INT64, architecture.firstPosition()));
  }

  private Value withFirstType(GraphBuilder scope, Value places) {
    Value types = graph.parameter(weights, "bert/embeddings/token_type_embeddings");
    Value firstType = scope.gather(types, graph.scalar(ElementType.INT64, 0));
    return scope.add(places, scope.cast(firstType, ElementType.FLOAT));
  }

  private static Value activate(GraphBuilder scope, Activation activation, Value x) {
    return switch (activation) {
      case GELU -> scope.apply(new Gelu(false), x).output();
      case TANH_GELU -> scope.apply(new Gelu(true), x).output();
      case RELU -> scope.apply(ElementwiseFunction.RELU, x).output();
      case SILU -> scope.multiply(x, scope.apply(ElementwiseFunction.SIGMOID, x).output());
    };
  }

  /**
   * Adds an encoder layer.
   *
   * @param queries the rows [Q·N, H] that are to be encoded
   * @param rows the rows [T·N, H] that they attend to
   * @param places where the queries stand
   */
  private Value layer(int layer, Value queries, Value rows, Places places) {
    GraphBuilder scope = graph.scope("layer_" + layer);
    String prefix = "bert/encoder/layer_" + architecture.layerParameters().get(layer);
    Value context = attention(scope.scope("attention"), layer, prefix, queries, rows, places);
    GraphBuilder output = scope.scope("attention/output");
    Value attended =
        output.cast(linear(output, prefix + "/attention/output/dense", context), ElementType.FLOAT);
    Value sum = output.add(attended, queries);
    GraphBuilder forward = scope.scope("feed_forward");
    if (form.preNorm()) {
      Value read = normalize(forward, prefix + "/intermediate/LayerNorm", sum);
      return forward.add(feedForward(forward, prefix, read), sum);
    }
    Value middle = normalize(output, prefix + "/attention/output/LayerNorm", sum);
    Value outer = feedForward(forward, prefix, middle);
    return normalize(forward, prefix + "/output/LayerNorm", forward.add(outer, middle));
  }

  private Value feedForward(GraphBuilder scope, String prefix, Value rows) {
    Value inner = linear(scope, prefix + "/intermediate/dense", rows);
    Value active = activate(scope, architecture.activation(), inner);
    Value passed =
        form.gated()
            ? scope.multiply(
                active, linear(scope.scope("gate"), prefix + "/intermediate/gate", rows))
            : active;
    return scope.cast(linear(scope, prefix + "/output/dense", passed), ElementType.FLOAT);
  }

  private Value attention(
      GraphBuilder scope, int layer, String prefix, Value queries, Value rows, Places places) {
    String self = prefix + "/attention/self/";
    Value read = readByAttention(scope, layer, prefix, rows);
    Value asking = queries.equals(rows) ? read : readByAttention(scope, layer, prefix, queries);
    Value query = heads(layer, linear(scope.scope("query"), self + "query", asking), places);
    Value key = heads(layer, linear(scope.scope("key"), self + "key", read), everywhere);
    Value value = split(linear(scope.scope("value"), self + "value", read), length);
    double scale = 1 / Math.sqrt((double) configuration.hiddenSize() / configuration.heads());
    Value scores =
        scores(scope, scope.transpose(query, 1, 0, 2), scope.transpose(key, 1, 2, 0), scale);
    Value placed = placed(layer, scores, places);
    Value shares = scope.cast(scope.softmax(placed), value.element());
    Value context = scope.matMul(shares, scope.transpose(value, 1, 0, 2));
    return scope.reshape(
        scope.transpose(context, 1, 0, 2), places.count().times(sequences), hidden);
  }

  /** Lets scores depend on how far apart their rows stand, where distances count. */
  private Value placed(int layer, Value scores, Places places) {
    if (form.relativeBias()) {
      return places.biased(graph.parameter(weights, Parameters.RELATIVE_BIAS), scores, perHead);
    }
    return form.rotations().isEmpty()
        ? scores
        : places.within(rotation(layer).reach(), scores, perHead);
  }

  private Value readByAttention(GraphBuilder scope, int layer, String prefix, Value rows) {
    return form.normalizesBeforeAttention(layer)
        ? normalize(scope, prefix + "/attention/LayerNorm", rows)
        : rows;
  }

  private Rotation rotation(int layer) {
    return form.rotations().get(layer);
  }

  /** Returns the scaled products of queries and keys, in float32. */
  private static Value scores(GraphBuilder scope, Value query, Value key, double scale) {
    if (query.element() == ElementType.FLOAT16) {
      // Its largest number is 65,504: what goes into the product is scaled, not what comes out.
      Value scaled = scope.multiply(query, scope.scalar(ElementType.FLOAT16, scale));
      return scope.cast(scope.matMul(scaled, key), ElementType.FLOAT);
    }
    // ONNX Runtime scales in float32 within the product.
    Value products = scope.matMul(query, key);
    return scope.multiply(products, scope.scalar(ElementType.FLOAT, scale));
  }

  /** Splits rows [Q·N, H] into [Q, N·heads, H/heads], turned where positions are rotary. */
  private Value heads(int layer, Value rows, Places places) {
    Value split = split(rows, places.count());
    if (form.rotations().isEmpty()) {
      return split;
    }
    Shape four = Shape.of(places.count()).followedBy(perHead).followedBy(split.shape().get(-1));
    Value turned = places.turned(graph.reshape(split, four), rotation(layer).theta());
    return graph.reshape(turned, split.shape());
  }

  /** Splits rows [Q·N, H] into [Q, N·heads, H/heads]. */
  private Value split(Value rows, Dimension queryLength) {
    Dimension size = Dimension.of(configuration.hiddenSize() / configuration.heads());
    return graph.reshape(rows, queryLength, perHead.size(), size);
  }

  private Value linear(GraphBuilder scope, String prefix, Value rows) {
    Value kernel = graph.parameter(weights, prefix + "/kernel");
    Value bias = graph.parameter(weights, prefix + "/bias");
    return gemm(scope, new Gemm(false), rows, kernel, bias);
  }

  /** Multiplies in the type of the matrix, which the result is in as well. */
  private Value gemm(GraphBuilder scope, Gemm product, Value rows, Value matrix, Value bias) {
    ElementType element = matrix.element();
    return scope
        .apply(product, scope.cast(rows, element), matrix, scope.cast(bias, element))
        .output();
  }

  private Value normalize(GraphBuilder scope, String prefix, Value rows) {
    Value gamma = graph.parameter(weights, prefix + "/gamma");
    if (form.rootMeanSquare()) {
      Value x = scope.cast(rows, ElementType.FLOAT);
      Value epsilon = scope.scalar(ElementType.FLOAT, configuration.layerNormEpsilon());
      Value square = scope.add(scope.reduceMean(scope.multiply(x, x)), epsilon);
      Value root = scope.apply(ElementwiseFunction.SQRT, square).output();
      return scope.multiply(scope.divide(x, root), gamma);
    }
    Value beta = graph.parameter(weights, prefix + "/beta");
    LayerNormalization operator = new LayerNormalization(configuration.layerNormEpsilon());
    return scope.apply(operator, scope.cast(rows, ElementType.FLOAT), gamma, beta).output();
  }
}
