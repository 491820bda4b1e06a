package dev.infill.bert.store;

import dev.infill.bert.weights.tokenizer.TokenizerFile;
import dev.infill.core.text.Vocabulary;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A model in the cache, whole and checked. Its files must not be written to.
 *
 * @param manifest what it says of itself
 * @param folder the folder that holds the files
 * @param vocabulary the word pieces
 * @param tokenizer the model's own tokenizer; empty for BERT's word pieces
 */
public record CompiledModel(
    Manifest manifest, Path folder, Vocabulary vocabulary, Optional<TokenizerFile> tokenizer) {
  /**
   * Returns where a graph is, if the model has it.
   *
   * @param file its name
   */
  public Optional<Path> graph(String file) {
    return manifest.graphs().contains(file) ? Optional.of(folder.resolve(file)) : Optional.empty();
  }
}
