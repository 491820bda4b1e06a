package dev.infill.bert.runtime;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import dev.infill.bert.store.ModelStore;
import dev.infill.bert.store.ModelStoreException;
import dev.infill.bert.store.UnpackedLibrary;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * ONNX Runtime of this process. All of Infill gets it here, so that its libraries lie in Infill's
 * cache, and its telemetry is off.
 *
 * <p>ONNX Runtime 1.29 has telemetry on Linux and macOS. It starts when the environment is made: it
 * sends to Microsoft, leaves a device id and a database among the user's caches and a log in the
 * temporary folder, and searches the command line with a regular expression, which ends the process
 * if the line is long. Before all that it looks at {@value #TELEMETRY}. The build for Windows has
 * other telemetry, which the environment turns off.
 *
 * <p>Other code may make ONNX Runtime's environment before Infill does. Then its libraries and the
 * telemetry that has started stay; Infill only stops further events. If the process sets a property
 * {@code onnxruntime.native.…}, ONNX Runtime finds its libraries by that property.
 */
public final class OnnxRuntime {
  private static final Logger LOGGER = LoggerFactory.getLogger(OnnxRuntime.class);

  private static final String TELEMETRY = "ORT_DISABLE_TELEMETRY";
  private static final String FOLDER = "onnxruntime.native.path";
  private static final String CUDA = "onnxruntime_providers_cuda";

  /** The libraries that ONNX Runtime loads, or looks for beside them; no platform has all. */
  private static final List<String> LIBRARIES =
      List.of(
          "onnxruntime",
          "onnxruntime4j_jni",
          "onnxruntime_providers_shared",
          "webgpu_dawn",
          "dxil",
          "dxcompiler");

  private static final UnpackedLibrary<OrtEnvironment> LIBRARY = library();

  private OnnxRuntime() {}

  static UnpackedLibrary<OrtEnvironment> library() {
    return new UnpackedLibrary<>(
        "onnxruntime-" + platform(),
        OnnxRuntime::packed,
        folder -> Map.of(FOLDER, folder.toString()),
        folder -> {
          OrtEnvironment environment = OrtEnvironment.getEnvironment();
          turnOffTelemetry(environment);
          folder.ifPresent(OnnxRuntime::deleteTemporaryFolder);
          return environment;
        });
  }

  /**
   * Returns ONNX Runtime, loaded now if it was not asked for before.
   *
   * @throws RuntimeFailureException if its native library cannot be loaded, or the thread is
   *     interrupted while another process unpacks it
   */
  public static OrtEnvironment environment() {
    return LIBRARY.loaded().orElseGet(() -> environment(ModelStore.defaultRoot()));
  }

  /**
   * Returns ONNX Runtime as above.
   *
   * @param cache the folder of Infill's cache; of no account if ONNX Runtime is loaded already
   * @throws RuntimeFailureException as above
   */
  static OrtEnvironment environment(Path cache) {
    return load(LIBRARY, cache);
  }

  /**
   * Lays the library of the CUDA provider beside the others. It has hundreds of megabytes, and ONNX
   * Runtime looks for it nowhere else.
   *
   * @throws RuntimeFailureException if that fails, or ONNX Runtime cannot be loaded
   */
  static void addCuda() {
    environment();
    URL cuda = packed(CUDA);
    if (cuda == null) {
      return;
    }
    try {
      LIBRARY.add(cuda);
    } catch (IOException | ModelStoreException e) {
      throw new RuntimeFailureException(
          "ONNX Runtime's library for CUDA cannot be unpacked into the cache", e);
    }
  }

  static OrtEnvironment load(UnpackedLibrary<OrtEnvironment> library, Path cache) {
    try {
      if (library.loaded().isEmpty() && System.getenv(TELEMETRY) == null) {
        JavaNativeAccess.setVariable(cache, TELEMETRY, "1");
      }
      return library.load(cache);
    } catch (ModelStoreException e) {
      throw new RuntimeFailureException("ONNX Runtime is not loaded", e);
    } catch (LinkageError | RuntimeException e) {
      throw new RuntimeFailureException(
          "ONNX Runtime's native library cannot be loaded: the cache, %s, and the folder of the system property java.io.tmpdir must be writable"
              .formatted(cache),
          e);
    }
  }

  private static void turnOffTelemetry(OrtEnvironment environment) {
    try {
      environment.setTelemetry(false);
    } catch (OrtException e) {
      throw new IllegalStateException("its telemetry cannot be turned off", e);
    }
  }

  /**
   * Deletes the temporary folder that ONNX Runtime makes even where it unpacks nothing. By itself
   * ONNX Runtime deletes it when the process ends, unless the process is killed.
   */
  private static void deleteTemporaryFolder(Path unpacked) {
    try {
      Class<?> loader = Class.forName("ai.onnxruntime.OnnxRuntime");
      // Where other code loaded ONNX Runtime before, its folder is in use.
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

  /**
   * Returns where the libraries are on the class path; none if the user says where to find them.
   */
  private static List<URL> packed() {
    boolean isLeftToUser =
        System.getProperties().stringPropertyNames().stream()
            .anyMatch(name -> name.startsWith("onnxruntime.native."));
    return isLeftToUser
        ? List.of()
        : LIBRARIES.stream().map(OnnxRuntime::packed).flatMap(Stream::ofNullable).toList();
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
