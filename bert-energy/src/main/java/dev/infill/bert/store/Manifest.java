package dev.infill.bert.store;

import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.WeightsFile;
import dev.infill.bert.weights.NetworkSizes;
import java.util.List;
import java.util.Map;

/**
 * The description of a compiled model, which lies beside its other files.
 *
 * @param source the name of the model that was compiled
 * @param family which kind of model it is
 * @param sha256 the SHA-256 of the file of weights, 64 hexadecimal digits; if that holds matrices
 *     in float16, of the file as it would be in float32
 * @param lowerCase whether the tokenizer takes upper case away
 * @param configuration the sizes
 * @param weights where the parameters stand
 * @param files size and checksum of every other file of the folder, by its name
 */
public record Manifest(
    String source,
    String family,
    String sha256,
    boolean lowerCase,
    NetworkSizes configuration,
    WeightsFile weights,
    Map<String, StoredFile> files) {
  /** How the names of graphs end, and no others. */
  static final String GRAPH = ".onnx";

  /** Copies the map. */
  public Manifest {
    files = Map.copyOf(files);
  }

  /** Returns the names of the graphs' files. */
  public List<String> graphs() {
    return files.keySet().stream().filter(name -> name.endsWith(GRAPH)).sorted().toList();
  }

  /** Returns the numbers that its matrices are stored in. */
  public CachedModel.NumberFormat matrices() {
    return weights.entries().values().stream()
            .anyMatch(entry -> entry.element() == ElementType.FLOAT16)
        ? CachedModel.NumberFormat.FLOAT16
        : CachedModel.NumberFormat.FLOAT32;
  }
}
