package dev.infill.bert.weights.source;

import java.nio.file.Path;

/**
 * A folder in which Maven keeps what it has fetched.
 *
 * @param folder the folder
 */
record MavenRepository(Path folder) {
  /** Returns the user's: that of the system property {@code maven.repo.local}, or Maven's own. */
  static MavenRepository local() {
    String named = System.getProperty("maven.repo.local", "");
    return new MavenRepository(
        named.isBlank()
            ? Path.of(System.getProperty("user.home"), ".m2", "repository")
            : Path.of(named));
  }

  /** Returns where the jar of an artifact is, if it was fetched. */
  Path jar(String group, String artifact, String version) {
    return folder
        .resolve(group.replace('.', '/'))
        .resolve(artifact)
        .resolve(version)
        .resolve("%s-%s.jar".formatted(artifact, version));
  }
}
