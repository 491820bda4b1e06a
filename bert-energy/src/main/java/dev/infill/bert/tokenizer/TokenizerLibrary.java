package dev.infill.bert.tokenizer;

import ai.djl.engine.EngineException;
import ai.djl.huggingface.tokenizers.jni.LibUtils;
import dev.infill.bert.runtime.JavaNativeAccess;
import dev.infill.bert.runtime.RuntimeFailureException;
import dev.infill.bert.store.UnpackedLibrary;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The native library of the Hugging Face tokenizers, loaded out of Infill's cache. If a setting of
 * DJL names the library or the folder that it is unpacked into, DJL loads it by itself.
 */
public final class TokenizerLibrary {
  private static final String FILE = "RUST_LIBRARY_PATH";
  private static final String OFFLINE = "ai.djl.offline";

  /** The settings of DJL that name the library, or the folder that it is unpacked into. */
  private static final List<String> SETTINGS =
      List.of(FILE, "RUST_FLAVOR", "ENGINE_CACHE_DIR", "DJL_CACHE_DIR");

  private static final UnpackedLibrary<Boolean> LIBRARY =
      new UnpackedLibrary<>(
          "tokenizers-" + platform(),
          () -> isLeftToDjl() ? List.of() : packed(),
          folder -> Map.of(FILE, folder.resolve(System.mapLibraryName("tokenizers")).toString()),
          folder ->
              offline(
                  () -> {
                    LibUtils.checkStatus();
                    return true;
                  }));

  private TokenizerLibrary() {}

  /**
   * Loads the library, unless this process has it already.
   *
   * @param cache the folder of Infill's cache
   * @throws RuntimeFailureException if it cannot be unpacked or loaded
   */
  public static void load(Path cache) {
    try {
      JavaNativeAccess.load(cache);
    } catch (LinkageError e) {
      // DJL does without it.
    }
    try {
      LIBRARY.load(cache);
    } catch (EngineException | LinkageError e) {
      throw new RuntimeFailureException(
          "the tokenizer's native library cannot be loaded; it is unpacked into the cache, %s, or"
                  .formatted(cache)
              + " the folder that DJL_CACHE_DIR names, which must be writable",
          e);
    }
  }

  /**
   * Opens something of DJL's with DJL offline. Online, DJL counts its users and downloads a native
   * library for CUDA. Afterwards DJL is as before, as other models of this process may need it
   * online.
   *
   * @param opening opens it
   * @return the value that it gives
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
