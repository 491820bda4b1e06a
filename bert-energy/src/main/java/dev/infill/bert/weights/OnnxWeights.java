package dev.infill.bert.weights;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A masked language model that was exported to ONNX. Its parameters are the tensors of real
 * numbers, but for single numbers.
 *
 * @param name its name, for people
 * @param card what it says of itself
 * @param network the model
 * @param values its parameters by their names
 * @param pieces what texts are cut into
 */
record OnnxWeights(
    String name,
    ModelCard card,
    OnnxExport network,
    Map<String, OnnxTensor> values,
    HuggingFacePieces pieces)
    implements BertWeights {
  private static final String FAMILY = "ONNX graph";

  /**
   * Opens a file.
   *
   * @param name the model's name, for people
   * @param file the file
   * @param texts the folder of its tokenizer
   * @throws dev.infill.core.InvalidInputException for field {@code model} if a file is missing,
   *     damaged or not what it should be
   */
  static OnnxWeights open(String name, Path file, Path texts) throws IOException {
    ModelFileReading reading = new ModelFileReading(name);
    OptionalLong positions =
        reading.of(HuggingFaceFolder.CONFIGURATION, () -> configuredPositions(texts));
    Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent());
    OnnxExport export =
        reading.of(
            file.getFileName().toString(),
            () -> OnnxExport.of(OnnxFile.read(file, new ExternalData(folder)), positions));
    return new OnnxWeights(
        name,
        new ModelCard(FAMILY, reading.of(StatedLicense.README, () -> license(texts))),
        export,
        export.parameters(),
        HuggingFacePieces.read(texts, export.sizes().vocabularySize(), true, reading));
  }

  private static Optional<String> license(Path folder) throws IOException {
    Path config = folder.resolve(HuggingFaceFolder.CONFIGURATION);
    return Files.exists(config)
        ? StatedLicense.ofFolder(folder, BoundedJson.object(config))
        : StatedLicense.ofReadme(folder);
  }

  /** Returns what the configuration says of the most pieces of a text, if there is one. */
  private static OptionalLong configuredPositions(Path folder) throws IOException {
    Path file = folder.resolve(HuggingFaceFolder.CONFIGURATION);
    if (!Files.exists(file)) {
      return OptionalLong.empty();
    }
    JsonNode config = BoundedJson.object(file);
    JsonNode positions = config.path("max_position_embeddings");
    if (!positions.isIntegralNumber()) {
      return OptionalLong.empty();
    }
    boolean afterPadding =
        ModelFamily.of(config.path("model_type").asText())
            .filter(ModelFamily.ROBERTA::equals)
            .isPresent();
    long first = afterPadding ? config.path("pad_token_id").asLong(1) + 1 : 0;
    if (!positions.canConvertToInt() || positions.longValue() - first < 3) {
      throw new MalformedFileException(
          "says that max_position_embeddings is " + PrintableName.of(positions.toString()));
    }
    return OptionalLong.of(positions.longValue() - first);
  }

  @Override
  public ExportSizes configuration() {
    return network.sizes();
  }

  @Override
  public Optional<OnnxExport> export() {
    return Optional.of(network);
  }

  @Override
  public List<String> vocabulary() {
    return pieces.vocabulary();
  }

  @Override
  public boolean lowerCase() {
    return pieces.lowerCase();
  }

  @Override
  public Optional<TokenizerFile> tokenizer() {
    return pieces.tokenizer();
  }

  @Override
  public Set<String> parameters() {
    return values.keySet();
  }

  @Override
  public List<Long> shape(String parameter) {
    return tensor(parameter).shape();
  }

  @Override
  public FloatBuffer read(String parameter) {
    return tensor(parameter).floats();
  }

  private OnnxTensor tensor(String parameter) {
    return Objects.requireNonNull(values.get(parameter), parameter);
  }

  @Override
  public void close() {
    // The file is mapped, and let go when nothing refers to it.
  }
}
