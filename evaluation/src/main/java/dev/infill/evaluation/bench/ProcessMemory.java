package dev.infill.evaluation.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How much memory a process has, as Linux tells it (proc(5)): the heap, the model, and all that
 * native libraries hold.
 *
 * @param status the process's {@code status} file
 */
public record ProcessMemory(Path status) {
  private static final Pattern RESIDENT = Pattern.compile("(?m)^VmRSS:\\s+(\\d+) kB$");
  private static final long KIBIBYTE = 1024;

  /** Returns the memory of this process. */
  public static ProcessMemory ofThisProcess() {
    return new ProcessMemory(Path.of("/proc/self/status"));
  }

  /**
   * Returns how many bytes of physical memory the process has now.
   *
   * @throws IOException if this system does not tell
   */
  public long residentBytes() throws IOException {
    if (!Files.isReadable(status)) {
      throw unknown("there is no " + status);
    }
    Matcher found = RESIDENT.matcher(Files.readString(status));
    if (!found.find()) {
      throw unknown("there is no VmRSS in " + status);
    }
    return KIBIBYTE * Long.parseLong(found.group(1));
  }

  private static IOException unknown(String why) {
    return new IOException(
        "this system does not tell how much memory a process has (Linux does): " + why);
  }
}
