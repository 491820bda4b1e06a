package dev.infill.bert.graph.op;

import dev.infill.bert.graph.ir.Attribute;
import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.PlainOperator;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.SymbolicInteger;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.op.Imported.Computed;
import dev.infill.bert.graph.op.Imported.Integers;
import dev.infill.bert.graph.op.Imported.Uniform;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Operators of exported graphs that no gradient is taken through: of shapes, which are known while
 * the graph is built and leave no node, and of integers and truth values.
 */
final class PlainImports {
  private static final Pattern OUTER_PRODUCT = Pattern.compile("(\\w),(?!\\1)(\\w)->\\1\\2");

  private PlainImports() {}

  /** Rebuilds an operator on each number. */
  static Imported elementwise(ImportedNode node, String type, ElementType result) {
    Value x = node.value(0);
    return node.apply(new PlainOperator(type, new TensorType(result, x.shape())), x);
  }

  static Imported shape(ImportedNode node) {
    int rank = node.input(0).shape().rank();
    int from = ImportedNode.boundedAxis(node.integer("start", 0), rank);
    int to = ImportedNode.boundedAxis(node.integer("end", rank), rank);
    return Integers.vector(
        node.input(0).shape().part(Math.min(from, to), to).dimensions().stream()
            .map(SymbolicInteger::of)
            .toList());
  }

  static Imported size(ImportedNode node) {
    return Integers.scalar(SymbolicInteger.of(node.input(0).shape().size()));
  }

  static Imported constantOfShape(ImportedNode node) {
    Shape shape = new Shape(node.integers(0).stream().map(SymbolicInteger::extent).toList());
    Imported value = node.constant("value").orElse(new Uniform(ElementType.FLOAT, Shape.SCALAR, 0));
    Uniform number =
        value.uniform().orElseThrow(() -> new IllegalArgumentException("several values"));
    return new Uniform(number.element(), shape, number.number());
  }

  static Imported range(ImportedNode node) {
    SymbolicInteger start = node.integers(0).get(0);
    SymbolicInteger limit = node.integers(1).get(0);
    SymbolicInteger delta = node.integers(2).get(0);
    if (start.isConstant() && limit.isConstant() && delta.isConstant()) {
      List<SymbolicInteger> elements = new ArrayList<>();
      long step = delta.value();
      if (step <= 0 || (limit.value() - start.value()) / step > Integers.MOST) {
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

  /** Every product of a number of one vector and one of another, which are angles of rotations. */
  static Imported outerProduct(ImportedNode node) {
    String equation = node.text("equation", "").replace(" ", "");
    if (!OUTER_PRODUCT.matcher(equation).matches() || node.inputs() != 2) {
      throw new IllegalArgumentException("only i,j->ij");
    }
    Value x = node.value(0);
    Value column = node.graph().reshape(x, x.shape().followedBy(Dimension.ONE));
    return new Computed(node.graph().multiply(column, node.value(1)));
  }

  static Imported not(ImportedNode node) {
    Imported x = node.input(0);
    if (x instanceof Integers integers) {
      List<SymbolicInteger> truths = integers.elements();
      return new Integers(
          ElementType.BOOL,
          x.shape(),
          truths.stream().map(each -> SymbolicInteger.of(each.isZero() ? 1 : 0)).toList());
    }
    if (x instanceof Uniform uniform) {
      return new Uniform(ElementType.BOOL, x.shape(), 1 - uniform.number());
    }
    return elementwise(node, "Not", ElementType.BOOL);
  }

  static Imported isNotANumber(ImportedNode node) {
    Imported x = node.input(0);
    return x instanceof Uniform uniform
        ? new Uniform(ElementType.BOOL, x.shape(), Double.isNaN(uniform.number()) ? 1 : 0)
        : elementwise(node, "IsNaN", ElementType.BOOL);
  }

  static Imported cumulativeSum(ImportedNode node) {
    Value x = node.value(0);
    long axis = ImportedNode.axis(node.constants(1).get(0), x.shape().rank());
    PlainOperator operator =
        new PlainOperator(
            "CumSum",
            x.type(),
            Attribute.integer("exclusive", node.integer("exclusive", 0)),
            Attribute.integer("reverse", node.integer("reverse", 0)));
    return node.apply(operator, x, node.graph().scalar(ElementType.INT64, (double) axis));
  }
}
