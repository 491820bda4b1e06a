package dev.infill.bert.weights.format;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * The files beside an ONNX file that hold its large tensors. No file outside its folder is read,
 * whichever name or link leads there. But if the ONNX file itself is a link, as in the cache of the
 * Hugging Face hub, links may lead to files beside its target.
 */
public final class ExternalData {
  private final Path onnx;
  private final Set<String> files = new TreeSet<>();

  /**
   * Prepares to read.
   *
   * @param onnx the ONNX file
   */
  public ExternalData(Path onnx) {
    this.onnx = onnx;
  }

  /** Returns the names of the files that were read. */
  public Set<String> files() {
    return files;
  }

  /**
   * Maps the numbers of a tensor.
   *
   * @param tensor its name, fit for a message
   * @param keys their place, as the ONNX file has it
   * @param length the number of bytes that they must have
   */
  public ByteBuffer bytes(String tensor, Map<String, String> keys, long length) throws IOException {
    String location = keys.getOrDefault("location", "");
    Path file = file(tensor, location);
    try (FileChannel channel = FileChannel.open(file)) {
      long offset = number(tensor, keys, "offset", 0);
      long given = number(tensor, keys, "length", channel.size() - offset);
      if (offset > channel.size() || given > channel.size() - offset) {
        throw new MalformedFileException(
            "has %s at bytes %s to %s of %s, which has %d"
                .formatted(
                    tensor,
                    offset,
                    Long.toUnsignedString(offset + given),
                    PrintableName.of(location),
                    channel.size()));
      }
      if (given < length || (keys.containsKey("length") && given != length)) {
        throw new MalformedFileException(
            "has %s in %d bytes of %s, where its shape takes %d"
                .formatted(tensor, given, PrintableName.of(location), length));
      }
      files.add(location);
      return channel.map(FileChannel.MapMode.READ_ONLY, offset, length);
    }
  }

  private Path file(String tensor, String location) throws IOException {
    Path relative;
    try {
      relative = Path.of(location);
    } catch (InvalidPathException e) {
      throw new MalformedFileException(inFile(tensor, location, "is no name of a file"), e);
    }
    Path file = onnx.resolveSibling(relative);
    if (location.isEmpty()
        || relative.isAbsolute()
        || relative.startsWith("/")
        || !relative.normalize().equals(relative)
        || relative.startsWith("..")) {
      throw new MalformedFileException(
          inFile(tensor, location, "is no name of a file in its folder"));
    }
    try {
      ModelFile.requireContent(file);
    } catch (MalformedFileException e) {
      throw new MalformedFileException(inFile(tensor, location, String.valueOf(e.getMessage())), e);
    }
    Path real = file.toRealPath();
    Path folder = Objects.requireNonNull(onnx.toAbsolutePath().getParent());
    boolean isBesideTarget =
        Files.isSymbolicLink(onnx)
            && Files.isSymbolicLink(file)
            && Objects.equals(real.getParent(), onnx.toRealPath().getParent());
    if (!real.startsWith(folder.toRealPath()) && !isBesideTarget) {
      throw new MalformedFileException(inFile(tensor, location, "is a link out of its folder"));
    }
    return file;
  }

  private static String inFile(String tensor, String location, String what) {
    return "has %s in the file '%s', which %s".formatted(tensor, PrintableName.of(location), what);
  }

  private static long number(String tensor, Map<String, String> keys, String key, long absent)
      throws MalformedFileException {
    String value = keys.get(key);
    if (value == null) {
      return Math.max(0, absent);
    }
    if (!value.matches("[0-9]{1,19}") || new BigInteger(value).bitLength() >= Long.SIZE) {
      throw new MalformedFileException(
          "has %s at the %s '%s' of a file".formatted(tensor, key, PrintableName.of(value)));
    }
    return Long.parseLong(value);
  }
}
