package dev.infill.bert.weights;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/**
 * One masked language model, opened.
 *
 * @param name where the weights come from, for people
 * @param family which kind of model it is, for people: {@code BERT}, {@code RoBERTa}, …; {@code
 *     ONNX graph} for an export
 * @param configuration the sizes: a {@link BertConfiguration}, unless there is an export
 * @param export the network if it is given as a graph, and not by its sizes
 * @param pieces what texts are cut into
 * @param parameters the parameters
 */
public record BertWeights(
    String name,
    String family,
    NetworkSizes configuration,
    Optional<OnnxExport> export,
    Pieces pieces,
    Parameters parameters)
    implements Closeable {
  @Override
  public void close() throws IOException {
    parameters.close();
  }
}
