package dev.infill.bert.weights;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A model of the BERT family in a folder of Hugging Face.
 *
 * @param name its name, for people
 * @param card what it says of itself
 * @param configuration its sizes
 * @param values its parameters
 * @param pieces what texts are cut into
 */
record HuggingFaceWeights(
    String name,
    ModelCard card,
    BertConfiguration configuration,
    HuggingFaceParameters values,
    HuggingFacePieces pieces)
    implements BertWeights {
  /**
   * Opens a folder.
   *
   * @param name the model's name, for people
   * @param folder the folder
   * @throws dev.infill.core.InvalidInputException for field {@code model} if a file is missing,
   *     damaged or not what it should be
   */
  static HuggingFaceWeights open(String name, Path folder) throws IOException {
    ModelFileReading reading = new ModelFileReading(name);
    JsonNode config =
        reading.of(
            HuggingFaceFolder.CONFIGURATION,
            () -> BoundedJson.object(folder.resolve(HuggingFaceFolder.CONFIGURATION)));
    HuggingFaceConfiguration configuration =
        reading.of(HuggingFaceFolder.CONFIGURATION, () -> HuggingFaceConfiguration.of(config));
    Optional<String> license =
        reading.of(StatedLicense.README, () -> StatedLicense.ofFolder(folder, config));
    HuggingFaceParameters values = HuggingFaceParameters.open(folder, configuration, reading);
    try {
      return new HuggingFaceWeights(
          name,
          new ModelCard(configuration.family().toString(), license),
          configuration.configuration(),
          values,
          HuggingFacePieces.read(
              folder,
              configuration.configuration().vocabularySize(),
              configuration.readsWordPieces(),
              reading));
    } catch (IOException | RuntimeException e) {
      values.close();
      throw e;
    }
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
    return values.names();
  }

  @Override
  public List<Long> shape(String parameter) {
    return values.shape(parameter);
  }

  @Override
  public FloatBuffer read(String parameter) throws IOException {
    return values.read(parameter);
  }

  @Override
  public void close() throws IOException {
    values.close();
  }
}
