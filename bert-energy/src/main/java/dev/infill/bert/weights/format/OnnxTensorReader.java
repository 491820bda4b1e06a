package dev.infill.bert.weights.format;

import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads tensors (message TensorProto of onnx.proto) where they stand, without copying them. */
final class OnnxTensorReader {
  private static final int MOST_AXES = 16;

  /** Integers as lists of variable length are written for small tensors only. */
  private static final long MOST_DECODED_BYTES = 64 << 20;

  private final ExternalData external;
  private long decoded;

  /**
   * Creates a reader.
   *
   * @param external gives what stands in other files
   */
  OnnxTensorReader(ExternalData external) {
    this.external = external;
  }

  /** Reads a tensor. */
  OnnxTensor read(ByteBuffer message) throws IOException {
    Message parsed = new Message();
    WireReader reader = new WireReader(message);
    while (reader.hasRemaining()) {
      parsed.readField(reader);
    }
    return parsed.tensor();
  }

  /** The fields of one message. */
  private final class Message {
    private final List<Long> shape = new ArrayList<>();
    private final Map<String, String> keys = new HashMap<>();
    private String name = "";
    private int type;
    private long location;
    private @Nullable ByteBuffer raw;
    private @Nullable ByteBuffer integers;

    void readField(WireReader reader) throws IOException {
      int tag = reader.size();
      switch (tag) {
        case 1 << 3 | WireReader.VARINT -> addDimension(reader.varint());
        case 1 << 3 | WireReader.DELIMITED -> {
          WireReader packed = new WireReader(reader.take(reader.size()));
          while (packed.hasRemaining()) {
            addDimension(packed.varint());
          }
        }
        case 2 << 3 | WireReader.VARINT -> type = reader.size();
        // Little-endian numbers, as in raw_data: float_data, raw_data, double_data.
        case 4 << 3 | WireReader.DELIMITED,
            9 << 3 | WireReader.DELIMITED,
            10 << 3 | WireReader.DELIMITED -> {
          requireFirst(raw);
          raw = reader.take(reader.size());
        }
        case 5 << 3 | WireReader.DELIMITED, 7 << 3 | WireReader.DELIMITED -> {
          requireFirst(integers);
          integers = reader.take(reader.size());
        }
        case 8 << 3 | WireReader.DELIMITED -> name = text(reader.take(reader.size()));
        case 13 << 3 | WireReader.DELIMITED -> readKey(reader.take(reader.size()));
        case 14 << 3 | WireReader.VARINT -> location = reader.varint();
        // One number alone, or several one by one.
        case 4 << 3 | WireReader.FIXED32 -> {
          requireFirst(raw);
          raw = reader.take(Float.BYTES);
        }
        case 10 << 3 | WireReader.FIXED64 -> {
          requireFirst(raw);
          raw = reader.take(Double.BYTES);
        }
        case 5 << 3 | WireReader.VARINT, 7 << 3 | WireReader.VARINT -> {
          requireFirst(integers);
          integers = varint(reader.varint());
        }
        default -> reader.skip(tag);
      }
    }

    private void addDimension(long extent) throws MalformedFileException {
      if (extent < 0 || shape.size() == MOST_AXES) {
        throw new MalformedFileException(
            "has the tensor %s of shape %s, %d …, which no tensor has"
                .formatted(PrintableName.of(name), shape, extent));
      }
      shape.add(extent);
    }

    private void requireFirst(@Nullable ByteBuffer earlier) throws MalformedFileException {
      if (earlier != null) {
        throw new MalformedFileException(
            "has the numbers of %s in several parts, which is not supported"
                .formatted(PrintableName.of(name)));
      }
    }

    private void readKey(ByteBuffer message) throws InvalidProtocolBufferException {
      StringStringEntryProto entry = StringStringEntryProto.parseFrom(message);
      if (keys.size() < 100) {
        keys.put(entry.getKey(), entry.getValue());
      }
    }

    OnnxTensor tensor() throws IOException {
      String shown = "the tensor " + PrintableName.of(name);
      DataType format = DataType.forNumber(type);
      int width = format == null ? 0 : OnnxTensor.bytesOf(format);
      if (format == null || width == 0) {
        throw new MalformedFileException(
            "has %s in the number format %s, which is not supported"
                .formatted(shown, format == null ? Integer.toString(type) : format));
      }
      long length = length(shown, width);
      ByteBuffer bytes;
      if (location == 1) {
        bytes = external.bytes(shown, keys, length);
      } else if (integers != null && raw == null) {
        bytes = decode(shown, integers, width, length);
      } else {
        bytes = raw == null ? ByteBuffer.allocate(0) : raw;
      }
      if (bytes.remaining() != length) {
        throw new MalformedFileException(
            "has %s in %d bytes, where its shape %s takes %d"
                .formatted(shown, bytes.remaining(), shape, length));
      }
      return new OnnxTensor(name, format, shape, bytes);
    }

    private long length(String shown, int width) throws MalformedFileException {
      long length = width;
      for (long extent : shape) {
        if (extent != 0 && length > Integer.MAX_VALUE / extent) {
          throw new MalformedFileException(
              "has %s of shape %s, more numbers than can be read".formatted(shown, shape));
        }
        length *= extent;
      }
      return length;
    }
  }

  private ByteBuffer decode(String shown, ByteBuffer integers, int width, long length)
      throws MalformedFileException {
    decoded += length;
    if (length > integers.remaining() * (long) width || decoded > MOST_DECODED_BYTES) {
      throw new MalformedFileException(
          "has %s as a list of %d numbers: that is too few, or too many without raw_data"
              .formatted(shown, length / width));
    }
    ByteBuffer bytes = ByteBuffer.allocate((int) length).order(ByteOrder.LITTLE_ENDIAN);
    WireReader reader = new WireReader(integers);
    while (reader.hasRemaining()) {
      long value = reader.varint();
      if (bytes.remaining() < width) {
        throw new MalformedFileException(
            "has %s as a list of more than %d numbers".formatted(shown, length / width));
      }
      switch (width) {
        case 1 -> bytes.put((byte) value);
        case 2 -> bytes.putShort((short) value);
        case 4 -> bytes.putInt((int) value);
        default -> bytes.putLong(value);
      }
    }
    return bytes.flip();
  }

  private static ByteBuffer varint(long value) {
    ByteBuffer bytes = ByteBuffer.allocate(10);
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      bytes.put((byte) (rest | 0x80));
      rest >>>= 7;
    }
    return bytes.put((byte) rest).flip();
  }

  private static String text(ByteBuffer bytes) {
    return StandardCharsets.UTF_8.decode(bytes).toString();
  }
}
