package dev.infill.bert.weights.format;

import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads tensors (message TensorProto of onnx.proto) where they stand: their numbers are not copied,
 * as they would be by the parser of whole messages.
 */
final class OnnxTensorReader {
  private static final int VARINT = WireFormat.WIRETYPE_VARINT;
  private static final int DELIMITED = WireFormat.WIRETYPE_LENGTH_DELIMITED;

  private final ExternalData external;
  private long decoded;

  /**
   * Creates a reader.
   *
   * @param external gives the numbers that stand in other files
   */
  OnnxTensorReader(ExternalData external) {
    this.external = external;
  }

  /** Reads a tensor. */
  OnnxTensor read(ByteString message) throws IOException {
    Message parsed = new Message();
    CodedInputStream input = aliasing(message);
    for (int tag = input.readTag(); tag != 0; tag = input.readTag()) {
      parsed.readField(tag, input);
    }
    return parsed.tensor();
  }

  /** Returns a parser whose bytes are views of the message. */
  static CodedInputStream aliasing(ByteString message) {
    CodedInputStream input = message.newCodedInput();
    input.enableAliasing(true);
    return input;
  }

  /** The fields of one message. */
  private final class Message {
    private final List<Long> shape = new ArrayList<>();
    private final Map<String, String> keys = new HashMap<>();
    private String name = "";
    private int type;
    private boolean isExternal;
    private ByteString raw = ByteString.EMPTY;
    private ByteString integers = ByteString.EMPTY;

    void readField(int tag, CodedInputStream input) throws IOException {
      switch (tag) {
        case TensorProto.DIMS_FIELD_NUMBER << 3 | VARINT -> addDimension(input.readInt64());
        case TensorProto.DIMS_FIELD_NUMBER << 3 | DELIMITED -> {
          CodedInputStream packed = input.readBytes().newCodedInput();
          while (!packed.isAtEnd()) {
            addDimension(packed.readInt64());
          }
        }
        case TensorProto.DATA_TYPE_FIELD_NUMBER << 3 | VARINT -> type = input.readInt32();
        case TensorProto.NAME_FIELD_NUMBER << 3 | DELIMITED -> name = input.readString();
        case TensorProto.DATA_LOCATION_FIELD_NUMBER << 3 | VARINT ->
            isExternal = input.readEnum() == TensorProto.DataLocation.EXTERNAL_VALUE;
        case TensorProto.EXTERNAL_DATA_FIELD_NUMBER << 3 | DELIMITED -> {
          StringStringEntryProto entry = StringStringEntryProto.parseFrom(input.readBytes());
          if (keys.size() < 100) {
            keys.put(entry.getKey(), entry.getValue());
          }
        }
        // All three are little-endian numbers.
        case TensorProto.FLOAT_DATA_FIELD_NUMBER << 3 | DELIMITED,
            TensorProto.DOUBLE_DATA_FIELD_NUMBER << 3 | DELIMITED,
            TensorProto.RAW_DATA_FIELD_NUMBER << 3 | DELIMITED ->
            raw = onlyPart(raw, input.readBytes());
        case TensorProto.INT32_DATA_FIELD_NUMBER << 3 | DELIMITED,
            TensorProto.INT64_DATA_FIELD_NUMBER << 3 | DELIMITED ->
            integers = onlyPart(integers, input.readBytes());
        default -> input.skipField(tag);
      }
    }

    private void addDimension(long extent) throws MalformedFileException {
      if (extent < 0 || shape.size() == Limits.AXES) {
        throw new MalformedFileException(
            "has the tensor %s of shape %s, %d …, which no tensor has"
                .formatted(PrintableName.of(name), shape, extent));
      }
      shape.add(extent);
    }

    private ByteString onlyPart(ByteString earlier, ByteString part) throws MalformedFileException {
      if (!earlier.isEmpty()) {
        throw new MalformedFileException(
            "has the numbers of %s in several parts, which is not supported"
                .formatted(PrintableName.of(name)));
      }
      return part;
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
      ByteBuffer bytes = bytes(shown, width, length(shown, width));
      return new OnnxTensor(name, format, shape, bytes);
    }

    private ByteBuffer bytes(String shown, int width, long length) throws IOException {
      if (isExternal) {
        return external.bytes(shown, keys, length);
      }
      ByteBuffer bytes =
          integers.isEmpty() || !raw.isEmpty()
              ? raw.asReadOnlyByteBuffer()
              : decode(shown, integers, width, length);
      if (bytes.remaining() != length) {
        throw new MalformedFileException(
            "has %s in %d bytes, where its shape %s takes %d"
                .formatted(shown, bytes.remaining(), shape, length));
      }
      return bytes;
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

  /** Reads integers of variable length, as small tensors have them. */
  private ByteBuffer decode(String shown, ByteString integers, int width, long length)
      throws IOException {
    decoded += length;
    if (length > integers.size() * (long) width || decoded > Limits.LISTED_BYTES) {
      throw new MalformedFileException(
          "has %s as a list of %d numbers: that is too few, or too many without raw_data"
              .formatted(shown, length / width));
    }
    ByteBuffer bytes = ByteBuffer.allocate((int) length).order(ByteOrder.LITTLE_ENDIAN);
    CodedInputStream input = integers.newCodedInput();
    while (!input.isAtEnd()) {
      long value = input.readInt64();
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
}
