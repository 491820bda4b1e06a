package dev.infill.bert.weights;

import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * An encoder that was exported without a head, of which no model can be made, for what can be
 * tested of its graph.
 *
 * @param network its graph
 */
public record RealEncoder(OnnxExport network) implements BertWeights {
  /**
   * Reads an encoder.
   *
   * @param file the ONNX file
   * @param wordEmbeddings the name of the word embeddings [V, E]
   */
  public static RealEncoder read(Path file, String wordEmbeddings) throws IOException {
    OnnxGraph graph =
        OnnxFile.read(file, new ExternalData(Objects.requireNonNull(file.getParent())));
    List<Long> shape = Objects.requireNonNull(graph.tensors().get(wordEmbeddings)).shape();
    return new RealEncoder(
        new OnnxExport(
            graph,
            wordEmbeddings,
            "last_hidden_state",
            new ExportSizes(shape.get(0).intValue(), shape.get(1).intValue(), 512)));
  }

  @Override
  public String name() {
    return "encoder";
  }

  @Override
  public ModelCard card() {
    return new ModelCard("encoder", Optional.empty());
  }

  @Override
  public ExportSizes configuration() {
    return network.sizes();
  }

  @Override
  public Optional<OnnxExport> export() {
    return Optional.of(network);
  }

  @Override
  public List<String> vocabulary() {
    return List.of();
  }

  @Override
  public boolean lowerCase() {
    return true;
  }

  @Override
  public Set<String> parameters() {
    return network.parameters().keySet();
  }

  @Override
  public List<Long> shape(String parameter) {
    return Objects.requireNonNull(network.parameters().get(parameter)).shape();
  }

  @Override
  public FloatBuffer read(String parameter) {
    return Objects.requireNonNull(network.parameters().get(parameter)).floats();
  }

  @Override
  public void close() {
    // Nothing is held open.
  }
}
