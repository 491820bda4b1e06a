package dev.infill.bert.weights.source;

import dev.infill.bert.weights.Parameters;
import dev.infill.bert.weights.format.PrintableName;
import dev.infill.bert.weights.format.SafetensorsTensor;
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
 * checkpoints:
 *
 * <ul>
 *   <li>matrices of layers, which PyTorch has as [out, in], are transposed;
 *   <li>matrices that one tensor holds one below the other are separated;
 *   <li>biases that the model does not have are 0;
 *   <li>buckets of distances become a row for each distance;
 *   <li>heads of keys and values that several heads of queries share are repeated for each of them.
 * </ul>
 */
final class HuggingFaceParameters implements Parameters {
  private final HuggingFaceConfiguration configuration;
  private final TensorFiles tensors;
  private final Map<String, List<Long>> shapes;

  /** The tensor of each parameter. */
  private final Map<String, String> sources = new TreeMap<>();

  private HuggingFaceParameters(HuggingFaceConfiguration configuration, TensorFiles tensors) {
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
      HuggingFaceParameters parameters = new HuggingFaceParameters(configuration, tensors);
      for (String parameter : parameters.shapes.keySet()) {
        parameters.find(parameter);
      }
      parameters.checkTiedDecoder();
      parameters.checkRest();
      return parameters;
    } catch (IOException | RuntimeException e) {
      tensors.close();
      throw e;
    }
  }

  private void find(String parameter) throws IOException {
    List<String> possible = tensorNames(parameter);
    List<String> found = possible.stream().filter(tensors.names()::contains).toList();
    if (configuration.zeros().contains(parameter)) {
      if (!found.isEmpty()) {
        String field = configuration.family().fields().biasField(parameter).orElseThrow();
        throw tensors.refusal(
            found.get(0),
            "holds %s, though %s of %s is false"
                .formatted(found.get(0), field, HuggingFaceFolder.CONFIGURATION));
      }
      return;
    }
    if (found.isEmpty()) {
      throw tensors.refusal(
          possible.get(0),
          "lacks %s: it should hold %s with its masked-language-model head"
              .formatted(possible.get(0), configuration.family().one()));
    }
    for (String tensor : found) {
      check(parameter, tensor, shape(parameter));
    }
    sources.put(parameter, found.size() == 1 ? found.get(0) : one(parameter, found));
  }

  /**
   * Returns the tensor of a parameter that was found by two names.
   *
   * <p>A head and a tied decoder share one bias, which is saved under two names. With a decoder
   * that is not tied, transformers 5 saves two biases and adds the decoder's.
   */
  private String one(String parameter, List<String> found) throws IOException {
    if (parameter.equals(OUTPUT_BIAS)) {
      if (!configuration.configuration().architecture().tiedDecoder()) {
        return found.get(1);
      }
      if (tensors.areEqual(found.get(0), found.get(1))) {
        return found.get(0);
      }
    }
    throw tensors.refusal(
        found.get(1),
        "holds both %s and %s, which are names of one parameter"
            .formatted(found.get(0), found.get(1)));
  }

  private List<String> tensorNames(String parameter) {
    return configuration.family().tensors().of(parameter, configuration.layersPerGroup());
  }

  private void check(String parameter, String name, List<Long> shape) {
    SafetensorsTensor tensor = tensors.tensor(name);
    List<Long> expected =
        new ArrayList<>(isTransposed(parameter) ? List.of(shape.get(1), shape.get(0)) : shape);
    int parts = configuration.family().tensors().part(parameter).count();
    expected.set(
        0,
        parameter.equals(RELATIVE_BIAS)
            ? RelativeBuckets.COUNT
            : expected.get(0) * parts / copies(parameter));
    if (!tensor.shape().equals(expected)) {
      throw tensors.refusal(
          name,
          "holds %s of shape %s, which should be %s by %s"
              .formatted(
                  name,
                  PrintableName.of(tensor.shape().toString()),
                  expected,
                  HuggingFaceFolder.CONFIGURATION));
    }
    if (!tensor.type().isReadAsFloat32()) {
      throw tensors.refusal(
          name,
          "holds %s of type %s; F32, F16 and BF16 are supported".formatted(name, tensor.type()));
    }
  }

  private static boolean isTransposed(String parameter) {
    return parameter.endsWith("/kernel");
  }

  /** A decoder that is said to be tied is not stored, or is the same as the word embeddings. */
  private void checkTiedDecoder() throws IOException {
    String decoder = tensorNames(DECODER).get(0);
    if (!configuration.configuration().architecture().tiedDecoder()
        || !tensors.names().contains(decoder)) {
      return;
    }
    String words = Objects.requireNonNull(sources.get(WORD_EMBEDDINGS));
    check(DECODER, decoder, shape(WORD_EMBEDDINGS));
    if (!tensors.areEqual(decoder, words)) {
      throw tensors.refusal(
          decoder,
          "holds %s unlike %s, though %s says that they are tied: tie_word_embeddings"
                  .formatted(decoder, words, HuggingFaceFolder.CONFIGURATION)
              + " should be false, or they equal");
    }
  }

  /** A tensor of the encoder that is not read would change what the model computes. */
  private void checkRest() {
    Set<String> used = new HashSet<>(sources.values());
    for (String tensor : new TreeSet<>(tensors.names())) {
      if (!used.contains(tensor) && configuration.family().tensors().isOfEncoder(tensor)) {
        throw tensors.refusal(
            tensor,
            "holds %s, which %s of this %s does not have"
                .formatted(
                    PrintableName.of(tensor),
                    configuration.family().one(),
                    HuggingFaceFolder.CONFIGURATION));
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
    FloatBuffer values =
        tensors.read(
            Objects.requireNonNull(sources.get(parameter)),
            configuration.family().tensors().part(parameter));
    if (parameter.equals(RELATIVE_BIAS)) {
      return RelativeBuckets.byDistance(values, configuration.configuration().maxPositions());
    }
    FloatBuffer all = repeated(values, copies(parameter));
    return isTransposed(parameter)
        ? transposed(all, shape.get(0).intValue(), shape.get(1).intValue())
        : all;
  }

  /** Returns the number of heads of queries that share each head of a parameter. */
  private int copies(String parameter) {
    return parameter.contains("/attention/self/key/")
            || parameter.contains("/attention/self/value/")
        ? configuration.queriesPerKey()
        : 1;
  }

  /** Repeats the rows of each head for every head that shares them. */
  private FloatBuffer repeated(FloatBuffer heads, int copies) {
    if (copies == 1) {
      return heads;
    }
    int keys = configuration.configuration().heads() / copies;
    int size = heads.remaining() / keys;
    float[] all = new float[heads.remaining() * copies];
    for (int head = 0; head < keys * copies; head++) {
      heads.get(head / copies * size, all, head * size, size);
    }
    return FloatBuffer.wrap(all);
  }

  /** Returns a matrix [inputs, outputs] of one that is stored as [outputs, inputs]. */
  private static FloatBuffer transposed(FloatBuffer values, int inputs, int outputs) {
    float[] transposed = new float[values.remaining()];
    for (int i = 0; i < inputs; i++) {
      for (int j = 0; j < outputs; j++) {
        transposed[i * outputs + j] = values.get(j * inputs + i);
      }
    }
    return FloatBuffer.wrap(transposed);
  }

  @Override
  public void close() throws IOException {
    tensors.close();
  }
}
