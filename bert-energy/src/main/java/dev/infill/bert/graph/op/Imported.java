package dev.infill.bert.graph.op;

import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.SymbolicInteger;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.weights.format.OnnxTensor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** A tensor of an exported graph, as it is known while the graph is rebuilt. */
public sealed interface Imported {
  /** Returns what its elements are; all real numbers are in float32 here. */
  ElementType element();

  /** Returns its dimensions. */
  Shape shape();

  /** Returns it as a constant, all of whose elements are the same, if it is one. */
  default Optional<Uniform> uniform() {
    return Optional.empty();
  }

  /**
   * Returns a constant.
   *
   * @param tensor integers, truth values, or a single real number
   */
  static Imported of(OnnxTensor tensor) {
    Shape shape = Shape.of(tensor.shape());
    if (tensor.isReal() && tensor.elements() <= 1) {
      return new Uniform(ElementType.FLOAT, shape, tensor.elements() == 0 ? 0 : tensor.real(0));
    }
    if (!tensor.isIntegral() || tensor.elements() > Integers.MOST) {
      throw new IllegalArgumentException(
          "a constant of %d numbers of the format %s".formatted(tensor.elements(), tensor.type()));
    }
    List<SymbolicInteger> elements = new ArrayList<>();
    for (int i = 0; i < tensor.elements(); i++) {
      elements.add(SymbolicInteger.of(tensor.integer(i)));
    }
    return new Integers(ElementType.ofExport(tensor.type().getNumber()), shape, elements);
  }

  /** Returns it as integers or truth values, if they are known but for the extents of inputs. */
  default Optional<Integers> integers() {
    return Optional.empty();
  }

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
  record Uniform(ElementType element, Shape shape, double number) implements Imported {
    @Override
    public Optional<Uniform> uniform() {
      return Optional.of(this);
    }

    @Override
    public Optional<Integers> integers() {
      Dimension size = shape.size();
      if (element == ElementType.FLOAT || !size.isConstant() || size.factor() > Integers.MOST) {
        return Optional.empty();
      }
      return Optional.of(
          new Integers(
              element,
              shape,
              Collections.nCopies((int) size.factor(), SymbolicInteger.of((long) number))));
    }
  }

  /**
   * Integers or truth values that are known but for the extents of inputs.
   *
   * @param element what its elements are
   * @param shape its dimensions, all constant
   * @param elements the elements, row-major; 1 or 0 for a truth value
   */
  record Integers(ElementType element, Shape shape, List<SymbolicInteger> elements)
      implements Imported {
    /** Masks and positions of texts have fewer, and more are no shape. */
    static final int MOST = 1 << 16;

    public Integers {
      elements = List.copyOf(elements);
      if (!shape.size().equals(Dimension.of(elements.size()))) {
        throw new IllegalArgumentException(elements.size() + " integers of shape " + shape);
      }
    }

    static Integers vector(List<SymbolicInteger> elements) {
      return new Integers(ElementType.INT64, Shape.of(Dimension.of(elements.size())), elements);
    }

    static Integers scalar(SymbolicInteger element) {
      return new Integers(ElementType.INT64, Shape.SCALAR, List.of(element));
    }

    /**
     * Says whether what is computed of others may have a shape; larger ones are left to the graph.
     */
    static boolean canHold(Shape shape) {
      return shape.size().factor() <= MOST;
    }

    @Override
    public Optional<Integers> integers() {
      return Optional.of(this);
    }

    @Override
    public Optional<Uniform> uniform() {
      boolean isUniform =
          !elements.isEmpty()
              && elements.get(0).isConstant()
              && elements.stream().allMatch(elements.get(0)::equals);
      return isUniform
          ? Optional.of(new Uniform(element, shape, (double) elements.get(0).value()))
          : Optional.empty();
    }

    /**
     * Returns an element of the tensor that this one is broadcast to.
     *
     * @param result the shape of that
     * @param index where it stands there, row-major
     */
    SymbolicInteger at(Shape result, int index) {
      int place = 0;
      int stride = 1;
      int rest = index;
      for (int axis = -1; axis >= -result.rank(); axis--) {
        int extent = (int) result.get(axis).factor();
        if (axis >= -shape.rank()) {
          int own = (int) shape.get(axis).factor();
          place += own == 1 ? 0 : rest % extent * stride;
          stride *= own;
        }
        rest /= extent;
      }
      return elements.get(place);
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
