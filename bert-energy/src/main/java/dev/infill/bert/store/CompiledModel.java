package dev.infill.bert.store;

import dev.infill.bert.graph.ir.WeightsFile;
import dev.infill.bert.weights.NetworkSizes;
import dev.infill.bert.weights.tokenizer.TokenizerFile;
import dev.infill.core.text.Vocabulary;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * A model in the cache, whole and checked. Its files must not be written to.
 *
 * @param source the name of the model that was compiled
 * @param sha256 the SHA-256 of the weights in float32, whatever they are stored in, 64 hexadecimal
 *     digits
 * @param folder the folder that holds the files
 * @param configuration the sizes
 * @param lowerCase whether upper case and accents are removed before a text is cut into pieces
 * @param vocabulary the word pieces
 * @param tokenizer the model's own tokenizer; empty for BERT's word pieces
 * @param weights where the parameters stand in the file of weights, which is in the folder
 * @param graphs the graph files by their names
 * @param limitation why there are no graphs of gradients, in one line; empty if there are
 */
public record CompiledModel(
    String source,
    String sha256,
    Path folder,
    NetworkSizes configuration,
    boolean lowerCase,
    Vocabulary vocabulary,
    Optional<TokenizerFile> tokenizer,
    WeightsFile weights,
    Map<String, Path> graphs,
    Optional<String> limitation) {
  /** Copies the map. */
  public CompiledModel {
    graphs = Map.copyOf(graphs);
  }
}
