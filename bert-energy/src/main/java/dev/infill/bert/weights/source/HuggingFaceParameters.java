package dev.infill.bert.weights.source;

import dev.infill.bert.weights.Parameters;
import dev.infill.bert.weights.format.MalformedFileException;
import dev.infill.bert.weights.format.PrintableName;
import dev.infill.bert.weights.format.SafetensorsTensor;
import dev.infill.bert.weights.source.TensorNames.Part;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The parameters of a model in a folder of Hugging Face, by the names and layouts of Google's
 * checkpoints: PyTorch has the matrices of its layers as [out, in], which are transposed; those
 * that a tensor holds one below the other are separated, biases that the model lacks are 0, buckets
 * of distances have a row for each distance, and heads of keys and values that several heads of
 * queries share are there for each of them.
 */
final class HuggingFaceParameters implements Parameters {
  private final ModelFileReading reading;
  private final HuggingFaceConfiguration configuration;
  private final TensorFiles tensors;
  private final Map<String, List<Long>> shapes;

  /** The tensor of each parameter. */
  private final Map<String, String> sources = new TreeMap<>();

  private HuggingFaceParameters(
      ModelFileReading reading, HuggingFaceConfiguration configuration, TensorFiles tensors) {
    this.reading = reading;
    this.configuration = configuration;
    this.tensors = tensors;
    this.shapes = ParameterLayout.required(configuration.configuration());
  }

  /**
   * Finds the parameters of a configuration.
   *
   * @param reading names the file that a failure is of
   * @throws dev.infill.core.InvalidInputException for field {@code model} if one is missing or of
   *     another shape, or there are more than such a model has
   */
  static HuggingFaceParameters open(
      Path folder, HuggingFaceConfiguration configuration, ModelFileReading reading)
      throws IOException {
    TensorFiles tensors = TensorFiles.open(folder, reading);
    try {
      HuggingFaceParameters parameters = new HuggingFaceParameters(reading, configuration, tensors);
      parameters.find();
      parameters.checkDecoder();
      parameters.checkRest();
      return parameters;
    } catch (IOException | RuntimeException e) {
      tensors.close();
      throw e;
    }
  }

  private void find() throws IOException {
    for (Map.Entry<String, List<Long>> parameter : shapes.entrySet()) {
      List<String> possible = tensorNames(parameter.getKey());
      List<String> found = possible.stream().filter(tensors.names()::contains).toList();
      String where = found.isEmpty() ? tensors.list() : tensors.file(found.get(found.size() - 1));
      if (configuration.zeros().contains(parameter.getKey())) {
        checkNone(parameter.getKey(), found, where);
        continue;
      }
      reading.of(
          where,
          () -> {
            if (found.isEmpty()) {
              throw new MalformedFileException(
                  "lacks %s: it should hold %s with its masked-language-model head"
                      .formatted(possible.get(0), configuration.family().one()));
            }
            for (String tensor : found) {
              check(parameter.getKey(), tensor, parameter.getValue());
            }
            boolean isOfDecoder = found.size() > 1 && isBiasOfDecoder(parameter.getKey());
            if (found.size() > 1 && !isOfDecoder && !isSameBias(parameter.getKey(), found)) {
              throw new MalformedFileException(
                  "holds both %s and %s, which are names of one parameter"
                      .formatted(found.get(0), found.get(1)));
            }
            return sources.put(parameter.getKey(), found.get(isOfDecoder ? 1 : 0));
          });
    }
  }

  private void checkNone(String parameter, List<String> found, String where) throws IOException {
    reading.of(
        where,
        () -> {
          if (!found.isEmpty()) {
            throw new MalformedFileException(
                "holds %s, though %s of %s is false"
                    .formatted(
                        found.get(0),
                        configuration.family().fields().biasField(parameter).orElseThrow(),
                        HuggingFaceFolder.CONFIGURATION));
          }
          return found;
        });
  }

  private List<String> tensorNames(String parameter) {
    return configuration.family().tensors().of(parameter, configuration.layersPerGroup());
  }

  /**
   * Where the decoder is not tied, transformers 5 does not tie its bias to that of the head either,
   * saves both and adds the decoder's.
   */
  private boolean isBiasOfDecoder(String parameter) {
    return parameter.equals(OUTPUT_BIAS)
        && !configuration.configuration().architecture().tiedDecoder();
  }

  /** Models are saved with the bias of the head and that of its decoder, which are one. */
  private boolean isSameBias(String parameter, List<String> found) throws IOException {
    return parameter.equals(OUTPUT_BIAS) && tensors.areEqual(found.get(0), found.get(1));
  }

