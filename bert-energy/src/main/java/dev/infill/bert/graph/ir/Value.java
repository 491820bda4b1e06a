package dev.infill.bert.graph.ir;

import org.jspecify.annotations.Nullable;

/** A tensor of a graph: an input, a constant, a parameter, or an output of a node. */
public final class Value {
  private final String name;
  private final TensorType type;
  private final @Nullable Node producer;

  /** To be made by {@link Node} and the builder of a graph only. */
  public Value(String name, TensorType type, @Nullable Node producer) {
    this.name = name;
    this.type = type;
    this.producer = producer;
  }

  public String name() {
    return name;
  }

  public TensorType type() {
    return type;
  }

  public ElementType element() {
    return type.element();
  }

  public Shape shape() {
    return type.shape();
  }

  /** Returns the node that computes it, or null for inputs, constants and parameters. */
  public @Nullable Node producer() {
    return producer;
  }

  @Override
  public String toString() {
    return name + " " + type.shape();
  }
}
