package dev.infill.bert.graph.op;

import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.Node;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.SymbolicInteger;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.op.Imported.Computed;
import dev.infill.bert.graph.op.Imported.Integers;
import dev.infill.bert.graph.op.Imported.Parameter;
import dev.infill.bert.graph.op.Imported.Uniform;
import dev.infill.core.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The slices of the first axis that integers point to. */
record Gather() implements DifferentiableOperator {
  @Override
  public List<TensorType> infer(List<Value> inputs) {
    Value data = inputs.get(0);
    Value indices = inputs.get(1);
    if (data.shape().rank() < 1 || indices.element() != ElementType.INT64) {
      throw new IllegalArgumentException("cannot take slices " + indices + " of " + data);
    }
    Shape slice = data.shape().part(1, data.shape().rank());
    return List.of(new TensorType(data.element(), indices.shape().followedBy(slice)));
  }

  /** Adds each slice of g to the slice it was taken from; one taken twice gets both. */
  @Override
  public Value pullback(GraphBuilder graph, Node node, int input, Value gradient) {
    if (input != 0) {
      throw new UnsupportedOperationException("indices have no gradient: " + node.name());
    }
    Value data = node.input(0);
    Value indices = node.input(1);
    Shape slice = data.shape().part(1, data.shape().rank());
    Shape updates = Shape.of(indices.shape().size()).followedBy(slice);
    Value rows = graph.reshape(gradient, updates);
    Shape column = Shape.of(indices.shape().size());
    for (int axis = 1; axis < updates.rank(); axis++) {
      column = column.followedBy(Dimension.ONE);
    }
    Value spread = graph.expand(graph.reshape(indices, column), rows);
    return graph.scatterAdd(graph.zerosLike(data), 0, spread, rows);
  }

  static Imported imported(ImportedNode node) {
    Imported data = node.input(0);
    Imported indices = node.input(1);
    int axis = node.axis("axis", 0, data.shape().rank());
    if (data instanceof Integers integers
        && indices instanceof Integers places
        && data.shape().rank() == 1
        && places.elements().stream().allMatch(SymbolicInteger::isConstant)) {
      int count = integers.elements().size();
      return new Integers(
          data.element(),
          indices.shape(),
          places.elements().stream()
              .map(place -> integers.elements().get(ImportedNode.axis(place.value(), count)))
              .toList());
    }
    Shape result =
        new Shape(data.shape().dimensions().subList(0, axis))
            .followedBy(indices.shape())
            .followedBy(data.shape().part(axis + 1, data.shape().rank()));
    if (data instanceof Uniform uniform) {
      return new Uniform(data.element(), result, uniform.number());
    }
    requireWithin(data.shape().get(axis), indices);
    Optional<Uniform> everywhere = indices.uniform();
    if (everywhere.isPresent()) {
      return Expand.of(node, atIndex(node, data, axis, (long) everywhere.get().number()), result);
    }
    if (axis == 0) {
      return new Computed(node.rows(data, indices));
    }
    List<Integer> toFront = new ArrayList<>(List.of(axis));
    IntStream.range(0, data.shape().rank()).filter(each -> each != axis).forEach(toFront::add);
    GraphBuilder graph = node.graph();
    Value picked =
        graph.gather(
            graph.transpose(node.value(data), new Transpose(toFront)), node.value(indices));
    // The axes of the indices go back behind those that came before the axis.
    int picks = indices.shape().rank();
    List<Integer> back = new ArrayList<>();
    IntStream.range(picks, picks + axis).forEach(back::add);
    IntStream.range(0, picks).forEach(back::add);
    IntStream.range(picks + axis, result.rank()).forEach(back::add);
    return new Computed(graph.transpose(picked, new Transpose(back)));
  }

  /** Checks indices that are known: the runtime reads others than there are, or ends over them. */
  private static void requireWithin(Dimension extent, Imported indices) {
    if (!(indices instanceof Integers places) || !extent.isConstant()) {
      return;
    }
    for (SymbolicInteger place : places.elements()) {
      if (place.isConstant()
          && (place.value() < -extent.factor() || place.value() >= extent.factor())) {
        throw new InvalidInputException(
            "model", "is damaged: it picks number %d of %s".formatted(place.value(), extent));
      }
    }
  }

  /** Returns what stands at one index of an axis, which stays where it can be broadcast. */
  private static Imported atIndex(ImportedNode node, Imported data, int axis, long index) {
    Dimension extent = data.shape().get(axis);
    if (index < 0 && !extent.isConstant()) {
      throw new IllegalArgumentException("an index from the end of " + extent);
    }
    long place = index < 0 ? index + extent.factor() : index;
    Shape rest =
        data.shape().part(0, axis).followedBy(data.shape().part(axis + 1, data.shape().rank()));
    GraphBuilder graph = node.graph();
    Value picked =
        data instanceof Parameter && axis == 0
            ? node.rows(data, Integers.scalar(SymbolicInteger.of(place)))
            : graph.slice(node.value(data), axis, place, Dimension.ONE);
    return new Computed(graph.reshape(picked, rest));
  }

  static Imported importedElements(ImportedNode node) {
    return new Uniform(node.input(0).element(), node.input(1).shape(), uniform(node).number());
  }

  private static Uniform uniform(ImportedNode node) {
    return node.input(0)
        .uniform()
        .orElseThrow(() -> new IllegalArgumentException("only of a constant"));
  }

  static Imported importedByTuples(ImportedNode node) {
    Uniform data = uniform(node);
    Shape indices = node.input(1).shape();
    int tuple = Math.toIntExact(indices.get(-1).factor());
    if (node.integer("batch_dims", 0) != 0 || !indices.get(-1).isConstant()) {
      throw new IllegalArgumentException("batch_dims");
    }
    Shape result =
        indices
            .part(0, indices.rank() - 1)
            .followedBy(data.shape().part(tuple, data.shape().rank()));
    return new Uniform(data.element(), result, data.number());
  }
}
