package dev.infill.bert.graph;

import dev.infill.bert.graph.Imported.Computed;
import dev.infill.bert.graph.Imported.Integers;
import dev.infill.bert.graph.Imported.Parameter;
import dev.infill.bert.graph.Imported.Uniform;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/** Operators of exported graphs that act on each number. Constants are computed at once. */
final class ElementwiseImports {
  /** Tensors of more integers are computed when the graph runs. */
  private static final long LARGEST_KNOWN = 1 << 16;

  private ElementwiseImports() {}

  static void addTo(Map<String, OperatorImport> table) {
    for (BinaryFunction function : BinaryFunction.values()) {
      table.put(function.type(), OperatorImport.single(node -> binary(node, function)));
    }
    table.put("Pow", OperatorImport.single(ElementwiseImports::power));
    unary(table, ElementwiseFunction.EXP, Math::exp);
    unary(table, ElementwiseFunction.LOG, Math::log);
    unary(table, ElementwiseFunction.SQRT, Math::sqrt);
    unary(table, ElementwiseFunction.RECIPROCAL, x -> 1 / x);
    unary(table, ElementwiseFunction.NEGATION, x -> -x);
    unary(table, ElementwiseFunction.ABSOLUTE, Math::abs);
    unary(table, ElementwiseFunction.TANH, Math::tanh);
    unary(table, ElementwiseFunction.SIGMOID, x -> 1 / (1 + Math.exp(-x)));
    for (String plain : List.of("Sin", "Cos", "Floor", "Ceil", "Round", "Sign")) {
      table.put(
          plain,
          OperatorImport.single(
              node -> {
                Value x = node.value(0);
                return computed(node, new PlainOperator(plain, x.type()), x);
              }));
    }
    operator(table, ElementwiseFunction.ERF.type(), ElementwiseFunction.ERF);
    operator(table, "Relu", new Relu());
    operator(table, "com.microsoft:Gelu", new Gelu());
    table.put(
        "Gelu",
        OperatorImport.single(
            node ->
                computed(
                    node,
                    node.text("approximate", "none").equals("tanh") ? new TanhGelu() : new Gelu(),
                    node.value(0))));
    table.put(
        "com.microsoft:FastGelu",
        OperatorImport.single(node -> computed(node, new TanhGelu(), biased(node))));
    table.put(
        "com.microsoft:BiasGelu",
        OperatorImport.single(node -> computed(node, new Gelu(), biased(node))));
    table.put("Not", OperatorImport.single(ElementwiseImports::not));
    table.put("IsNaN", OperatorImport.single(ElementwiseImports::isNotANumber));
    table.put("Where", OperatorImport.single(ElementwiseImports::where));
    table.put("Cast", OperatorImport.single(ElementwiseImports::cast));
    table.put("CumSum", OperatorImport.single(ElementwiseImports::cumulativeSum));
  }

  private static void unary(
      Map<String, OperatorImport> table,
      ElementwiseFunction function,
      DoubleUnaryOperator ofNumber) {
    table.put(
        function.type(),
        OperatorImport.single(
            node -> {
              Imported x = node.input(0);
              Optional<Uniform> uniform = ImportedNode.uniform(x);
              return uniform.isPresent()
                  ? new Uniform(
                      x.element(), x.shape(), ofNumber.applyAsDouble(uniform.get().number()))
                  : computed(node, function, node.value(0));
            }));
  }

  private static void operator(Map<String, OperatorImport> table, String type, Operator operator) {
    table.put(type, OperatorImport.single(node -> computed(node, operator, node.value(0))));
  }

  private static Computed computed(ImportedNode node, Operator operator, Value... inputs) {
    return new Computed(node.graph().apply(operator, inputs).output());
  }

