package dev.infill.bert.graph.op;

import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.Node;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.SymbolicInteger;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.op.Imported.Integers;
import dev.infill.bert.graph.op.Imported.Uniform;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A function of two numbers, element by element, with broadcasting. Exported graphs apply it to
 * constants as well, which are computed at once.
 */
enum BinaryFunction implements DifferentiableOperator {
  ADD("Add"),
  SUBTRACT("Sub"),
  MULTIPLY("Mul"),
  DIVIDE("Div"),
  /** xᶜ; c is a constant. */
  POWER("Pow"),
  MAXIMUM("Max"),
  MINIMUM("Min"),
  EQUAL("Equal"),
  GREATER("Greater"),
  GREATER_OR_EQUAL("GreaterOrEqual"),
  LESS("Less"),
  LESS_OR_EQUAL("LessOrEqual"),
  AND("And"),
  OR("Or");

  private final String type;

  BinaryFunction(String type) {
    this.type = type;
  }

  @Override
  public String type() {
    return type;
  }

  /** Says whether there is a derivative everywhere. */
  private boolean isArithmetic() {
    return switch (this) {
      case ADD, SUBTRACT, MULTIPLY, DIVIDE, POWER -> true;
      default -> false;
    };
  }

  private boolean isComparison() {
    return !isArithmetic() && this != MAXIMUM && this != MINIMUM;
  }

  private ElementType result(ElementType operands) {
    return isComparison() ? ElementType.BOOL : operands;
  }

  @Override
  public List<TensorType> infer(List<Value> inputs) {
    Value x = inputs.get(0);
    Shape shape = x.shape().broadcast(inputs.get(1).shape());
    return List.of(new TensorType(result(x.element()), shape));
  }

  @Override
  public Value pullback(GraphBuilder graph, Node node, int input, Value gradient) {
    Value product =
        switch (this) {
          case ADD -> gradient;
          case SUBTRACT -> input == 0 ? gradient : graph.negate(gradient);
          case MULTIPLY -> graph.multiply(gradient, node.input(1 - input));
          case DIVIDE -> ofQuotient(graph, node, input, gradient);
          case POWER -> ofPower(graph, node, input, gradient);
          default -> throw new UnsupportedOperationException("no rule for " + node.name());
        };
    return graph.sumTo(product, node.input(input).shape());
  }

  /** g/y, and −(g/y) (x/y). */
  private static Value ofQuotient(GraphBuilder graph, Node node, int input, Value gradient) {
    Value quotient = graph.divide(gradient, node.input(1));
    return input == 0 ? quotient : graph.negate(graph.multiply(quotient, node.output()));
  }

  /** g c xᶜ⁻¹. */
  private static Value ofPower(GraphBuilder graph, Node node, int input, Value gradient) {
    if (input != 0) {
      throw new UnsupportedOperationException("an exponent is a constant: " + node.name());
    }
    Value exponent = node.input(1);
    Value less = graph.subtract(exponent, graph.scalar(exponent.element(), 1));
    Value power = graph.apply(POWER, node.input(0), less).output();
    return graph.multiply(gradient, graph.multiply(power, exponent));
  }

  @Override
  public Optional<Map<Integer, Integer>> inputAxes(Node node, int axis) {
    return isArithmetic() ? DifferentiableOperator.broadcastAxes(node, axis) : Optional.empty();
  }

  // Constants

  /** Returns it of two numbers, rounded towards 0 if they are integers; 1 or 0 for a truth. */
  private double of(ElementType element, double x, double y) {
    double result = of(x, y);
    boolean rounds = element == ElementType.INT64 && !isComparison();
    return rounds ? (double) (long) result : result;
  }

  private double of(double x, double y) {
    return switch (this) {
      case ADD -> x + y;
      case SUBTRACT -> x - y;
      case MULTIPLY -> x * y;
      case DIVIDE -> x / y;
      case POWER -> Math.pow(x, y);
      case MAXIMUM -> Math.max(x, y);
      case MINIMUM -> Math.min(x, y);
      case EQUAL -> truth(x == y);
      case GREATER -> truth(x > y);
      case GREATER_OR_EQUAL -> truth(x >= y);
      case LESS -> truth(x < y);
      case LESS_OR_EQUAL -> truth(x <= y);
      case AND -> truth(x != 0 && y != 0);
      case OR -> truth(x != 0 || y != 0);
    };
  }

