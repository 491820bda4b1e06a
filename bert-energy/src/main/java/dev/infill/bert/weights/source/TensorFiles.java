package dev.infill.bert.weights.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.infill.bert.weights.format.BoundedJson;
import dev.infill.bert.weights.format.MalformedFileException;
import dev.infill.bert.weights.format.PrintableName;
import dev.infill.bert.weights.format.SafetensorsFile;
import dev.infill.bert.weights.format.SafetensorsTensor;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The tensors of a model's folder: in one file, or in several and an index that says where. */
final class TensorFiles implements Closeable {
  static final String SINGLE = "model.safetensors";
  static final String INDEX = "model.safetensors.index.json";

  /** A name in the folder itself. */
  private static final Pattern SHARD = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*\\.safetensors");

  private final Map<String, SafetensorsFile> files = new TreeMap<>();

  /** The file of each tensor. */
  private final Map<String, String> places = new HashMap<>();

  private TensorFiles() {}

  /**
   * Opens the files of a folder.
   *
   * @param reading names the file that a failure is of
   */
  static TensorFiles open(Path folder, ModelFileReading reading) throws IOException {
    TensorFiles tensors = new TensorFiles();
    try {
      if (!Files.exists(folder.resolve(SINGLE)) && Files.exists(folder.resolve(INDEX))) {
        tensors.openShards(folder, reading);
      } else {
        SafetensorsFile file =
            reading.of(
                SINGLE,
                () -> {
                  if (!Files.exists(folder.resolve(SINGLE))) {
                    throw new MalformedFileException(
                        "is missing: weights are read in the safetensors format, one file or an"
                            + " index "
                            + INDEX
                            + " of several");
                  }
                  return SafetensorsFile.open(folder.resolve(SINGLE));
                });
        tensors.files.put(SINGLE, file);
        file.tensors().keySet().forEach(name -> tensors.places.put(name, SINGLE));
      }
      return tensors;
    } catch (IOException | RuntimeException e) {
      tensors.close();
      throw e;
    }
  }

  private void openShards(Path folder, ModelFileReading reading) throws IOException {
    reading.of(
        INDEX,
        () -> {
          readIndex(BoundedJson.object(folder.resolve(INDEX)));
          return this;
        });
    for (String shard : new TreeSet<>(places.values())) {
      files.put(
          shard,
          reading.of(
              shard,
              () -> {
                SafetensorsFile file = SafetensorsFile.open(folder.resolve(shard));
                requireTensors(shard, file);
                return file;
              }));
    }
  }

  private void readIndex(JsonNode index) throws MalformedFileException {
    JsonNode map = index.path("weight_map");
    if (!map.isObject()) {
      throw new MalformedFileException("has no weight_map");
    }
    for (Map.Entry<String, JsonNode> entry : map.properties()) {
      String shard = entry.getValue().asText("");
      if (!entry.getValue().isTextual() || !SHARD.matcher(shard).matches()) {
        throw new MalformedFileException(
            "has %s in the file '%s', which is no name of a safetensors file in the same folder"
                .formatted(PrintableName.of(entry.getKey()), PrintableName.of(shard)));
      }
      places.put(entry.getKey(), shard);
    }
  }

  private void requireTensors(String shard, SafetensorsFile file) throws IOException {
    for (Map.Entry<String, String> place : places.entrySet()) {
      if (place.getValue().equals(shard) && !file.tensors().containsKey(place.getKey())) {
        file.close();
        throw new MalformedFileException(
            "lacks %s, which %s has in it".formatted(PrintableName.of(place.getKey()), INDEX));
      }
    }
  }

  /** Returns the name of the file that lists all tensors. */
  String list() {
    return files.containsKey(SINGLE) ? SINGLE : INDEX;
  }

  /** Returns the names of all tensors. */
  Set<String> names() {
    return places.keySet();
  }

  /** Returns the name of the file that a tensor is in. */
  String file(String name) {
    return Objects.requireNonNull(places.get(name), name);
  }

  SafetensorsTensor tensor(String name) {
    return Objects.requireNonNull(source(name).tensors().get(name), name);
  }

  float[] read(String name, TensorNames.Part part) throws IOException {
    return source(name).read(name, part.number(), part.count());
  }

  /** Says whether two tensors hold the same numbers, read in parts. */
  boolean areEqual(String first, String second) throws IOException {
    SafetensorsTensor tensor = tensor(first);
    if (!tensor.shape().equals(tensor(second).shape())) {
      return false;
    }
    float[] here = new float[1 << 16];
    float[] there = new float[here.length];
    for (long done = 0; done < tensor.elements(); done += here.length) {
      int count = (int) Math.min(here.length, tensor.elements() - done);
      source(first).read(first, done, here, count);
      source(second).read(second, done, there, count);
      for (int i = 0; i < count; i++) {
        if (Float.compare(here[i], there[i]) != 0) {
          return false;
        }
      }
    }
    return true;
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