  private static Imported binary(ImportedNode node, BinaryFunction function) {
    if (node.inputs() != 2) {
      throw new IllegalArgumentException("%d operands".formatted(node.inputs()));
    }
    Imported x = node.input(0);
    Imported y = node.input(1);
    Shape shape = x.shape().broadcast(y.shape());
    ElementType element = function.isComparison() ? ElementType.BOOL : x.element();
    if (x instanceof Integers first
        && y instanceof Integers second
        && shape.size().factor() <= LARGEST_KNOWN) {
      Optional<Imported> known = known(function, first, second, shape, element);
      if (known.isPresent()) {
        return known.get();
      }
    }
    Optional<Uniform> first = ImportedNode.uniform(x);
    Optional<Uniform> second = ImportedNode.uniform(y);
    if (first.isPresent() && second.isPresent()) {
      double number = function.of(x.element(), first.get().number(), second.get().number());
      return new Uniform(element, shape, number);
    }
    if (leaves(function, x.shape(), second, shape)) {
      return x;
    }
    if (function == BinaryFunction.ADD || function == BinaryFunction.MULTIPLY) {
      if (leaves(function, y.shape(), first, shape)) {
        return y;
      }
    }
    List<Value> operands = node.operands(0);
    return computed(
        node,
        function.operator(new TensorType(x.element(), shape)),
        operands.get(0),
        operands.get(1));
  }

  /** Says whether a constant operand leaves the other as it is, an added 0 for one. */
  private static boolean leaves(
      BinaryFunction function, Shape other, Optional<Uniform> constant, Shape result) {
    if (constant.isEmpty() || !other.equals(result)) {
      return false;
    }
    double number = constant.get().number();
    return switch (function) {
      case ADD, SUBTRACT -> number == 0;
      case MULTIPLY, DIVIDE, POWER -> number == 1;
      default -> false;
    };
  }

  private static Optional<Imported> known(
      BinaryFunction function, Integers x, Integers y, Shape shape, ElementType element) {
    List<SymbolicInteger> elements = new ArrayList<>();
    for (int i = 0; i < shape.size().factor(); i++) {
      Optional<SymbolicInteger> result = function.of(at(x, shape, i), at(y, shape, i));
      if (result.isEmpty()) {
        return Optional.empty();
      }
      elements.add(result.get());
    }
    return Optional.of(new Integers(element, shape, elements));
  }

  /** Returns the element of a tensor that is broadcast to a shape. */
  private static SymbolicInteger at(Integers tensor, Shape shape, int index) {
    int place = 0;
    int stride = 1;
    int rest = index;
    for (int axis = -1; axis >= -shape.rank(); axis--) {
      int extent = (int) shape.get(axis).factor();
      if (axis >= -tensor.shape().rank()) {
        int own = (int) tensor.shape().get(axis).factor();
        place += own == 1 ? 0 : rest % extent * stride;
        stride *= own;
      }
      rest /= extent;
    }
    return tensor.elements().get(place);
  }

  private static Imported power(ImportedNode node) {
    Optional<Uniform> exponent = ImportedNode.uniform(node.input(1));
    boolean known = exponent.isPresent() && node.input(0) instanceof Computed;
    if (known
        && node.input(0).shape().broadcast(node.input(1).shape()).equals(node.input(0).shape())) {
      Value x = node.value(0);
      double number = exponent.get().number();
      if (number == 2) {
        return new Computed(node.graph().multiply(x, x));
      }
      if (number == 3) {
        return new Computed(node.graph().multiply(x, node.graph().multiply(x, x)));
      }
      if (number == 0.5) {
        return computed(node, ElementwiseFunction.SQRT, x);
      }
      // In the type of the base, whatever that of the exponent is.
      return computed(node, new Pow(), x, node.graph().scalar(x.element(), number));
    }
    return binary(node, BinaryFunction.POWER);
  }

  private static Value biased(ImportedNode node) {
    return node.has(1) ? node.graph().add(node.value(0), node.value(1)) : node.value(0);
  }

