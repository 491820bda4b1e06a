package dev.infill.bert.graph;

import java.util.Optional;

/** A function of two numbers, which exported graphs apply to constants as well. */
enum BinaryFunction {
  ADD("Add"),
  SUBTRACT("Sub"),
  MULTIPLY("Mul"),
  DIVIDE("Div"),
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

  /** Returns the name of its operator in the standard. */
  String type() {
    return type;
  }

  /** Says whether it gives truth values. */
  boolean isComparison() {
    return switch (this) {
      case ADD, SUBTRACT, MULTIPLY, DIVIDE, POWER, MAXIMUM, MINIMUM -> false;
      case EQUAL, GREATER, GREATER_OR_EQUAL, LESS, LESS_OR_EQUAL, AND, OR -> true;
    };
  }

  /** Returns it of two numbers, rounded towards 0 if they are integers; 1 or 0 for a truth. */
  double of(ElementType element, double x, double y) {
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
  Optional<SymbolicInteger> of(SymbolicInteger x, SymbolicInteger y) {
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

  /**
   * Returns the operator.
   *
   * @param type the type of the first operand, in the shape of the result
   */
  Operator operator(TensorType type) {
    return switch (this) {
      case ADD -> new Add();
      case SUBTRACT -> new Sub();
      case MULTIPLY -> new Mul();
      case DIVIDE -> new Div();
      case POWER -> new Pow();
      default ->
          new PlainOperator(
              this.type, isComparison() ? new TensorType(ElementType.BOOL, type.shape()) : type);
    };
  }
}
