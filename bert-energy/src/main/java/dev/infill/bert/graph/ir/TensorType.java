package dev.infill.bert.graph.ir;

import ai.onnx.proto.OnnxMl;

/**
 * What is known of a tensor before a graph runs.
 *
 * @param element the type of its elements
 * @param shape its dimensions
 */
public record TensorType(ElementType element, Shape shape) {
  /** Returns the ONNX form of an input or an output of this type. */
  public OnnxMl.ValueInfoProto described(String name) {
    OnnxMl.TensorShapeProto.Builder dimensions = OnnxMl.TensorShapeProto.newBuilder();
    for (Dimension dimension : shape.dimensions()) {
      OnnxMl.TensorShapeProto.Dimension.Builder described = dimensions.addDimBuilder();
      if (dimension.isConstant()) {
        described.setDimValue(dimension.factor());
      } else {
        described.setDimParam(dimension.toString());
      }
    }
    OnnxMl.TypeProto.Tensor.Builder tensor =
        OnnxMl.TypeProto.Tensor.newBuilder().setElemType(element.code()).setShape(dimensions);
    return OnnxMl.ValueInfoProto.newBuilder()
        .setName(name)
        .setType(OnnxMl.TypeProto.newBuilder().setTensorType(tensor))
        .build();
  }
}