  private static Imported not(ImportedNode node) {
    Imported x = node.input(0);
    if (x instanceof Integers integers) {
      return new Integers(
          ElementType.BOOL,
          x.shape(),
          integers.elements().stream()
              .map(
                  each ->
                      each.equals(SymbolicInteger.ZERO)
                          ? SymbolicInteger.ONE
                          : SymbolicInteger.ZERO)
              .toList());
    }
    if (x instanceof Uniform uniform) {
      return new Uniform(ElementType.BOOL, x.shape(), 1 - uniform.number());
    }
    return computed(
        node, new PlainOperator("Not", new TensorType(ElementType.BOOL, x.shape())), node.value(0));
  }

  private static Imported isNotANumber(ImportedNode node) {
    Imported x = node.input(0);
    if (x instanceof Uniform uniform) {
      return new Uniform(ElementType.BOOL, x.shape(), Double.isNaN(uniform.number()) ? 1 : 0);
    }
    TensorType type = new TensorType(ElementType.BOOL, x.shape());
    return computed(node, new PlainOperator("IsNaN", type), node.value(0));
  }

  private static Imported where(ImportedNode node) {
    Imported condition = node.input(0);
    Imported x = node.input(1);
    Imported y = node.input(2);
    Shape shape = condition.shape().broadcast(x.shape()).broadcast(y.shape());
    if (condition instanceof Integers conditions
        && x instanceof Integers first
        && y instanceof Integers second
        && shape.size().factor() <= LARGEST_KNOWN) {
      List<SymbolicInteger> elements = new ArrayList<>();
      for (int i = 0; i < shape.size().factor(); i++) {
        boolean holds = !at(conditions, shape, i).equals(SymbolicInteger.ZERO);
        elements.add(at(holds ? first : second, shape, i));
      }
      return new Integers(x.element(), shape, elements);
    }
    Optional<Uniform> everywhere = ImportedNode.uniform(condition);
    if (everywhere.isPresent()) {
      return ShapeImports.expanded(node, everywhere.get().number() != 0 ? x : y, shape);
    }
    List<Value> operands = node.operands(0);
    return computed(node, new Where(), operands.get(0), operands.get(1), operands.get(2));
  }

  private static Imported cast(ImportedNode node) {
    ElementType to = ElementTypes.of((int) node.integer("to", 0));
    Imported x = node.input(0);
    if (x.element() == to || (x instanceof Parameter && to == ElementType.FLOAT)) {
      return x;
    }
    if (x instanceof Integers integers && to != ElementType.FLOAT) {
      boolean truths = to == ElementType.BOOL;
      return new Integers(
          to,
          x.shape(),
          integers.elements().stream().map(each -> truths ? truth(each) : each).toList());
    }
    Optional<Uniform> uniform = ImportedNode.uniform(x);
    if (uniform.isPresent()) {
      double number = uniform.get().number();
      return new Uniform(
          to,
          x.shape(),
          switch (to) {
            case BOOL -> number == 0 ? 0 : 1;
            case INT64 -> (double) (long) number;
            default -> number;
          });
    }
    return new Computed(node.graph().cast(node.value(0), to));
  }

  /** A symbolic integer is never 0. */
  private static SymbolicInteger truth(SymbolicInteger each) {
    return each.equals(SymbolicInteger.ZERO) ? SymbolicInteger.ZERO : SymbolicInteger.ONE;
  }

  private static Imported cumulativeSum(ImportedNode node) {
    Value x = node.value(0);
    long axis = ImportedNode.axis(node.constants(1).get(0), x.shape().rank());
    PlainOperator operator =
        new PlainOperator(
            "CumSum",
            x.type(),
            Attribute.integer("exclusive", node.integer("exclusive", 0)),
            Attribute.integer("reverse", node.integer("reverse", 0)));
    return computed(node, operator, x, node.graph().scalar(ElementType.INT64, (double) axis));
  }
}
