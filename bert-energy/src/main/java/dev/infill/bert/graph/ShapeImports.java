package dev.infill.bert.graph;

import dev.infill.bert.graph.Imported.Computed;
import dev.infill.bert.graph.Imported.Integers;
import dev.infill.bert.graph.Imported.Parameter;
import dev.infill.bert.graph.Imported.Uniform;
import dev.infill.bert.graph.Imported.WholeLengths;
import dev.infill.core.InvalidInputException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Operators of exported graphs that move numbers or compute shapes. What is computed from shapes
 * alone is known while the graph is built, and leaves no node.
 */
final class ShapeImports {
  /** Ends of slices from here on mean that of the axis. */
  private static final long NO_END = Integer.MAX_VALUE;

  /** More integers than that are no shape. */
  private static final long LARGEST_KNOWN = 1 << 16;

  private ShapeImports() {}

  static void addTo(Map<String, OperatorImport> table) {
    table.put("Identity", OperatorImport.single(node -> node.input(0)));
    table.put("Dropout", OperatorImport.single(node -> node.input(0)));
    table.put("Shape", OperatorImport.single(ShapeImports::shape));
    table.put(
        "Size",
        OperatorImport.single(
            node ->
                new Integers(
                    ElementType.INT64,
                    Shape.SCALAR,
                    List.of(SymbolicInteger.of(node.input(0).shape().size())))));
    table.put("Gather", OperatorImport.single(ShapeImports::gather));
    table.put("GatherND", OperatorImport.single(ShapeImports::gatherOfUniform));
    table.put("Concat", OperatorImport.single(ShapeImports::concat));
    table.put("Slice", OperatorImport.single(ShapeImports::slice));
    table.put("Split", ShapeImports::split);
    table.put("Unsqueeze", OperatorImport.single(ShapeImports::unsqueeze));
    table.put("Squeeze", OperatorImport.single(ShapeImports::squeeze));
    table.put("Reshape", OperatorImport.single(ShapeImports::reshape));
    table.put("Flatten", OperatorImport.single(ShapeImports::flatten));
    table.put("Transpose", OperatorImport.single(ShapeImports::transpose));
    table.put("Expand", OperatorImport.single(ShapeImports::expand));
    table.put("ConstantOfShape", OperatorImport.single(ShapeImports::constantOfShape));
    table.put("Range", OperatorImport.single(ShapeImports::range));
  }

  private static Imported shape(ImportedNode node) {
    int rank = node.input(0).shape().rank();
    int from = bounded(node.integer("start", 0), rank);
    int to = bounded(node.integer("end", rank), rank);
    return Integers.vector(
        node.input(0).shape().part(Math.min(from, to), to).dimensions().stream()
            .map(SymbolicInteger::of)
            .toList());
  }

  private static int bounded(long axis, int rank) {
    return (int) Math.max(0, Math.min(rank, axis < 0 ? axis + rank : axis));
  }

  // Picking

