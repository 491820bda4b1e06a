package dev.infill.bert.graph.imports;

import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.ir.WeightsFile;
import dev.infill.bert.graph.network.MaskedLanguageNetwork;
import dev.infill.bert.graph.network.MatrixRows;
import dev.infill.bert.graph.network.NetworkPlan;
import dev.infill.bert.graph.network.OneHotRows;
import dev.infill.bert.graph.network.TokenRows;
import dev.infill.bert.graph.network.WordTable;
import dev.infill.bert.graph.op.GraphBuilder;
import dev.infill.bert.graph.op.UnsupportedNodeException;
import dev.infill.bert.weights.OnnxExport;
import dev.infill.core.InvalidInputException;

/**
 * A masked language model that was exported to ONNX, rebuilt.
 *
 * <p>What its nodes do at one position does not depend on whether others are asked for: as many of
 * the last ones as possible run at the asked positions only.
 */
public final class ImportedNetwork implements MaskedLanguageNetwork {
  private final GraphBuilder graph;
  private final OnnxExport export;
  private final WeightsFile weights;
  private final Dimension sequences;
  private final Dimension length;
  private final WordTable words;

  /**
   * Prepares to add it.
   *
   * @param sequences N
   * @param length T
   */
  ImportedNetwork(
      GraphBuilder graph,
      OnnxExport export,
      WeightsFile weights,
      Dimension sequences,
      Dimension length) {
    this.graph = graph;
    this.export = export;
    this.weights = weights;
    this.sequences = sequences;
    this.length = length;
    String matrix = OnnxExport.parameter(export.wordEmbeddings());
    if (!weights.entries().containsKey(matrix)) {
      throw new UnsupportedNodeException(
          "the word embeddings are no real numbers (a quantized model)");
    }
    words = new WordTable(graph, new MatrixRows(graph, weights, matrix), sequences, length);
  }

  /**
   * Returns the plan of one.
   *
   * @param export the exported model
   * @param weights where the parameters stand
   */
  public static NetworkPlan plan(OnnxExport export, WeightsFile weights) {
    return (graph, sequences, length) ->
        new ImportedNetwork(graph, export, weights, sequences, length);
  }

  @Override
  public WordTable words() {
    return words;
  }

  @Override
  public Dimension vocabulary() {
    return Dimension.of(export.sizes().vocabularySize());
  }

  @Override
  public TokenRows targets() {
    return new OneHotRows(vocabulary());
  }

  /**
   * Adds the network.
   *
   * @throws InvalidInputException for field {@code model} if its output is none of logits
   * @throws UnsupportedNodeException if a node of it is not supported
   */
  @Override
  public Predictions predict(Value inputIds, Value rows, Value positions) {
    Dimension width = words.matrix().width();
    Value inOrder = graph.transpose(graph.reshape(rows, length, sequences, width), 1, 0, 2);
    Value output = new GraphImport(export, weights, graph, inputIds, inOrder).output();
    requireLogits(output.shape());
    Dimension asked = positions.shape().get(1);
    Value logits =
        graph.reshape(
            new PositionRestriction(graph, sequences, length, positions).of(output),
            sequences.times(asked),
            vocabulary());
    return new Predictions(logits, logits);
  }

  private void requireLogits(Shape shape) {
    if (shape.equals(Shape.of(sequences, length, vocabulary()))) {
      return;
    }
    boolean hidden = shape.rank() == 3 && !shape.get(2).equals(vocabulary());
    throw new InvalidInputException(
        "model",
        hidden
            ? "gives hidden states of width %s (%s), not logits of %s word pieces: it is an encoder without its masked-language-model head; export it for the task fill-mask"
                .formatted(shape.get(2), export.output(), vocabulary())
            : "gives %s of shape %s, not logits of shape %s"
                .formatted(export.output(), shape, Shape.of(sequences, length, vocabulary())));
  }
}
