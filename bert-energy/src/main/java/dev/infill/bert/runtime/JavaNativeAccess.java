package dev.infill.bert.runtime;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Platform;
import dev.infill.bert.store.UnpackedLibrary;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * JNA, loaded out of Infill's cache: left alone, it makes a folder of its own among the user's
 * caches. DJL uses JNA as well, to look for CUDA.
 */
public final class JavaNativeAccess {
  private static final String FOLDER = "jna.boot.library.path";
  private static final String TEMPORARY_FOLDER = "jna.tmpdir";

  private static final UnpackedLibrary<Integer> LIBRARY =
      new UnpackedLibrary<>(
          "jna-" + Platform.RESOURCE_PREFIX,
          JavaNativeAccess::packed,
          // Unless JNA is told not to unpack, it tidies a temporary folder, and must write there.
          folder -> Map.of(FOLDER, folder.toString(), "jna.nounpack", "true"),
          folder -> Native.POINTER_SIZE);

  private JavaNativeAccess() {}

  /**
   * Loads JNA, unless this process has it already.
   *
   * @param cache the folder of Infill's cache
   * @throws LinkageError if it cannot be loaded
   * @throws dev.infill.bert.store.ModelStoreException if the thread is interrupted while another
   *     process unpacks it
   */
  public static void load(Path cache) {
    LIBRARY.load(cache);
  }

  /** Returns where JNA's library is on the class path; none if the user says where to find it. */
  private static List<URL> packed() {
    if (System.getProperty(FOLDER) != null || System.getProperty(TEMPORARY_FOLDER) != null) {
      return List.of();
    }
    String file = System.mapLibraryName("jnidispatch").replace(".dylib", ".jnilib");
    return Stream.ofNullable(Native.class.getResource(Platform.RESOURCE_PREFIX + "/" + file))
        .toList();
  }

  /**
   * Sets a variable of this process's environment, for native code; Java goes on to see the one
   * that the process was started with. Does nothing without JNA, and on Windows, whose C library
   * has no {@code setenv}.
   *
   * @throws dev.infill.bert.store.ModelStoreException as {@link #load} does
   */
  static void setVariable(Path cache, String name, String value) {
    try {
      load(cache);
      int overwrite = 1;
      NativeLibrary.getProcess()
          .getFunction("setenv")
          .invokeInt(new Object[] {name, value, overwrite});
    } catch (LinkageError e) {
      // When ONNX Runtime is loaded, its telemetry is turned off once more.
    }
  }
}
