package dev.infill.bert.weights.format;

import ai.onnxruntime.platform.Fp16Conversions;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/**
 * A file of tensors in the safetensors format: the length of the header in 8 bytes, little-endian,
 * the header in JSON, and the tensors' bytes. Failures continue the file's name.
 */
public final class SafetensorsFile implements Closeable {
  private static final int CHUNK = 1 << 20;

  private final FileChannel channel;
  private final long dataStart;
  private final Map<String, SafetensorsTensor> tensors;
  private final ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK).order(ByteOrder.LITTLE_ENDIAN);

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
  public float[] read(String name) throws IOException {
    return read(name, 0, 1);
  }

  /**
   * Reads one of the equal parts of a tensor, row-major.
   *
   * @param name one of {@link #tensors()}, of a type that is read as float32
   * @param part the number of parts before it
   * @param parts the number of all parts
   */
  public float[] read(String name, int part, int parts) throws IOException {
    long elements = tensor(name).elements() / parts;
    if (elements > Limits.ARRAY_NUMBERS) {
      throw new MalformedFileException(
          "holds %s of %,d numbers, more than can be read".formatted(name, elements));
    }
    float[] values = new float[(int) elements];
    read(name, part * elements, values, values.length);
    return values;
  }

  /**
   * Reads a part of a tensor.
   *
   * @param name one of {@link #tensors()}, of a type that is read as float32
   * @param first the first number to read
   * @param values receives the numbers
   * @param count the number of numbers
   */
  public void read(String name, long first, float[] values, int count) throws IOException {
    SafetensorsTensor tensor = tensor(name);
    int bytes = tensor.type().bytes();
    long position = dataStart + tensor.begin() + first * bytes;
    int done = 0;
    while (done < count) {
      int next = Math.min(count - done, CHUNK / bytes);
      chunk.clear().limit(next * bytes);
      while (chunk.hasRemaining()) {
        if (channel.read(chunk, position + chunk.position()) < 0) {
          throw new MalformedFileException("ends in the middle of " + name);
        }
      }
      position += chunk.position();
      chunk.flip();
      decode(tensor.type(), values, done, next);
      done += next;
    }
  }

  private SafetensorsTensor tensor(String name) {
    return Objects.requireNonNull(tensors.get(name), name);
  }

  private void decode(SafetensorsType type, float[] values, int from, int count) {
    switch (type) {
      case F32 -> chunk.asFloatBuffer().get(values, from, count);
      case BF16 -> {
        for (int i = 0; i < count; i++) {
          // The upper half of a float32.
          values[from + i] = Float.intBitsToFloat(chunk.getShort(2 * i) << 16);
        }
      }
      case F16 -> {
        for (int i = 0; i < count; i++) {
          values[from + i] = Fp16Conversions.fp16ToFloat(chunk.getShort(2 * i));
        }
      }
      default -> throw new IllegalArgumentException("no float32: " + type);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
