package dev.infill.bert.weights;

import ai.onnxruntime.platform.Fp16Conversions;
import dev.infill.bert.weights.format.SafetensorsType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes safetensors files, whole or of a header that says anything. */
public final class SafetensorsWriter {
  /** A tensor of float32 numbers, to be written in some type. */
  public static final class Tensor {
    private final SafetensorsType type;
    private final List<Long> shape;
    private final float[] values;

    public Tensor(SafetensorsType type, List<Long> shape, float[] values) {
      this.type = type;
      this.shape = shape;
      this.values = values;
    }

    SafetensorsType type() {
      return type;
    }

    public List<Long> shape() {
      return shape;
    }

    public float[] values() {
      return values;
    }

    byte[] bytes() {
      ByteBuffer bytes =
          ByteBuffer.allocate(values.length * type.bytes()).order(ByteOrder.LITTLE_ENDIAN);
      for (float value : values) {
        switch (type) {
          case F32 -> bytes.putFloat(value);
          case F16 -> bytes.putShort(Fp16Conversions.floatToFp16(value));
          case BF16 -> bytes.putShort((short) (Float.floatToIntBits(value) >>> 16));
          case I64 -> bytes.putLong((long) value);
          default -> throw new IllegalArgumentException(type.toString());
        }
      }
      return bytes.array();
    }
  }

  private SafetensorsWriter() {}

  public static Path write(Path file, Map<String, Tensor> tensors) throws IOException {
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    StringBuilder header = new StringBuilder("{\"__metadata__\":{\"format\":\"pt\"}");
    tensors.forEach(
        (name, tensor) -> {
          int begin = data.size();
          data.writeBytes(tensor.bytes());
          String shape =
              tensor.shape().stream().map(String::valueOf).collect(Collectors.joining(","));
          header.append(
              ",\"%s\":{\"dtype\":\"%s\",\"shape\":[%s],\"data_offsets\":[%d,%d]}"
                  .formatted(name, tensor.type(), shape, begin, data.size()));
        });
    return write(file, header.append('}').toString(), data.toByteArray());
  }

  public static Path write(Path file, String header, byte[] data) throws IOException {
    byte[] json = header.getBytes(StandardCharsets.UTF_8);
    return write(file, json.length, json, data);
  }

  /** Writes any length of a header before it. */
  public static Path write(Path file, long length, byte[] header, byte[] data) throws IOException {
    ByteBuffer bytes =
        ByteBuffer.allocate(Long.BYTES + header.length + data.length)
            .order(ByteOrder.LITTLE_ENDIAN);
    return Files.write(file, bytes.putLong(length).put(header).put(data).array());
  }
}
