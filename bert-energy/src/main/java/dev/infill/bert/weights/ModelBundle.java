package dev.infill.bert.weights;

import dev.infill.bert.weights.tokenizer.TokenizerFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/**
 * One masked language model, opened: all that is known behind the door of its {@link
 * WeightsSource}, in whichever form it came.
 *
 * @param name where the model comes from, for people
 * @param family the kind of model, for people: {@code BERT}, {@code RoBERTa}, …; {@code ONNX graph}
 *     for an export
 * @param configuration the sizes: a {@link BertConfiguration}, unless there is an export
 * @param export the network, if the model is a graph and not sizes
 * @param tokenizer cuts texts into pieces
 * @param parameters the parameters
 */
public record ModelBundle(
    String name,
    String family,
    NetworkSizes configuration,
    Optional<OnnxExport> export,
    TokenizerFile tokenizer,
    Parameters parameters)
    implements Closeable {
  @Override
  public void close() throws IOException {
    parameters.close();
  }
}
