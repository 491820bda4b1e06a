package dev.infill.bert.graph.op;

import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.Node;
import dev.infill.bert.graph.ir.PlainOperator;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.SymbolicInteger;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.op.Imported.Computed;
import dev.infill.bert.graph.op.Imported.Integers;
import dev.infill.bert.graph.op.Imported.Uniform;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * A part of one axis.
 *
 * @param axis the axis, not negative
 * @param from its first index
 * @param extent how many indices from there on
 */
record Slice(int axis, long from, Dimension extent) implements DifferentiableOperator {
  /** Ends of exported slices from here on mean that of the axis. */
  private static final long NO_END = Integer.MAX_VALUE;

  @Override
  public List<TensorType> infer(List<Value> inputs) {
    Value x = inputs.get(0);
    List<Dimension> dimensions = new ArrayList<>(x.shape().dimensions());
    Dimension whole = dimensions.set(axis, extent);
    boolean bothKnown = whole.isConstant() && extent.isConstant();
    boolean fits = bothKnown ? from + extent.factor() <= whole.factor() : from == 0;
    if (from < 0 || !fits) {
      throw new IllegalArgumentException(
          "no %s from %d on of axis %d of %s".formatted(extent, from, axis, x));
    }
    return List.of(new TensorType(x.element(), new Shape(dimensions)));
  }

  /** Fills up with zeros. */
  @Override
  public Value pullback(GraphBuilder graph, Node node, int input, Value gradient) {
    Value x = node.input(0);
    Dimension whole = x.shape().get(axis);
    if (whole.equals(extent)) {
      return gradient;
    }
    if (!whole.isConstant() || !extent.isConstant()) {
      throw new UnsupportedOperationException(
          "%s of %s have no rule: %s".formatted(extent, whole, node.name()));
    }
    int rank = x.shape().rank();
    long[] pads = new long[2 * rank];
    pads[axis] = from;
    pads[rank + axis] = whole.factor() - from - extent.factor();
    PlainOperator pad = new PlainOperator("Pad", x.type());
    return graph.apply(pad, gradient, graph.integers(pads)).output();
  }

  @Override
  public Optional<Map<Integer, Integer>> inputAxes(Node node, int along) {
    return DifferentiableOperator.firstInput(axis != along, along);
  }

  static Imported imported(ImportedNode node) {
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
    Optional<Uniform> uniform = data.uniform();
    if (uniform.isPresent()) {
      List<Dimension> dimensions = new ArrayList<>(data.shape().dimensions());
      dimensions.set(axis, extent);
      return new Uniform(data.element(), new Shape(dimensions), uniform.get().number());
    }
    return new Computed(node.graph().slice(node.value(data), axis, from, extent));
  }

  static List<Imported> importedParts(ImportedNode node) {
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
}
