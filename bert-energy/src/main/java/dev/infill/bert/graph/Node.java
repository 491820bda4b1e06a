package dev.infill.bert.graph;

import java.util.ArrayList;
import java.util.List;

/** One use of an operator in a graph. */
final class Node {
  private final String name;
  private final Operator operator;
  private final List<Value> inputs;
  private final List<Value> outputs;

  /** Made by {@link GraphBuilder} only. */
  Node(String name, Operator operator, List<Value> inputs) {
    this.name = name;
    this.operator = operator;
    this.inputs = List.copyOf(inputs);
    List<Value> made = new ArrayList<>();
    for (TensorType type : operator.infer(inputs)) {
      made.add(new Value(made.isEmpty() ? name : name + ":" + made.size(), type, this));
    }
    outputs = List.copyOf(made);
  }

  String name() {
    return name;
  }

  Operator operator() {
    return operator;
  }

  List<Value> inputs() {
    return inputs;
  }

  Value input(int index) {
    return inputs.get(index);
  }

  List<Value> outputs() {
    return outputs;
  }

  /** Returns the first output, which is the only one of most operators. */
  Value output() {
    return outputs.get(0);
  }
}
