package dev.infill.bert.weights.source;

import dev.infill.bert.weights.format.PrintableName;
import dev.infill.bert.weights.format.SafetensorsFile;
import dev.infill.bert.weights.format.SafetensorsTensor;
import dev.infill.bert.weights.format.WeightIndex;
import dev.infill.bert.weights.source.TensorNames.Part;
import dev.infill.core.InvalidInputException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The tensors of a model's folder: in one file, or in several with an index. A failure names the
 * file at fault.
 */
final class TensorFiles implements Closeable {
  static final String SINGLE = "model.safetensors";
  static final String INDEX = "model.safetensors.index.json";

  private final ModelFileReading reading;
  private final Map<String, SafetensorsFile> files = new TreeMap<>();

  /** The file of each tensor. */
  private final Map<String, String> places = new HashMap<>();

  private TensorFiles(ModelFileReading reading) {
    this.reading = reading;
  }

  /** Opens the files of a folder. */
  static TensorFiles open(Path folder, ModelFileReading reading) throws IOException {
    TensorFiles tensors = new TensorFiles(reading);
    try {
      if (!Files.exists(folder.resolve(SINGLE)) && Files.exists(folder.resolve(INDEX))) {
        tensors.openShards(folder);
      } else {
        tensors.openSingle(folder);
      }
      return tensors;
    } catch (IOException | RuntimeException e) {
      tensors.close();
      throw e;
    }
  }

  private void openSingle(Path folder) throws IOException {
    if (!Files.exists(folder.resolve(SINGLE))) {
      throw reading.refusal(
          SINGLE,
          "is missing: weights are read in the safetensors format, one file or an index %s of several"
              .formatted(INDEX));
    }
    openFile(folder, SINGLE).tensors().keySet().forEach(name -> places.put(name, SINGLE));
  }

  private SafetensorsFile openFile(Path folder, String name) throws IOException {
    SafetensorsFile file = reading.of(name, () -> SafetensorsFile.open(folder.resolve(name)));
    files.put(name, file);
    return file;
  }

  private void openShards(Path folder) throws IOException {
    places.putAll(reading.of(INDEX, () -> WeightIndex.read(folder.resolve(INDEX))).files());
    for (String shard : new TreeSet<>(places.values())) {
      openFile(folder, shard);
    }
    for (Map.Entry<String, String> place : places.entrySet()) {
      if (!source(place.getKey()).tensors().containsKey(place.getKey())) {
        throw refusal(
            place.getKey(),
            "lacks %s, which %s has in it".formatted(PrintableName.of(place.getKey()), INDEX));
      }
    }
  }

  /** Returns the names of all tensors. */
  Set<String> names() {
    return places.keySet();
  }

  /** Returns the failure of the file of a tensor; of the list of tensors, if there is none. */
  InvalidInputException refusal(String name, String what) {
    String list = files.containsKey(SINGLE) ? SINGLE : INDEX;
    return reading.refusal(places.getOrDefault(name, list), what);
  }

  SafetensorsTensor tensor(String name) {
    return Objects.requireNonNull(source(name).tensors().get(name), name);
  }

  FloatBuffer read(String name, Part part) throws IOException {
    return reading.of(file(name), () -> source(name).read(name, part.number(), part.count()));
  }

  /** Says whether two tensors hold the same numbers. */
  boolean areEqual(String first, String second) throws IOException {
    if (!tensor(first).shape().equals(tensor(second).shape())) {
      return false;
    }
    return tensor(first).type() == tensor(second).type()
        ? bytes(first).equals(bytes(second))
        : read(first, Part.WHOLE).equals(read(second, Part.WHOLE));
  }

  private ByteBuffer bytes(String name) throws IOException {
    return reading.of(file(name), () -> source(name).bytes(name, 0, 1));
  }

  private String file(String name) {
    return Objects.requireNonNull(places.get(name), name);
  }

  private SafetensorsFile source(String name) {
    return Objects.requireNonNull(files.get(file(name)), name);
  }

  @Override
  public void close() throws IOException {
    for (SafetensorsFile file : files.values()) {
      file.close();
    }
  }
}
