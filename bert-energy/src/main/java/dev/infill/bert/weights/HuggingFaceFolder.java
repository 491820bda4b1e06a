package dev.infill.bert.weights;

import dev.infill.core.TransferListener;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A folder of Hugging Face: {@code config.json}, a tokenizer and weights in the safetensors format.
 *
 * @param folder the folder
 */
record HuggingFaceFolder(Path folder) implements WeightsSource {
  static final String CONFIGURATION = "config.json";
  static final String TOKENIZER = "tokenizer.json";
  static final String TOKENIZER_OPTIONS = "tokenizer_config.json";
  static final String SPECIAL_TOKENS = "special_tokens_map.json";
  static final String VOCABULARY = "vocab.txt";

  /** Says whether a folder is such a one, whole or not. */
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
  public Identity identity() throws IOException {
    Set<String> names =
        new TreeSet<>(
            Set.of(
                CONFIGURATION,
                TOKENIZER,
                TOKENIZER_OPTIONS,
                SPECIAL_TOKENS,
                VOCABULARY,
                TensorFiles.INDEX));
    try (DirectoryStream<Path> weights = Files.newDirectoryStream(folder, "*.safetensors")) {
      weights.forEach(file -> names.add(file.getFileName().toString()));
    }
    StringBuilder states = new StringBuilder();
    for (String name : names) {
      Path path = folder.resolve(name);
      states
          .append(name)
          .append(": ")
          .append(Files.exists(path) ? FileState.of(path) : "absent")
          .append(", ");
    }
    return new Identity(folder.toRealPath().toString(), states.toString());
  }

  @Override
  public BertWeights open(Path scratch, TransferListener progress) throws IOException {
    return HuggingFaceWeights.open(name(), folder);
  }
}
