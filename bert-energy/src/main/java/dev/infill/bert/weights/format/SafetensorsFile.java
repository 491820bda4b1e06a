package dev.infill.bert.weights.format;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/**
 * A file of tensors in the safetensors format: the length of the header in 8 bytes, little-endian,
 * the header in JSON, and the tensors' bytes, which are mapped into memory. Failures continue the
 * file's name.
 */
public final class SafetensorsFile implements Closeable {
  private final FileChannel channel;
  private final long dataStart;
  private final Map<String, SafetensorsTensor> tensors;

  private SafetensorsFile(
      FileChannel channel, long dataStart, Map<String, SafetensorsTensor> tensors) {
    this.channel = channel;
    this.dataStart = dataStart;
    this.tensors = tensors;
  }

  /**
   * Opens a file and reads its header.
   *
   * @throws MalformedFileException if it is missing, a pointer of Git LFS, or not such a file
   */
  public static SafetensorsFile open(Path file) throws IOException {
    FileChannel channel = ModelFile.open(file);
    try {
      long size = channel.size();
      if (size < Long.BYTES) {
        throw new MalformedFileException("is cut off: it has " + size + " bytes");
      }
      long length = exactly(channel, 0, Long.BYTES).getLong();
      if (length < 0 || length > size - Long.BYTES) {
        throw new MalformedFileException(
            "should have a header of %s bytes, but the whole file has %d: it is cut off or no"
                    .formatted(Long.toUnsignedString(length), size)
                + " safetensors file");
      }
      if (length > Limits.JSON_BYTES) {
        throw new MalformedFileException(
            "has a header of %,d bytes; at most %,d are read".formatted(length, Limits.JSON_BYTES));
      }
      byte[] header = exactly(channel, Long.BYTES, (int) length).array();
      long dataStart = Long.BYTES + length;
      return new SafetensorsFile(
          channel, dataStart, SafetensorsHeader.parse(header, size - dataStart));
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static ByteBuffer exactly(FileChannel channel, long position, int length)
      throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining()) {
      if (channel.read(bytes, position + bytes.position()) < 0) {
        throw new MalformedFileException("is cut off in its header");
      }
    }
    return bytes.flip();
  }

  /** Returns the place of each tensor, by its name. */
  public Map<String, SafetensorsTensor> tensors() {
    return tensors;
  }

  /**
   * Reads a tensor, row-major.
   *
   * @param name one of {@link #tensors()}, of a type that is read as float32
   */
  public FloatBuffer read(String name) throws IOException {
    return read(name, 0, 1);
  }

  /**
   * Reads one of the equal parts of a tensor, row-major.
   *
   * @param name one of {@link #tensors()}, of a type that is read as float32
   * @param part the number of parts before it
   * @param parts the number of all parts
   */
  public FloatBuffer read(String name, int part, int parts) throws IOException {
    return tensor(name).type().floats(bytes(name, part, parts));
  }

  /** Maps the bytes of one of the equal parts of a tensor. */
  public ByteBuffer bytes(String name, int part, int parts) throws IOException {
    SafetensorsTensor tensor = tensor(name);
    long length = (tensor.end() - tensor.begin()) / parts;
    if (length > Integer.MAX_VALUE) {
      throw new MalformedFileException(
          "holds %s in %,d bytes, more than can be read at once".formatted(name, length));
    }
    if (dataStart + tensor.end() > channel.size()) {
      throw new MalformedFileException("ends in the middle of " + name);
    }
    return channel
        .map(FileChannel.MapMode.READ_ONLY, dataStart + tensor.begin() + part * length, length)
        .order(ByteOrder.LITTLE_ENDIAN);
  }

  private SafetensorsTensor tensor(String name) {
    return Objects.requireNonNull(tensors.get(name), name);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
