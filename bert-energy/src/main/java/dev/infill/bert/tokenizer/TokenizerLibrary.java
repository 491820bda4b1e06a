package dev.infill.bert.tokenizer;

import ai.djl.engine.EngineException;
import ai.djl.huggingface.tokenizers.jni.LibUtils;
import dev.infill.bert.runtime.JavaNativeAccess;
import dev.infill.bert.runtime.RuntimeFailureException;
import dev.infill.bert.store.UnpackedLibraries;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The native library of the Hugging Face tokenizers, loaded out of Infill's cache. Where a setting
 * of DJL says which library it takes, or where it keeps that, DJL has its way.
 */
public final class TokenizerLibrary {
  private static final String FILE = "RUST_LIBRARY_PATH";
  private static final String OFFLINE = "ai.djl.offline";

  /** DJL's, which say which library it takes, or where it keeps that. */
  private static final List<String> SETTINGS =
      List.of(FILE, "RUST_FLAVOR", "ENGINE_CACHE_DIR", "DJL_CACHE_DIR");

  private static boolean isLoaded;

  private TokenizerLibrary() {}

  /**
   * Loads the library, unless this process has it already.
   *
   * @param cache the folder of Infill's cache
   * @throws RuntimeFailureException if it cannot be unpacked or loaded
   */
  public static synchronized void load(Path cache) {
    if (isLoaded) {
      return;
    }
    try {
      JavaNativeAccess.load(cache);
    } catch (LinkageError e) {
      // DJL does without it.
    }
    List<URL> libraries = isLeftToDjl() ? List.of() : packed();
    try {
      new UnpackedLibraries(cache)
          .load(
              "tokenizers-" + platform(),
              libraries,
              folder ->
                  Map.of(FILE, folder.resolve(System.mapLibraryName("tokenizers")).toString()),
              folder ->
                  offline(
                      () -> {
                        LibUtils.checkStatus();
                        return true;
                      }));
    } catch (EngineException | LinkageError e) {
      throw new RuntimeFailureException(
          "the tokenizer's native library cannot be loaded; it is unpacked into the cache, %s, or"
                  .formatted(cache)
              + " the folder that DJL_CACHE_DIR names, which must be writable",
          e);
    }
    isLoaded = true;
  }

  /**
   * Runs what opens something of DJL's. Online, DJL would count its users and fetch a native
   * library for CUDA; other models of this process may have to be online.
   *
   * @param opening opens it
   * @return what it gives
   */
  public static synchronized <T> T offline(Supplier<T> opening) {
    String before = System.getProperty(OFFLINE);
    System.setProperty(OFFLINE, "true");
    try {
      return opening.get();
    } finally {
      if (before == null) {
        System.clearProperty(OFFLINE);
      } else {
        System.setProperty(OFFLINE, before);
      }
    }
  }

  private static boolean isLeftToDjl() {
    return SETTINGS.stream()
        .anyMatch(name -> System.getenv(name) != null || System.getProperty(name) != null);
  }

  /** Returns the libraries in the order in which they are loaded; none for a platform without. */
  private static List<URL> packed() {
    Stream<String> files =
        Stream.of("libwinpthread-1.dll", "libgcc_s_seh-1.dll", "libstdc++-6.dll")
            .filter(file -> platform().startsWith("win"));
    return Stream.concat(files, Stream.of(System.mapLibraryName("tokenizers")))
        .map(file -> "native/lib/%s/cpu/%s".formatted(platform(), file))
        .map(LibUtils.class.getClassLoader()::getResource)
        .flatMap(Stream::ofNullable)
        .toList();
  }

  private static String platform() {
    String system = System.getProperty("os.name");
    String processor = System.getProperty("os.arch");
    return "%s-%s"
        .formatted(
            system.startsWith("Windows") ? "win" : system.startsWith("Mac") ? "osx" : "linux",
            processor.equals("amd64") ? "x86_64" : processor);
  }
}
