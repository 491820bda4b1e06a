package dev.infill.bert.graph.ir;

import ai.onnx.proto.OnnxMl.AttributeProto;
import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * An attribute of an operator.
 *
 * @param proto its ONNX form
 */
public record Attribute(AttributeProto proto) {
  public static Attribute integer(String name, long value) {
    return new Attribute(
        AttributeProto.newBuilder()
            .setName(name)
            .setType(AttributeProto.AttributeType.INT)
            .setI(value)
            .build());
  }

  public static Attribute integers(String name, int... values) {
    return new Attribute(
        AttributeProto.newBuilder()
            .setName(name)
            .setType(AttributeProto.AttributeType.INTS)
            .addAllInts(Arrays.stream(values).asLongStream().boxed().toList())
            .build());
  }

  public static Attribute real(String name, double value) {
    return new Attribute(
        AttributeProto.newBuilder()
            .setName(name)
            .setType(AttributeProto.AttributeType.FLOAT)
            .setF((float) value)
            .build());
  }

  public static Attribute text(String name, String value) {
    return new Attribute(
        AttributeProto.newBuilder()
            .setName(name)
            .setType(AttributeProto.AttributeType.STRING)
            .setS(ByteString.copyFrom(value, StandardCharsets.UTF_8))
            .build());
  }
}