  private void check(String parameter, String name, List<Long> shape)
      throws MalformedFileException {
    SafetensorsTensor tensor = tensors.tensor(name);
    List<Long> expected =
        new ArrayList<>(isTransposed(parameter) ? List.of(shape.get(1), shape.get(0)) : shape);
    expected.set(
        0,
        parameter.equals(RELATIVE_BIAS)
            ? RelativeBuckets.COUNT
            : expected.get(0)
                * configuration.family().tensors().part(parameter).count()
                / copies(parameter));
    if (!tensor.shape().equals(expected)) {
      throw new MalformedFileException(
          "holds %s of shape %s, which should be %s by %s"
              .formatted(
                  name,
                  PrintableName.of(tensor.shape().toString()),
                  expected,
                  HuggingFaceFolder.CONFIGURATION));
    }
    if (!tensor.type().isReadAsFloat32()) {
      throw new MalformedFileException(
          "holds %s of type %s; F32, F16 and BF16 are supported".formatted(name, tensor.type()));
    }
  }

  private static boolean isTransposed(String parameter) {
    return parameter.endsWith("/kernel");
  }

  /** A decoder that is said to be tied is not stored, or is the same as the word embeddings. */
  private void checkDecoder() throws IOException {
    String decoder = tensorNames(DECODER).get(0);
    if (!configuration.configuration().architecture().tiedDecoder()
        || !tensors.names().contains(decoder)) {
      return;
    }
    String words = Objects.requireNonNull(sources.get(WORD_EMBEDDINGS));
    reading.of(
        tensors.file(decoder),
        () -> {
          check(DECODER, decoder, Objects.requireNonNull(shapes.get(WORD_EMBEDDINGS)));
          if (!tensors.areEqual(decoder, words)) {
            throw new MalformedFileException(
                "holds %s unlike %s, though %s says that they are tied: tie_word_embeddings"
                        .formatted(decoder, words, HuggingFaceFolder.CONFIGURATION)
                    + " should be false, or they equal");
          }
          return decoder;
        });
  }

  /** What an encoder holds beside its parameters would be computed with, were it understood. */
  private void checkRest() throws IOException {
    Set<String> used = new HashSet<>(sources.values());
    for (String tensor : new TreeSet<>(tensors.names())) {
      if (!used.contains(tensor) && configuration.family().tensors().isOfEncoder(tensor)) {
        reading.of(
            tensors.file(tensor),
            () -> {
              throw new MalformedFileException(
                  "holds %s, which %s of this %s does not have"
                      .formatted(
                          PrintableName.of(tensor),
                          configuration.family().one(),
                          HuggingFaceFolder.CONFIGURATION));
            });
      }
    }
  }

  @Override
  public Set<String> names() {
    return Collections.unmodifiableSet(shapes.keySet());
  }

  @Override
  public List<Long> shape(String parameter) {
    List<Long> shape = shapes.get(parameter);
    if (shape == null) {
      throw new IllegalArgumentException("there is no parameter " + parameter);
    }
    return shape;
  }

  @Override
  public FloatBuffer read(String parameter) throws IOException {
    List<Long> shape = shape(parameter);
    if (configuration.zeros().contains(parameter)) {
      return FloatBuffer.allocate(shape.get(0).intValue()).asReadOnlyBuffer();
    }
    String tensor = Objects.requireNonNull(sources.get(parameter));
    Part part = configuration.family().tensors().part(parameter);
    float[] values =
        repeated(
            reading.of(tensors.file(tensor), () -> tensors.read(tensor, part)), copies(parameter));
    if (parameter.equals(RELATIVE_BIAS)) {
      return FloatBuffer.wrap(
              RelativeBuckets.byDistance(values, configuration.configuration().maxPositions()))
          .asReadOnlyBuffer();
    }
    return FloatBuffer.wrap(
            isTransposed(parameter)
                ? transposed(values, shape.get(0).intValue(), shape.get(1).intValue())
                : values)
        .asReadOnlyBuffer();
  }

  /** Returns by how many heads of queries each head of a parameter is shared. */
  private int copies(String parameter) {
    return parameter.contains("/attention/self/key/")
            || parameter.contains("/attention/self/value/")
        ? configuration.queriesPerKey()
        : 1;
  }

  /** Repeats the rows of each head, as many as a head has, for every head that shares them. */
  private float[] repeated(float[] heads, int copies) {
    if (copies == 1) {
      return heads;
    }
    int keys = configuration.configuration().heads() / copies;
    int size = heads.length / keys;
    float[] all = new float[heads.length * copies];
    for (int head = 0; head < keys * copies; head++) {
      System.arraycopy(heads, head / copies * size, all, head * size, size);
    }
    return all;
  }

  /** Returns a matrix [inputs, outputs] of one that is stored as [outputs, inputs]. */
  private static float[] transposed(float[] values, int inputs, int outputs) {
    float[] transposed = new float[values.length];
    for (int i = 0; i < inputs; i++) {
      for (int j = 0; j < outputs; j++) {
        transposed[i * outputs + j] = values[j * inputs + i];
      }
    }
    return transposed;
  }

  @Override
  public void close() throws IOException {
    tensors.close();
  }
}
