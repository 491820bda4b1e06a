package dev.infill.bert.store;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The folder where users of an operating system expect caches.
 *
 * @param operatingSystem as the system property {@code os.name}
 */
record CacheLocation(String operatingSystem, Path home, Map<String, String> environment) {
  /** Returns the folder that {@link ModelStore#defaultRoot} describes. */
  Path folder() {
    String own = environment.getOrDefault("INFILL_CACHE", "");
    return own.isBlank() ? shared().resolve("infill") : Path.of(own);
  }

  private Path shared() {
    String system = operatingSystem.toLowerCase(Locale.ROOT);
    Path conventional = home.resolve(".cache");
    String variable = "XDG_CACHE_HOME";
    if (system.startsWith("windows")) {
      conventional = home.resolve("AppData").resolve("Local");
      variable = "LOCALAPPDATA";
    } else if (system.startsWith("mac")) {
      conventional = home.resolve("Library").resolve("Caches");
    }
    // The XDG specification has relative paths ignored.
    return Stream.of(environment.getOrDefault(variable, ""))
        .filter(value -> !value.isBlank())
        .map(Path::of)
        .filter(Path::isAbsolute)
        .findFirst()
        .orElse(conventional);
  }
}
