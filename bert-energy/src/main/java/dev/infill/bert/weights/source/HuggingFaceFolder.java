package dev.infill.bert.weights.source;

import dev.infill.bert.weights.BertConfiguration;
import dev.infill.bert.weights.ModelBundle;
import dev.infill.bert.weights.SourceFiles;
import dev.infill.bert.weights.WeightsSource;
import dev.infill.bert.weights.format.BoundedJson;
import dev.infill.bert.weights.tokenizer.TokenizerFile;
import dev.infill.core.TransferListener;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A folder of Hugging Face: {@code config.json}, a tokenizer, and weights in the safetensors
 * format.
 */
record HuggingFaceFolder(Path folder) implements WeightsSource {
  static final String CONFIGURATION = "config.json";
  static final String TOKENIZER = "tokenizer.json";
  static final String TOKENIZER_OPTIONS = "tokenizer_config.json";
  static final String SPECIAL_TOKENS = "special_tokens_map.json";
  static final String VOCABULARY = "vocab.txt";

  /** All files but the weights. */
  static final List<String> TEXTS =
      List.of(CONFIGURATION, TOKENIZER, TOKENIZER_OPTIONS, SPECIAL_TOKENS, VOCABULARY);

  /** Says whether a folder is one, even if files are missing. */
  static boolean isOne(Path folder) {
    return hasWeights(folder) || Files.exists(folder.resolve(CONFIGURATION));
  }

  /** Says whether a folder has weights in the safetensors format. */
  static boolean hasWeights(Path folder) {
    return Stream.of(TensorFiles.SINGLE, TensorFiles.INDEX)
        .anyMatch(file -> Files.exists(folder.resolve(file)));
  }

  @Override
  public String name() {
    return folder.toString();
  }

  @Override
  public SourceFiles files() throws IOException {
    Set<String> names = new TreeSet<>(TEXTS);
    names.add(TensorFiles.INDEX);
    try (DirectoryStream<Path> weights = Files.newDirectoryStream(folder, "*.safetensors")) {
      weights.forEach(file -> names.add(file.getFileName().toString()));
    }
    return SourceFiles.of(
        folder.toRealPath().toString(), names.stream().map(folder::resolve).toList());
  }

  /**
   * Describes the model, for people, without its weights.
   *
   * @param model its name in messages
   */
  String preview(String model) throws IOException {
    ModelFileReading reading = new ModelFileReading(model);
    HuggingFaceConfiguration configuration = configuration(reading);
    BertConfiguration sizes = configuration.configuration();
    tokenizer(configuration, reading);
    return "%s, %d layers of %,d, %,d pieces of words"
        .formatted(
            configuration.family().name(),
            sizes.layers(),
            sizes.hiddenSize(),
            sizes.vocabularySize());
  }

  private HuggingFaceConfiguration configuration(ModelFileReading reading) throws IOException {
    return reading.of(
        CONFIGURATION,
        () -> HuggingFaceConfiguration.of(BoundedJson.object(folder.resolve(CONFIGURATION))));
  }

  private TokenizerFile tokenizer(HuggingFaceConfiguration configuration, ModelFileReading reading)
      throws IOException {
    return HuggingFaceTokenizer.read(
        folder,
        configuration.configuration().vocabularySize(),
        configuration.family().wordPieces(),
        reading);
  }

  @Override
  public ModelBundle open(Path scratch, TransferListener progress) throws IOException {
    ModelFileReading reading = new ModelFileReading(name());
    HuggingFaceConfiguration configuration = configuration(reading);
    HuggingFaceParameters parameters = HuggingFaceParameters.open(folder, configuration, reading);
    try {
      return new ModelBundle(
          name(),
          configuration.family().name(),
          configuration.configuration(),
          Optional.empty(),
          tokenizer(configuration, reading),
          parameters);
    } catch (IOException | RuntimeException e) {
      parameters.close();
      throw e;
    }
  }
}