  private static double truth(boolean holds) {
    return holds ? 1 : 0;
  }

  /** Returns it of two integers, if it is the same for all extents of inputs. */
  private Optional<SymbolicInteger> of(SymbolicInteger x, SymbolicInteger y) {
    return switch (this) {
      case ADD -> x.plus(y);
      case SUBTRACT -> x.plus(y.negated());
      case MULTIPLY -> Optional.of(x.times(y));
      case DIVIDE -> x.dividedBy(y);
      case EQUAL -> x.isEqualTo(y).map(equal -> SymbolicInteger.of(equal ? 1 : 0));
      default ->
          x.isConstant() && y.isConstant()
              ? Optional.of(
                  SymbolicInteger.of(
                      (long) of(ElementType.INT64, (double) x.value(), (double) y.value())))
              : Optional.empty();
    };
  }

  // Exported graphs

  Imported imported(ImportedNode node) {
    if (node.inputs() != 2) {
      throw new IllegalArgumentException("%d operands".formatted(node.inputs()));
    }
    Imported x = node.input(0);
    Imported y = node.input(1);
    Shape shape = x.shape().broadcast(y.shape());
    ElementType element = result(x.element());
    Optional<Uniform> first = x.uniform();
    Optional<Uniform> second = y.uniform();
    if (first.isPresent() && second.isPresent()) {
      double number = of(x.element(), first.get().number(), second.get().number());
      return new Uniform(element, shape, number);
    }
    Optional<Imported> known =
        Integers.canHold(shape)
            ? known(x.integers(), y.integers(), shape, element)
            : Optional.empty();
    if (known.isPresent()) {
      return known.get();
    }
    if (leaves(x.shape(), second, shape)) {
      return x;
    }
    if ((this == ADD || this == MULTIPLY) && leaves(y.shape(), first, shape)) {
      return y;
    }
    return node.apply(this, node.operands());
  }

  private Optional<Imported> known(
      Optional<Integers> x, Optional<Integers> y, Shape shape, ElementType element) {
    if (x.isEmpty() || y.isEmpty()) {
      return Optional.empty();
    }
    List<SymbolicInteger> elements = new ArrayList<>();
    for (int i = 0; i < shape.size().factor(); i++) {
      Optional<SymbolicInteger> result = of(x.get().at(shape, i), y.get().at(shape, i));
      if (result.isEmpty()) {
        return Optional.empty();
      }
      elements.add(result.get());
    }
    return Optional.of(new Integers(element, shape, elements));
  }

  /** Says whether a constant operand leaves the other as it is, an added 0 for one. */
  private boolean leaves(Shape other, Optional<Uniform> constant, Shape result) {
    if (constant.isEmpty() || !other.equals(result)) {
      return false;
    }
    double number = constant.get().number();
    return switch (this) {
      case ADD, SUBTRACT -> number == 0;
      case MULTIPLY, DIVIDE, POWER -> number == 1;
      default -> false;
    };
  }

  /** Returns a power; of a constant exponent, by a simpler operator where there is one. */
  static Imported importedPower(ImportedNode node) {
    Imported base = node.input(0);
    Optional<Uniform> exponent = node.input(1).uniform();
    if (exponent.isEmpty()
        || !(base instanceof Imported.Computed)
        || !base.shape().broadcast(node.input(1).shape()).equals(base.shape())) {
      return POWER.imported(node);
    }
    Value x = node.value(0);
    double number = exponent.get().number();
    if (number == 2) {
      return node.apply(MULTIPLY, x, x);
    }
    if (number == 3) {
      return node.apply(MULTIPLY, x, node.graph().multiply(x, x));
    }
    if (number == 0.5) {
      return node.apply(ElementwiseFunction.SQRT, x);
    }
    // In the type of the base, whatever that of the exponent is.
    return node.apply(POWER, x, node.graph().scalar(x.element(), number));
  }
}
