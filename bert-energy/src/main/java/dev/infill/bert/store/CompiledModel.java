package dev.infill.bert.store;

import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.WeightsFile;
import dev.infill.bert.weights.tokenizer.TokenizerFile;
import dev.infill.core.FailureReason;
import dev.infill.core.text.Vocabulary;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

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

  /**
   * Returns rows of a matrix of float32 numbers, which stay in the file and are mapped into memory.
   *
   * @param parameter the name of the matrix
   * @param rows which rows, from 0
   * @return them, read-only; empty if there is no such matrix, or it is not in float32
   * @throws ModelStoreException if the file cannot be read
   */
  public Optional<List<FloatBuffer>> rows(String parameter, int[] rows) {
    WeightsFile.Entry entry = manifest.weights().entries().get(parameter);
    if (entry == null || entry.element() != ElementType.FLOAT) {
      return Optional.empty();
    }
    int width = Math.toIntExact(entry.shape().get(1));
    Path file = folder.resolve(manifest.weights().fileName());
    try (FileChannel channel = FileChannel.open(file)) {
      FloatBuffer matrix =
          channel
              .map(FileChannel.MapMode.READ_ONLY, entry.offset(), entry.length())
              .order(ByteOrder.LITTLE_ENDIAN)
              .asFloatBuffer();
      return Optional.of(
          IntStream.of(rows)
              .mapToObj(row -> matrix.slice(Math.multiplyExact(row, width), width))
              .toList());
    } catch (IOException e) {
      throw new ModelStoreException(file + " cannot be read: " + FailureReason.of(e), e);
    }
  }
}