  private static Imported gather(ImportedNode node) {
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
    Optional<Uniform> everywhere = ImportedNode.uniform(indices);
    if (everywhere.isPresent()) {
      return expanded(node, atIndex(node, data, axis, (long) everywhere.get().number()), result);
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
            ? node.rows(
                data,
                new Integers(ElementType.INT64, Shape.SCALAR, List.of(SymbolicInteger.of(place))))
            : graph.slice(node.value(data), axis, place, Dimension.ONE);
    return new Computed(graph.reshape(picked, rest));
  }

  private static Imported gatherOfUniform(ImportedNode node) {
    Uniform data =
        ImportedNode.uniform(node.input(0))
            .orElseThrow(() -> new IllegalArgumentException("only of a constant"));
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

  private static Imported concat(ImportedNode node) {
    List<Imported> inputs = IntStream.range(0, node.inputs()).mapToObj(node::input).toList();
    int axis = node.axis("axis", 0, inputs.get(0).shape().rank());
    if (axis == 0 && inputs.stream().allMatch(ShapeImports::isKnownVector)) {
      long size = inputs.stream().mapToLong(input -> input.shape().size().factor()).sum();
      if (size > LARGEST_KNOWN) {
        throw new IllegalArgumentException("%,d integers".formatted(size));
      }
      return Integers.vector(
          IntStream.range(0, inputs.size())
              .boxed()
              .flatMap(input -> node.integers(input).stream())
              .toList());
    }
    return new Computed(
        node.graph()
            .apply(new Concat(axis), inputs.stream().map(node::value).toArray(Value[]::new))
            .output());
  }

  private static boolean isKnownVector(Imported input) {
    return input.element() == ElementType.INT64
        && input.shape().rank() == 1
        && (input instanceof Integers
            || (input instanceof Uniform && input.shape().size().isConstant()));
  }

  // Parts

  private static Imported slice(ImportedNode node) {
    Imported data = node.input(0);
    List<SymbolicInteger> starts = node.integers(1);
    List<SymbolicInteger> ends = node.integers(2);
    List<Long> axes =
        node.has(3) ? node.constants(3) : LongStream.range(0, starts.size()).boxed().toList();
    List<Long> steps = node.has(4) ? node.constants(4) : Collections.nCopies(axes.size(), 1L);
    if (data instanceof Integers integers
        && data.shape().rank() == 1
        && axes.size() == 1
        && starts.get(0).isConstant()
        && ends.get(0).isConstant()) {
      return part(integers, starts.get(0).value(), ends.get(0).value(), steps.get(0));
    }
    for (int i = 0; i < axes.size(); i++) {
      if (steps.get(i) != 1) {
        throw new IllegalArgumentException("a step of " + steps.get(i));
      }
      int axis = ImportedNode.axis(axes.get(i), data.shape().rank());
      Dimension whole = data.shape().get(axis);
      SymbolicInteger start = place(starts.get(i), whole);
      SymbolicInteger end = place(ends.get(i), whole);
      Dimension extent =
          end.plus(start.negated())
              .orElseThrow(
                  () -> new IllegalArgumentException("from %s to %s".formatted(start, end)))
              .extent();
      if (!extent.equals(whole)) {
        data = part(node, data, axis, start.value(), extent);
      }
    }
    return data;
  }

  private static Imported part(Integers data, long start, long end, long step) {
    int count = data.elements().size();
    List<SymbolicInteger> part = new ArrayList<>();
    long first = Math.max(-1, Math.min(count, start < 0 ? start + count : start));
    long last = Math.max(-1, Math.min(count, end < 0 ? end + count : end));
    if (step == 0) {
      throw new IllegalArgumentException("a step of 0");
    }
    if (step > 0) {
      for (long i = Math.max(0, first); i < last; i += step) {
        part.add(data.elements().get((int) i));
      }
    } else {
      for (long i = Math.min(count - 1, first); i > last; i += step) {
        part.add(data.elements().get((int) i));
      }
    }
    return new Integers(data.element(), Shape.of(Dimension.of(part.size())), part);
  }

  /** Returns where an index points to in an axis, from its beginning. */
  private static SymbolicInteger place(SymbolicInteger index, Dimension whole) {
    SymbolicInteger end = SymbolicInteger.of(whole);
    if (!index.isConstant() || index.equals(SymbolicInteger.ZERO)) {
      return index;
    }
    long value = index.value();
    if (value >= NO_END) {
      return end;
    }
    if (whole.isConstant()) {
      long counted = value < 0 ? value + whole.factor() : value;
      return SymbolicInteger.of(Math.max(0, Math.min(whole.factor(), counted)));
    }
    if (value <= -NO_END) {
      return SymbolicInteger.ZERO;
    }
    throw new IllegalArgumentException("the index %d of %s".formatted(value, whole));
  }

  private static Imported part(
      ImportedNode node, Imported data, int axis, long from, Dimension extent) {
    Optional<Uniform> uniform = ImportedNode.uniform(data);
    if (uniform.isPresent()) {
      List<Dimension> dimensions = new ArrayList<>(data.shape().dimensions());
      dimensions.set(axis, extent);
      return new Uniform(data.element(), new Shape(dimensions), uniform.get().number());
    }
    return new Computed(node.graph().slice(node.value(data), axis, from, extent));
  }

  private static List<Imported> split(ImportedNode node) {
    Imported data = node.input(0);
    int axis = node.axis("axis", 0, data.shape().rank());
    Dimension whole = data.shape().get(axis);
    Optional<List<Long>> given =
        node.has(1) ? Optional.of(node.constants(1)) : node.integers("split");
    if (!whole.isConstant()) {
      throw new IllegalArgumentException("parts of " + whole);
    }
    long each = (whole.factor() + node.outputs() - 1) / Math.max(1, node.outputs());
    List<Imported> parts = new ArrayList<>();
    long from = 0;
    for (int output = 0; output < node.outputs(); output++) {
      long extent =
          given.isPresent() ? given.get().get(output) : Math.min(each, whole.factor() - from);
      parts.add(part(node, data, axis, from, Dimension.of(extent)));
      from += extent;
    }
    return parts;
  }

  // Shapes

  private static Imported unsqueeze(ImportedNode node) {
    Shape shape = node.input(0).shape();
    List<Long> axes = node.axes(1).orElseThrow(() -> new IllegalArgumentException("no axes"));
    int rank = shape.rank() + axes.size();
    List<Dimension> dimensions = new ArrayList<>(shape.dimensions());
    axes.stream()
        .map(axis -> ImportedNode.axis(axis, rank))
        .sorted()
        .forEach(axis -> dimensions.add(axis, Dimension.ONE));
    return reshaped(node, node.input(0), new Shape(dimensions));
  }

  private static Imported squeeze(ImportedNode node) {
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
    return reshaped(node, node.input(0), new Shape(kept));
  }

  private static Imported reshape(ImportedNode node) {
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
    return reshaped(node, node.input(0), new Shape(dimensions.stream().map(orRest).toList()));
  }

  private static Imported flatten(ImportedNode node) {
    Shape shape = node.input(0).shape();
    long axis = node.integer("axis", 1);
    int split = bounded(axis, shape.rank());
    return reshaped(
        node,
        node.input(0),
        Shape.of(shape.part(0, split).size(), shape.part(split, shape.rank()).size()));
  }

  static Imported reshaped(ImportedNode node, Imported data, Shape shape) {
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

  private static Imported transpose(ImportedNode node) {
    Imported data = node.input(0);
    int rank = data.shape().rank();
    List<Integer> axes =
        node.integers("perm")
            .map(perm -> perm.stream().map(axis -> ImportedNode.axis(axis, rank)).toList())
            .orElseGet(() -> IntStream.range(0, rank).mapToObj(axis -> rank - 1 - axis).toList());
    Transpose transpose = new Transpose(axes);
    if (axes.size() != rank) {
      throw new IllegalArgumentException("axes " + axes + " of " + data.shape());
    }
    if (transpose.isIdentity()) {
      return data;
    }
    if (data instanceof Uniform uniform) {
      Shape shape = new Shape(axes.stream().map(data.shape()::get).toList());
      return new Uniform(data.element(), shape, uniform.number());
    }
    if (data instanceof Parameter parameter && rank == 2) {
      return new Parameter(parameter.value(), !parameter.transposed());
    }
    return new Computed(node.graph().transpose(node.value(data), transpose));
  }

  private static Imported expand(ImportedNode node) {
    Shape target = new Shape(node.integers(1).stream().map(SymbolicInteger::extent).toList());
    return expanded(node, node.input(0), node.input(0).shape().broadcast(target));
  }

  /** Broadcasts a tensor to a shape. */
  static Imported expanded(ImportedNode node, Imported data, Shape shape) {
    if (data.shape().equals(shape)) {
      return data;
    }
    Optional<Uniform> uniform = ImportedNode.uniform(data);
    return uniform.isPresent()
        ? new Uniform(data.element(), shape, uniform.get().number())
        : new Computed(node.graph().expand(node.value(data), shape));
  }

  // Constants

  private static Imported constantOfShape(ImportedNode node) {
    Shape shape = new Shape(node.integers(0).stream().map(SymbolicInteger::extent).toList());
    Optional<Imported> value = node.constant("value");
    Uniform number =
        value
            .map(
                given ->
                    ImportedNode.uniform(given)
                        .orElseThrow(() -> new IllegalArgumentException("several values")))
            .orElseGet(() -> new Uniform(ElementType.FLOAT, Shape.SCALAR, 0));
    return new Uniform(number.element(), shape, number.number());
  }

  private static Imported range(ImportedNode node) {
    SymbolicInteger start = scalar(node, 0);
    SymbolicInteger limit = scalar(node, 1);
    SymbolicInteger delta = scalar(node, 2);
    if (start.isConstant() && limit.isConstant() && delta.isConstant()) {
      List<SymbolicInteger> elements = new ArrayList<>();
      long step = delta.value();
      if (step <= 0 || (limit.value() - start.value()) / step > LARGEST_KNOWN) {
        throw new IllegalArgumentException("from %s to %s by %s".formatted(start, limit, delta));
      }
      for (long each = start.value(); each < limit.value(); each += step) {
        elements.add(SymbolicInteger.of(each));
      }
      return Integers.vector(elements);
    }
    if (!start.equals(SymbolicInteger.ZERO) || !delta.equals(SymbolicInteger.ONE)) {
      throw new IllegalArgumentException("from %s to %s by %s".formatted(start, limit, delta));
    }
    return new Computed(node.graph().range(limit.extent()));
  }

  private static SymbolicInteger scalar(ImportedNode node, int input) {
    return node.integers(input).get(0);
  }
}
