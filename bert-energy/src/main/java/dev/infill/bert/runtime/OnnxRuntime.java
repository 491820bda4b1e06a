package dev.infill.bert.runtime;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import dev.infill.bert.store.ModelStore;
import dev.infill.bert.store.ModelStoreException;
import dev.infill.bert.store.UnpackedLibraries;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * ONNX Runtime of this process. All that uses it gets it here, so that it is loaded in one way: its
 * libraries lie in Infill's cache, and its telemetry is off.
 *
 * <p>The telemetry is that of ONNX Runtime 1.29 on Linux and macOS. With the environment it starts
 * to send to Microsoft, leaves a device id and a database among the user's caches and a log in the
 * temporary folder, and matches the command line with a regular expression that ends the process
 * over a long one. It looks at {@value #TELEMETRY} before it does any of that. Windows' build has
 * other telemetry, which the environment turns off.
 *
 * <p>If other code creates ONNX Runtime's environment before Infill, its choice of library and its
 * start of telemetry stay; Infill then only stops further events. If the process sets a property
 * {@code onnxruntime.native.…} itself, ONNX Runtime's libraries are found by that property.
 */
public final class OnnxRuntime {
  private static final Logger LOGGER = LoggerFactory.getLogger(OnnxRuntime.class);

  private static final String TELEMETRY = "ORT_DISABLE_TELEMETRY";
  private static final String FOLDER = "onnxruntime.native.path";
  private static final String CUDA = "onnxruntime_providers_cuda";

  /** What ONNX Runtime loads or wants to lie beside what it loads; not all platforms have all. */
  private static final List<String> LIBRARIES =
      List.of(
          "onnxruntime",
          "onnxruntime4j_jni",
          "onnxruntime_providers_shared",
          "webgpu_dawn",
          "dxil",
          "dxcompiler");

  private static @Nullable Loaded loaded;

  private OnnxRuntime() {}

  /**
   * ONNX Runtime in this process.
   *
   * @param folder where its libraries lie; empty if it has unpacked them itself
   */
  record Loaded(OrtEnvironment environment, UnpackedLibraries libraries, Optional<Path> folder) {}

  /**
   * Returns ONNX Runtime, loaded now if it was not asked for before.
   *
   * @throws RuntimeFailureException if its native library cannot be loaded, or the thread is
   *     interrupted while another process unpacks it
   */
  public static synchronized OrtEnvironment environment() {
    return loaded == null ? environment(ModelStore.defaultRoot()) : loaded.environment();
  }

  /**
   * Returns ONNX Runtime as above.
   *
   * @param cache the folder of Infill's cache; of no account if ONNX Runtime is loaded already
   * @throws RuntimeFailureException as above
   */
  static synchronized OrtEnvironment environment(Path cache) {
    if (loaded == null) {
      loaded = load(cache);
    }
    return loaded.environment();
  }

  /**
   * Lays the library of the CUDA provider beside the others. It has hundreds of megabytes, and ONNX
   * Runtime looks for it nowhere else.
   *
   * @throws RuntimeFailureException if that fails, or ONNX Runtime cannot be loaded
   */
  static synchronized void addCuda() {
    environment();
    Path folder = Objects.requireNonNull(loaded).folder().orElse(null);
    URL cuda = packed(CUDA);
    if (folder == null || cuda == null) {
      return;
    }
    try {
      loaded.libraries().add(folder, cuda);
    } catch (IOException | ModelStoreException e) {
      throw new RuntimeFailureException(
          "ONNX Runtime's library for CUDA cannot be unpacked into " + folder, e);
    }
  }

  /**
   * Loads ONNX Runtime.
   *
   * @throws RuntimeFailureException as above
   */
  static Loaded load(Path cache) {
    try {
      if (System.getenv(TELEMETRY) == null) {
        JavaNativeAccess.setVariable(cache, TELEMETRY, "1");
      }
      return loadOutOf(cache);
    } catch (ModelStoreException e) {
      throw new RuntimeFailureException("ONNX Runtime is not loaded", e);
    } catch (LinkageError | RuntimeException e) {
      throw new RuntimeFailureException(
          "ONNX Runtime's native library cannot be loaded; it is unpacked into the cache, %s, and"
                  .formatted(cache)
              + " leaves a folder in that of the system property java.io.tmpdir while it is loaded;"
              + " both must be writable",
          e);
    }
  }

  private static Loaded loadOutOf(Path cache) {
    UnpackedLibraries libraries = new UnpackedLibraries(cache);
    return libraries.load(
        "onnxruntime-" + platform(),
        isLeftToUser()
            ? List.of()
            : LIBRARIES.stream().map(OnnxRuntime::packed).flatMap(Stream::ofNullable).toList(),
        folder -> Map.of(FOLDER, folder.toString()),
        folder -> {
          OrtEnvironment environment = OrtEnvironment.getEnvironment();
          turnOffTelemetry(environment);
          folder.ifPresent(OnnxRuntime::deleteTemporaryFolder);
          return new Loaded(environment, libraries, folder);
        });
  }

  private static void turnOffTelemetry(OrtEnvironment environment) {
    try {
      environment.setTelemetry(false);
    } catch (OrtException e) {
      throw new IllegalStateException("its telemetry cannot be turned off", e);
    }
  }

  /**
   * ONNX Runtime makes a folder even where it unpacks nothing, and deletes it when the process ends
   * in an orderly way.
   */
  private static void deleteTemporaryFolder(Path unpacked) {
    try {
      Class<?> loader = Class.forName("ai.onnxruntime.OnnxRuntime");
      // Else ONNX Runtime was loaded by others before, and its folder is in use.
      if (unpacked.toString().equals(value(loader, "libraryDirPathProperty"))
          && value(loader, "tempDirectory") instanceof Path folder) {
        Files.delete(folder);
      }
    } catch (ReflectiveOperationException | InaccessibleObjectException | IOException e) {
      LOGGER.debug("ONNX Runtime's temporary folder stays until the process ends", e);
    }
  }

  private static @Nullable Object value(Class<?> type, String field)
      throws ReflectiveOperationException {
    Field found = type.getDeclaredField(field);
    found.setAccessible(true);
    return found.get(null);
  }

  private static boolean isLeftToUser() {
    return System.getProperties().stringPropertyNames().stream()
        .anyMatch(name -> name.startsWith("onnxruntime.native."));
  }

  /** Returns where a library is on the class path, as ONNX Runtime itself looks for it. */
  private static @Nullable URL packed(String library) {
    String file = System.mapLibraryName(library).replace("jnilib", "dylib");
    return OrtEnvironment.class.getResource("native/%s/%s".formatted(platform(), file));
  }

  private static String platform() {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String processor = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    return "%s-%s"
        .formatted(
            isWindows() ? "win" : system.contains("mac") ? "osx" : system,
            processor.equals("amd64") || processor.equals("x86_64") ? "x64" : processor);
  }

  private static boolean isWindows() {
    return System.getProperty("os.name").startsWith("Windows");
  }
}
