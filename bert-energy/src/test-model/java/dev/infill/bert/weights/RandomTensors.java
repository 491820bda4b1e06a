package dev.infill.bert.weights;

import dev.infill.bert.weights.SafetensorsWriter.Tensor;
import dev.infill.bert.weights.format.SafetensorsType;
import java.util.Arrays;
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

  /** Returns the numbers of a tensor, row-major. */
  float[] values(String tensor) {
    return Optional.ofNullable(tensors.get(tensor)).orElseThrow().values();
  }
}
