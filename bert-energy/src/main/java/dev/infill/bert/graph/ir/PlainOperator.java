package dev.infill.bert.graph.ir;

import java.util.List;

/**
 * An operator that no gradient is taken through: on integers, on constants, or in a backward pass.
 *
 * @param type its name in the standard
 * @param attributes its attributes
 * @param output the type of its only output
 */
public record PlainOperator(String type, List<Attribute> attributes, TensorType output)
    implements Operator {
  public PlainOperator(String type, TensorType output, Attribute... attributes) {
    this(type, List.of(attributes), output);
  }

  @Override
  public List<TensorType> infer(List<Value> inputs) {
    return List.of(output);
  }
}
