package dev.infill.bert.runtime;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The reason why CUDA cannot be used, in a line that says what to install. */
final class CudaFailure {
  /** How the loaders of Linux and of Windows name a missing library. */
  private static final Pattern MISSING =
      Pattern.compile(
          "([^\\s:\"]+): cannot open shared object file|depends on \"([^\"]+)\" which is missing");

  /** A library is older than ONNX Runtime. */
  private static final Pattern UNKNOWN_SYMBOL =
      Pattern.compile("undefined symbol: \\w|version `\\S+' not found");

  private static final Pattern CALL = Pattern.compile("CUDA failure (\\d+): ([^;]*[^;\\s])");
  private static final String NO_PROVIDER = "Failed to find CUDA shared provider";
  private static final String NO_CUDNN = "cuDNN is unavailable";
  private static final String DRIVER_TOO_OLD = "35";

  private CudaFailure() {}

  /**
   * Returns the reason.
   *
   * @param message the message of ONNX Runtime
   * @return one line without a full stop; the message itself where it is not understood
   */
  static String reason(String message) {
    if (message.contains(NO_PROVIDER)) {
      return "this ONNX Runtime has no CUDA: it takes the package onnxruntime_gpu, which a build"
          + " of Infill with -Pcuda has";
    }
    Matcher missing = MISSING.matcher(message);
    if (missing.find()) {
      boolean onWindows = missing.group(1) == null;
      String library = onWindows ? missing.group(2) : missing.group(1);
      return "%s is missing: install %s, its folder in %s"
          .formatted(library, owner(library), onWindows ? "PATH" : "LD_LIBRARY_PATH");
    }
    if (message.contains(NO_CUDNN)) {
      return "cuDNN cannot be loaded: install cuDNN 9 for CUDA 12, its folder in LD_LIBRARY_PATH";
    }
    if (UNKNOWN_SYMBOL.matcher(message).find()) {
      return "a library of CUDA 12 is too old for this ONNX Runtime: install CUDA 12.9";
    }
    Matcher call = CALL.matcher(message);
    if (call.find()) {
      return call.group(1).equals(DRIVER_TOO_OLD)
          ? "there is no NVIDIA driver, or it is too old for CUDA 12: install a newer one"
          : call.group(2);
    }
    return message;
  }

  private static String owner(String library) {
    if (library.contains("cudnn")) {
      return "cuDNN 9 for CUDA 12";
    }
    return library.startsWith("libcuda.") || library.startsWith("nvcuda")
        ? "the NVIDIA driver"
        : "CUDA 12";
  }
}
