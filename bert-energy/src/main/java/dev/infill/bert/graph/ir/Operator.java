package dev.infill.bert.graph.ir;

import java.util.List;

/** An operator of the ONNX standard, with its attributes. */
public interface Operator {
  /** Returns its name in the standard. */
  default String type() {
    return getClass().getSimpleName();
  }

  /** Returns its attributes that differ from the standard's defaults. */
  default List<Attribute> attributes() {
    return List.of();
  }

  /**
   * Returns the types of its outputs.
   *
   * @throws IllegalArgumentException if the inputs do not fit the operator
   */
  List<TensorType> infer(List<Value> inputs);
}
