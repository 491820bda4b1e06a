package dev.infill.bert.graph.ir;

import java.util.ArrayList;
import java.util.List;

/** One use of an operator in a graph. */
public final class Node {
  private final String name;
  private final Operator operator;
  private final List<Value> inputs;
  private final List<Value> outputs;

  /** To be made by the builder of a graph only. */
  public Node(String name, Operator operator, List<Value> inputs) {
    this.name = name;
    this.operator = operator;
    this.inputs = List.copyOf(inputs);
    List<Value> made = new ArrayList<>();
    for (TensorType type : operator.infer(inputs)) {
      made.add(new Value(made.isEmpty() ? name : name + ":" + made.size(), type, this));
    }
    outputs = List.copyOf(made);
  }

  public String name() {
    return name;
  }

  public Operator operator() {
    return operator;
  }

  public List<Value> inputs() {
    return inputs;
  }

  public Value input(int index) {
    return inputs.get(index);
  }

  public List<Value> outputs() {
    return outputs;
  }

  /** Returns the first output, which is the only one of most operators. */
  public Value output() {
    return outputs.get(0);
  }
}
