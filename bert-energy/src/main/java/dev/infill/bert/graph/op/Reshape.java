package dev.infill.bert.graph.op;

import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.Node;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.SymbolicInteger;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.op.Imported.Computed;
import dev.infill.bert.graph.op.Imported.Integers;
import dev.infill.bert.graph.op.Imported.Uniform;
import dev.infill.bert.graph.op.Imported.WholeLengths;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The same elements, in row-major order, in another shape.
 *
 * @param target that shape
 */
public record Reshape(Shape target) implements DifferentiableOperator {
  @Override
  public List<TensorType> infer(List<Value> inputs) {
    Value x = inputs.get(0);
    if (!x.shape().size().equals(target.size())) {
      throw new IllegalArgumentException(x + " cannot be shaped " + target);
    }
    return List.of(new TensorType(x.element(), target));
  }

  @Override
  public Value pullback(GraphBuilder graph, Node node, int input, Value gradient) {
    return graph.reshape(gradient, node.input(0).shape());
  }

  static Imported imported(ImportedNode node) {
    Shape shape = node.input(0).shape();
    List<SymbolicInteger> target = node.integers(1);
    boolean zeroCopies = node.integer("allowzero", 0) == 0;
    List<Optional<Dimension>> dimensions = new ArrayList<>();
    Dimension known = Dimension.ONE;
    for (int axis = 0; axis < target.size(); axis++) {
      SymbolicInteger extent = target.get(axis);
      if (extent.equals(SymbolicInteger.of(-1))) {
        dimensions.add(Optional.empty());
        continue;
      }
      boolean copied = zeroCopies && extent.equals(SymbolicInteger.ZERO);
      Dimension dimension = copied ? shape.get(axis) : extent.extent();
      dimensions.add(Optional.of(dimension));
      known = known.times(dimension);
    }
    Dimension product = known;
    Function<Optional<Dimension>, Dimension> orRest =
        dimension ->
            dimension.orElseGet(
                () ->
                    shape
                        .size()
                        .dividedBy(product)
                        .orElseThrow(
                            () ->
                                new IllegalArgumentException(
                                    "%s cannot be shaped %s".formatted(shape, target))));
    return of(node, node.input(0), new Shape(dimensions.stream().map(orRest).toList()));
  }

  static Imported importedUnsqueeze(ImportedNode node) {
    Shape shape = node.input(0).shape();
    List<Long> axes = node.axes(1).orElseThrow(() -> new IllegalArgumentException("no axes"));
    int rank = shape.rank() + axes.size();
    List<Dimension> dimensions = new ArrayList<>(shape.dimensions());
    axes.stream()
        .map(axis -> ImportedNode.axis(axis, rank))
        .sorted()
        .forEach(axis -> dimensions.add(axis, Dimension.ONE));
    return of(node, node.input(0), new Shape(dimensions));
  }

  static Imported importedSqueeze(ImportedNode node) {
    Shape shape = node.input(0).shape();
    Optional<List<Integer>> axes =
        node.axes(1)
            .map(
                given ->
                    given.stream().map(axis -> ImportedNode.axis(axis, shape.rank())).toList());
    List<Dimension> kept = new ArrayList<>();
    for (int axis = 0; axis < shape.rank(); axis++) {
      boolean one = shape.get(axis).equals(Dimension.ONE);
      boolean named = axes.isPresent() && axes.get().contains(axis);
      if (named && !one) {
        throw new IllegalArgumentException("axis %d of %s is not 1".formatted(axis, shape));
      }
      if (!named && !(one && axes.isEmpty())) {
        kept.add(shape.get(axis));
      }
    }
    return of(node, node.input(0), new Shape(kept));
  }

  static Imported importedFlatten(ImportedNode node) {
    Shape shape = node.input(0).shape();
    long axis = node.integer("axis", 1);
    int split = ImportedNode.boundedAxis(axis, shape.rank());
    return of(
        node,
        node.input(0),
        Shape.of(shape.part(0, split).size(), shape.part(split, shape.rank()).size()));
  }

  /** Gives a tensor another shape. */
  static Imported of(ImportedNode node, Imported data, Shape shape) {
    if (!data.shape().size().equals(shape.size())) {
      throw new IllegalArgumentException("%s cannot be shaped %s".formatted(data.shape(), shape));
    }
    if (data.shape().equals(shape)) {
      return data;
    }
    if (data instanceof Integers integers) {
      return new Integers(data.element(), shape, integers.elements());
    }
    if (data instanceof Uniform uniform) {
      return new Uniform(data.element(), shape, uniform.number());
    }
    if (data instanceof WholeLengths) {
      return new WholeLengths(shape);
    }
    return new Computed(node.graph().reshape(node.value(data), shape));
  }
}
