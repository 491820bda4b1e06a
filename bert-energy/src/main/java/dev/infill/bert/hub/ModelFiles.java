package dev.infill.bert.hub;

import dev.infill.bert.weights.format.PrintableName;
import dev.infill.bert.weights.format.WeightIndex;
import dev.infill.core.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files that a masked language model is read from.
 *
 * @param descriptions the files of the network's sizes and of the tokenizer
 * @param weights the files of weights. A model counts as downloaded when the last of them is there.
 *     Where weights are in several files of safetensors, the index that names these
 */
record ModelFiles(List<String> descriptions, List<String> weights) {
  private static final String CONFIGURATION = "config.json";
  private static final String WEIGHTS = "model.safetensors";
  private static final String INDEX = "model.safetensors.index.json";
  private static final List<String> VOCABULARIES = List.of("vocab.txt", "tokenizer.json");
  private static final List<String> EXTRAS =
      List.of("tokenizer_config.json", "special_tokens_map.json");
  private static final String EXPORT = "model.onnx";

  /** Where Optimum and the hub's own conversions put exports. */
  private static final List<String> FOLDERS_OF_EXPORTS = List.of("", "onnx/");

  private static final Pattern OTHER_WEIGHTS =
      Pattern.compile(".*\\.(?:bin|h5|msgpack|onnx|pt|pth|ckpt|gguf|ot|safetensors)");
  private static final int MOST_NAMES = 5;

  ModelFiles {
    descriptions = List.copyOf(descriptions);
    weights = List.copyOf(weights);
  }

  /**
   * Chooses the files.
   *
   * @param files the paths of all files of its repository
   * @throws InvalidInputException for field {@code model} if a file is missing that is needed; the
   *     message says which files there are
   */
  static ModelFiles of(HubReference reference, List<String> files) {
    Set<String> there = Set.copyOf(files);
    if (!there.contains(CONFIGURATION)) {
      throw lacks(reference, CONFIGURATION, "no model of Python's transformers", files);
    }
    if (VOCABULARIES.stream().noneMatch(there::contains)) {
      throw lacks(
          reference,
          String.join(" or ", VOCABULARIES),
          "a model whose tokenizer cannot be read",
          files);
    }
    return new ModelFiles(
        Stream.of(EXTRAS, VOCABULARIES, List.of(CONFIGURATION))
            .flatMap(List::stream)
            .filter(there::contains)
            .toList(),
        Stream.of(WEIGHTS, INDEX)
            .filter(there::contains)
            .findFirst()
            .map(List::of)
            .or(() -> export(files))
            .orElseThrow(() -> withoutWeights(reference, files)));
  }

  /** Returns the files of an export to ONNX: first the weights that lie beside it, then itself. */
  private static Optional<List<String>> export(List<String> files) {
    return exports()
        .filter(files::contains)
        .findFirst()
        .map(
            export ->
                Stream.concat(
                        files.stream().filter(file -> isDataOf(export, file)).sorted(),
                        Stream.of(export))
                    .toList());
  }

  private static Stream<String> exports() {
    return FOLDERS_OF_EXPORTS.stream().map(folder -> folder + EXPORT);
  }

  /**
   * Says whether a file has the name that Optimum (_data) or PyTorch (.data) gives such weights.
   */
  private static boolean isDataOf(String export, String file) {
    return file.matches(Pattern.quote(export) + "[._]data[._0-9]*");
  }

  /** Says whether the weights are in several files of safetensors. */
  boolean isSharded() {
    return weights.equals(List.of(INDEX));
  }

  /** Says whether it is an export to ONNX. */
  boolean isExport() {
    return weights.get(weights.size() - 1).endsWith(EXPORT);
  }

  /**
   * Reads the names of the files that hold the weights.
   *
   * @param snapshot the folder that holds the index
   * @throws InvalidInputException for field {@code model} if the index cannot be read
   */
  static List<String> shards(HubReference reference, Path snapshot) {
    try {
      return List.copyOf(new TreeSet<>(WeightIndex.read(snapshot.resolve(INDEX)).files().values()));
    } catch (IOException e) {
      throw new InvalidInputException(
          "model", "%s of %s %s".formatted(INDEX, reference, e.getMessage()), e);
    }
  }

  /** Says whether a folder holds a whole model. Weights are downloaded last. */
  static boolean areIn(HubReference reference, Path snapshot) {
    if (!has(snapshot, CONFIGURATION)
        || VOCABULARIES.stream().noneMatch(name -> has(snapshot, name))) {
      return false;
    }
    return has(snapshot, WEIGHTS)
        || exports().anyMatch(export -> has(snapshot, export))
        || (has(snapshot, INDEX)
            && shards(reference, snapshot).stream().allMatch(name -> has(snapshot, name)));
  }

  private static boolean has(Path snapshot, String name) {
    return Files.isRegularFile(snapshot.resolve(name));
  }

  private static InvalidInputException withoutWeights(HubReference reference, List<String> files) {
    List<String> others =
        files.stream().filter(name -> OTHER_WEIGHTS.matcher(name).matches()).toList();
    String has =
        others.isEmpty()
            ? "no weights at all"
            : "weights in %s only%s"
                .formatted(
                    names(others),
                    others.stream().anyMatch(name -> name.matches(".*\\.(?:bin|pt|pth|ckpt)"))
                        ? " (a pickle can run code when it is read, and is refused)"
                        : "");
    return new InvalidInputException(
        "model",
        "%s has neither %s nor %s, but %s: give a revision that has one (%s@refs/pr/N may be a conversion), or save the model with transformers' save_pretrained and give that folder"
            .formatted(
                reference, WEIGHTS, EXPORT, has, HubReference.PREFIX + reference.repository()));
  }

  private static InvalidInputException lacks(
      HubReference reference, String file, String what, List<String> files) {
    return new InvalidInputException(
        "model",
        "%s has no %s (it has %s): it is %s"
            .formatted(reference, file, files.isEmpty() ? "no file" : names(files), what));
  }

  private static String names(List<String> files) {
    List<String> shown = files.stream().limit(MOST_NAMES).map(PrintableName::of).toList();
    return String.join(", ", shown) + (files.size() > MOST_NAMES ? ", …" : "");
  }
}
