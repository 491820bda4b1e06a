package dev.infill.bert.graph;

import java.util.List;

/** A tensor of an exported graph, as it is known while the graph is rebuilt. */
sealed interface Imported {
  /** Returns what its elements are; all real numbers are in float32 here. */
  ElementType element();

  /** Returns its dimensions. */
  Shape shape();

  /**
   * A tensor that is computed when the graph runs.
   *
   * @param value the tensor
   */
  record Computed(Value value) implements Imported {
    @Override
    public ElementType element() {
      return value.element();
    }

    @Override
    public Shape shape() {
      return value.shape();
    }
  }

  /**
   * A parameter of real numbers, of which a product can be taken in its own type.
   *
   * @param value the parameter
   * @param transposed whether the last two axes of a matrix are swapped
   */
  record Parameter(Value value, boolean transposed) implements Imported {
    @Override
    public ElementType element() {
      return ElementType.FLOAT;
    }

    @Override
    public Shape shape() {
      Shape shape = value.shape();
      return transposed ? Shape.of(shape.get(1), shape.get(0)) : shape;
    }
  }

  /**
   * A constant, all of whose elements are the same.
   *
   * @param element what its elements are
   * @param shape its dimensions, which need not be constant
   * @param number the element; 1 or 0 for a truth value
   */
  record Uniform(ElementType element, Shape shape, double number) implements Imported {}

  /**
   * Integers or truth values that are known but for the extents of inputs.
   *
   * @param element what its elements are
   * @param shape its dimensions, all constant
   * @param elements the elements, row-major; 1 or 0 for a truth value
   */
  record Integers(ElementType element, Shape shape, List<SymbolicInteger> elements)
      implements Imported {
    public Integers {
      elements = List.copyOf(elements);
      if (!shape.size().equals(Dimension.of(elements.size()))) {
        throw new IllegalArgumentException(elements.size() + " integers of shape " + shape);
      }
    }

    static Integers vector(List<SymbolicInteger> elements) {
      return new Integers(ElementType.INT64, Shape.of(Dimension.of(elements.size())), elements);
    }

    /** Says whether all elements are one constant. */
    boolean isUniform() {
      return !elements.isEmpty()
          && elements.get(0).isConstant()
          && elements.stream().allMatch(elements.get(0)::equals);
    }
  }

  /**
   * How many pieces each sequence has, none of them padding: what attention masks itself by.
   *
   * @param shape its dimensions
   */
  record WholeLengths(Shape shape) implements Imported {
    @Override
    public ElementType element() {
      return ElementType.INT64;
    }
  }
}
