package dev.infill.bert.store;

import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.WeightsFile;
import dev.infill.bert.weights.tokenizer.TokenizerFile;
import dev.infill.core.FailureReason;
import dev.infill.core.text.Vocabulary;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A model in the cache, whole and checked. Nobody may write to its files.
 *
 * @param manifest its description
 * @param folder the folder that holds the files
 * @param tokenizer cuts texts into pieces
 */
public record CompiledModel(Manifest manifest, Path folder, TokenizerFile tokenizer) {
  /** Returns the pieces of the tokenizer. */
  public Vocabulary vocabulary() {
    return tokenizer.vocabulary();
  }

  /**
   * Returns the path of a graph, if the model has it.
   *
   * @param file its name
   */
  public Optional<Path> graph(String file) {
    return manifest.graphs().contains(file) ? Optional.of(folder.resolve(file)) : Optional.empty();
  }

  /**
   * Maps a matrix of float32 numbers into memory.
   *
   * @param parameter its name
   * @return empty if no parameter of that name is in float32, or it has more than 2 GB
   * @throws ModelStoreException if the file cannot be read
   */
  public Optional<MappedMatrix> matrix(String parameter) {
    WeightsFile.Entry entry = manifest.weights().entries().get(parameter);
    if (entry == null
        || entry.element() != ElementType.FLOAT
        || entry.length() > Integer.MAX_VALUE) {
      return Optional.empty();
    }
    Path file = folder.resolve(manifest.weights().fileName());
    try (FileChannel channel = FileChannel.open(file)) {
      return Optional.of(
          new MappedMatrix(
              channel
                  .map(FileChannel.MapMode.READ_ONLY, entry.offset(), entry.length())
                  .order(ByteOrder.LITTLE_ENDIAN)
                  .asFloatBuffer(),
              Math.toIntExact(entry.shape().get(1))));
    } catch (IOException e) {
      throw new ModelStoreException(file + " cannot be read: " + FailureReason.of(e), e);
    }
  }
}
