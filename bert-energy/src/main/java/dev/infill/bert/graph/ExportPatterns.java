package dev.infill.bert.graph;

import java.util.List;
import java.util.Optional;

/**
 * What exporters write in several nodes and this package has in one: of which the gradient takes
 * fewer passes over whole tensors. The nodes that were there are left out of a model when nothing
 * else reads them.
 */
final class ExportPatterns {
  private static final double TOLERANCE = 1e-3;

  private final GraphBuilder graph;

  /**
   * Prepares to look.
   *
   * @param graph where a node is put in place of several
   */
  ExportPatterns(GraphBuilder graph) {
    this.graph = graph;
  }

  /** Returns a value, by one node in place of several if they are known to be that. */
  Value simplified(Value value) {
    return normalization(value).or(() -> gelu(value)).orElse(value);
  }

  /** Recognises γ (x − μ)/√(mean (x − μ)² + ε) + β. */
  private Optional<Value> normalization(Value value) {
    for (Pair sum : pairs(value, Add.class)) {
      for (Pair product : pairs(sum.other(), Mul.class)) {
        if (isVectorOf(sum.one(), value) && isVectorOf(product.one(), value)) {
          Optional<Value> normalized =
              normalization(product.other(), /* scale= */ product.one(), /* shift= */ sum.one());
          if (normalized.isPresent()) {
            return normalized;
          }
        }
      }
    }
    return Optional.empty();
  }

  private Optional<Value> normalization(Value quotient, Value scale, Value shift) {
    Optional<Node> division = made(quotient, Div.class);
    if (division.isEmpty()) {
      return Optional.empty();
    }
    Value centred = division.get().input(0);
    Optional<Value> x = centredOf(centred);
    Optional<Node> root = made(division.get().input(1), ElementwiseFunction.class);
    if (x.isEmpty() || root.isEmpty() || root.get().operator() != ElementwiseFunction.SQRT) {
      return Optional.empty();
    }
    for (Pair sum : pairs(root.get().input(0), Add.class)) {
      Optional<Double> epsilon = graph.number(sum.one());
      Optional<Value> square = meanOf(sum.other());
      if (epsilon.isPresent() && square.isPresent() && isSquareOfCentred(square.get(), x.get())) {
        LayerNormalization operator = new LayerNormalization(epsilon.get());
        return Optional.of(graph.apply(operator, x.get(), scale, shift).output());
      }
    }
    return Optional.empty();
  }

  private static boolean isSquareOfCentred(Value square, Value x) {
    return made(square, Mul.class)
        .filter(product -> product.input(0).equals(product.input(1)))
        .flatMap(product -> centredOf(product.input(0)))
        .filter(x::equals)
        .isPresent();
  }

  /** Returns x if a value is x − μ. */
  private static Optional<Value> centredOf(Value value) {
    return made(value, Sub.class)
        .filter(
            difference ->
                meanOf(difference.input(1)).filter(difference.input(0)::equals).isPresent())
        .map(difference -> difference.input(0));
  }

  /** Returns what a value is the mean of, over the last axis. */
  private static Optional<Value> meanOf(Value value) {
    return made(value, ReduceMean.class)
        .filter(mean -> mean.operator().equals(new ReduceMean(List.of(value.shape().rank() - 1))))
        .map(mean -> mean.input(0));
  }

  private static boolean isVectorOf(Value parameter, Value rows) {
    return parameter.producer() == null
        && rows.shape().rank() > 0
        && parameter.shape().equals(Shape.of(rows.shape().get(-1)));
  }

  /** Recognises ½ x (1 + erf(x/√2)), half of it being taken last. */
  private Optional<Value> gelu(Value value) {
    for (Pair half : pairs(value, Mul.class)) {
      for (Pair product : pairs(half.other(), Mul.class)) {
        for (Pair sum : pairs(product.one(), Add.class)) {
          Value x = product.other();
          if (isNumber(half.one(), 0.5)
              && isNumber(sum.one(), 1)
              && isErrorFunctionOf(sum.other(), x)) {
            return Optional.of(graph.apply(new Gelu(), x).output());
          }
        }
      }
    }
    return Optional.empty();
  }

  /** Says whether a value is erf(x/√2). */
  private boolean isErrorFunctionOf(Value value, Value x) {
    return made(value, ElementwiseFunction.class)
        .filter(function -> function.operator() == ElementwiseFunction.ERF)
        .flatMap(function -> made(function.input(0), Div.class))
        .filter(
            division -> division.input(0).equals(x) && isNumber(division.input(1), Math.sqrt(2)))
        .isPresent();
  }

  private boolean isNumber(Value value, double number) {
    return graph
        .number(value)
        .filter(given -> Math.abs(given - number) < TOLERANCE * number)
        .isPresent();
  }

  /** Two operands of which either can be meant. */
  private record Pair(Value one, Value other) {}

  private static List<Pair> pairs(Value value, Class<? extends Operator> operator) {
    return made(value, operator)
        .map(Node::inputs)
        .map(in -> List.of(new Pair(in.get(0), in.get(1)), new Pair(in.get(1), in.get(0))))
        .orElse(List.of());
  }

  private static Optional<Node> made(Value value, Class<? extends Operator> operator) {
    return Optional.ofNullable(value.producer())
        .filter(node -> operator.isInstance(node.operator()));
  }
}
