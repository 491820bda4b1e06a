package dev.infill.bert.weights;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.infill.bert.weights.SafetensorsWriter.Tensor;
import dev.infill.bert.weights.format.SafetensorsType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/** Random tensors by their names, drawn in the order in which they are added. */
final class RandomTensors {
  final TreeMap<String, Tensor> tensors = new TreeMap<>();
  private final Random random;
  private final double deviation;

  RandomTensors(long seed) {
    this(seed, 0.3);
  }

  /**
   * Begins with none.
   *
   * @param deviation the standard deviation of their numbers
   */
  RandomTensors(long seed, double deviation) {
    random = new Random(seed);
    this.deviation = deviation;
  }

  /** Adds one around 0, or around 1 where it is the weight of a normalisation. */
  void add(String name, long... sizes) {
    int count = (int) Arrays.stream(sizes).reduce(1, Math::multiplyExact);
    float[] numbers = new float[count];
    double mean = sizes.length == 1 && name.endsWith(".weight") ? 1 : 0;
    for (int i = 0; i < count; i++) {
      numbers[i] = (float) (mean + deviation * random.nextGaussian());
    }
    tensors.put(
        name, new Tensor(SafetensorsType.F32, Arrays.stream(sizes).boxed().toList(), numbers));
  }

  /** Adds the weight, [outputs, inputs], and perhaps the bias of a linear module. */
  void addLinear(String module, int inputs, int outputs, boolean isBiased) {
    add(module + ".weight", outputs, inputs);
    if (isBiased) {
      add(module + ".bias", outputs);
    }
  }

  /** Adds the weight and perhaps the bias of a normalisation. */
  void addNorm(String module, int width, boolean isBiased) {
    add(module + ".weight", width);
    if (isBiased) {
      add(module + ".bias", width);
    }
  }

  /** Writes them, the configuration and the other files, by their names, as a model's folder. */
  Path write(Path folder, ObjectNode config, Map<String, byte[]> files) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("config.json"), config.toString());
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      Files.write(folder.resolve(file.getKey()), file.getValue());
    }
    SafetensorsWriter.write(folder.resolve("model.safetensors"), tensors);
    return folder;
  }

  /** Returns the numbers of a tensor, row-major. */
  float[] values(String tensor) {
    return Optional.ofNullable(tensors.get(tensor)).orElseThrow().values();
  }
}
