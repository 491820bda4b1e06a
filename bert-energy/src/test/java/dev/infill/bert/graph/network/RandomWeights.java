package dev.infill.bert.graph.network;

import dev.infill.bert.graph.ir.WeightsFile;
import dev.infill.bert.weights.Architecture;
import dev.infill.bert.weights.BertConfiguration;
import dev.infill.bert.weights.LayerForm;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Parameters of a BERT drawn at random, in memory and in a file.
 *
 * @param values each parameter's elements, row-major
 * @param file where they stand in the file
 */
record RandomWeights(Map<String, float[]> values, WeightsFile file) {
  private static final int PAGE = 4096;

  /**
   * Draws parameters and writes them.
   *
   * @param scale the standard deviation of the weights
   */
  static RandomWeights write(
      Path folder, BertConfiguration configuration, double scale, Random random)
      throws IOException {
    Map<String, List<Long>> shapes = shapes(configuration);
    Map<String, float[]> values = new LinkedHashMap<>();
    Map<String, WeightsFile.Entry> entries = new LinkedHashMap<>();
    Path path = folder.resolve("weights.bin");
    try (FileChannel channel =
        FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      for (Map.Entry<String, List<Long>> shape : shapes.entrySet()) {
        String name = shape.getKey();
        int count = Math.toIntExact(shape.getValue().stream().reduce(1L, Math::multiplyExact));
        double mean = name.endsWith("gamma") ? 1 : 0;
        float[] elements = new float[count];
        ByteBuffer bytes = ByteBuffer.allocate(4 * count).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < count; i++) {
          elements[i] = (float) (mean + scale * random.nextGaussian());
          bytes.putFloat(elements[i]);
        }
        long offset = (channel.size() + PAGE - 1) / PAGE * PAGE;
        channel.write(bytes.flip(), offset);
        values.put(name, elements);
        entries.put(name, new WeightsFile.Entry(shape.getValue(), offset, 4L * count));
      }
    }
    return new RandomWeights(values, new WeightsFile(path.getFileName().toString(), entries));
  }

  private static Map<String, List<Long>> shapes(BertConfiguration configuration) {
    Architecture architecture = configuration.architecture();
    long hidden = configuration.hiddenSize();
    long width = architecture.embeddingSize();
    long vocabulary = configuration.vocabularySize();
    long positions = (long) configuration.maxPositions() + architecture.firstPosition();
    long intermediate = configuration.intermediateSize();
    Map<String, List<Long>> shapes = new LinkedHashMap<>();
    String embeddings = "bert/embeddings/";
    shapes.put(embeddings + "word_embeddings", List.of(vocabulary, width));
    LayerForm form = architecture.layerForm();
    if (form.rotations().isEmpty()) {
      shapes.put(embeddings + "position_embeddings", List.of(positions, width));
    }
    if (architecture.tokenTypes() > 0) {
      shapes.put(
          embeddings + "token_type_embeddings", List.of((long) architecture.tokenTypes(), width));
    }
    putNormalization(shapes, embeddings, width);
    if (architecture.projectsEmbeddings()) {
      putDense(shapes, "bert/embeddings_project", width, hidden);
    }
    for (int layer = 0; layer < architecture.storedLayers(); layer++) {
      String prefix = "bert/encoder/layer_" + layer + "/";
      for (String projection : List.of("query", "key", "value")) {
        putDense(shapes, prefix + "attention/self/" + projection, hidden, hidden);
      }
      putDense(shapes, prefix + "attention/output/dense", hidden, hidden);
      putNormalization(shapes, prefix + "attention/output/", hidden);
      putDense(shapes, prefix + "intermediate/dense", hidden, intermediate);
      putDense(shapes, prefix + "output/dense", intermediate, hidden);
      putNormalization(shapes, prefix + "output/", hidden);
      if (form.preNorm()) {
        putNormalization(shapes, prefix + "attention/", hidden);
        putNormalization(shapes, prefix + "intermediate/", hidden);
      }
      if (form.gated()) {
        putDense(shapes, prefix + "intermediate/gate", hidden, intermediate);
      }
    }
    if (form.preNorm()) {
      putNormalization(shapes, "bert/encoder/", hidden);
    }
    putDense(shapes, "cls/predictions/transform/dense", hidden, width);
    putNormalization(shapes, "cls/predictions/transform/", width);
    shapes.put("cls/predictions/output_bias", List.of(vocabulary));
    if (!architecture.tiedDecoder()) {
      shapes.put("cls/predictions/decoder", List.of(vocabulary, width));
    }
    return shapes;
  }

  private static void putDense(
      Map<String, List<Long>> shapes, String prefix, long inputs, long outputs) {
    shapes.put(prefix + "/kernel", List.of(inputs, outputs));
    shapes.put(prefix + "/bias", List.of(outputs));
  }

  private static void putNormalization(
      Map<String, List<Long>> shapes, String prefix, long features) {
    shapes.put(prefix + "LayerNorm/gamma", List.of(features));
    shapes.put(prefix + "LayerNorm/beta", List.of(features));
  }
}
