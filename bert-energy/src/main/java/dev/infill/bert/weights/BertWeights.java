package dev.infill.bert.weights;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/**
 * One masked language model, opened.
 *
 * @param name where the weights come from, for people
 * @param card what the model says of itself
 * @param configuration the sizes: a {@link BertConfiguration}, unless there is an export
 * @param export the network if it is given as a graph, and not by its sizes
 * @param pieces what texts are cut into
 * @param parameters the parameters
 */
public record BertWeights(
    String name,
    ModelCard card,
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
