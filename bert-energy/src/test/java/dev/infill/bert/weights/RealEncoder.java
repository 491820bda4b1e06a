package dev.infill.bert.weights;

import dev.infill.bert.weights.format.ExternalData;
import dev.infill.bert.weights.format.OnnxFile;
import dev.infill.bert.weights.format.OnnxGraph;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * An encoder that was exported without a head, of which no model can be made, for what can be
 * tested of its graph.
 */
public final class RealEncoder {
  private RealEncoder() {}

  /**
   * Reads an encoder.
   *
   * @param file the ONNX file
   * @param wordEmbeddings the name of the word embeddings [V, E]
   */
  public static BertWeights read(Path file, String wordEmbeddings) throws IOException {
    OnnxGraph graph = OnnxFile.read(file, new ExternalData(file));
    List<Long> shape = Objects.requireNonNull(graph.tensors().get(wordEmbeddings)).shape();
    OnnxExport network =
        new OnnxExport(
            graph,
            wordEmbeddings,
            "last_hidden_state",
            new ExportSizes(shape.get(0).intValue(), shape.get(1).intValue(), 512));
    return new BertWeights(
        "encoder",
        new ModelCard("encoder", Optional.empty()),
        network.sizes(),
        Optional.of(network),
        new Pieces(List.of(), true, Optional.empty()),
        network.parameters());
  }
}
