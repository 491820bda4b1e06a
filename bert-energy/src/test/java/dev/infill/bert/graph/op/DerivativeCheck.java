package dev.infill.bert.graph.op;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.onnxruntime.OrtException;
import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.network.PlainBert;
import dev.infill.bert.graph.op.GraphRunner.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Compares the gradient that {@link ReverseMode} adds to a graph, run by ONNX Runtime, with central
 * finite differences of Σ seed · f(x) for a random seed and random x.
 *
 * <p>f is evaluated by ONNX Runtime in float64 where it has such a kernel. Where it has not, the
 * graph runs in float32 and f is evaluated by a float64 reference.
 */
final class DerivativeCheck {
  private static final double STEP = 1e-5;

  /** A function of tensors, as a graph. */
  interface Function {
    Value of(GraphBuilder graph, List<Value> x);
  }

  /** The same function, row-major, in float64. */
  interface Reference {
    double[] of(List<double[]> x) throws OrtException;
  }

  private final ElementType element;
  private final double tolerance;
  private final @Nullable Reference reference;
  private final Random random = new Random(11);

  private DerivativeCheck(ElementType element, double tolerance, @Nullable Reference reference) {
    this.element = element;
    this.tolerance = tolerance;
    this.reference = reference;
  }

  /** In float64: differences are good to about 1e-10, of which the bound leaves 100 times. */
  static DerivativeCheck inDouble() {
    return new DerivativeCheck(ElementType.DOUBLE, 1e-8, null);
  }

  /** In float32: the bound is about 50 roundings of a number of size 1. */
  static DerivativeCheck inFloat(Reference reference) {
    return new DerivativeCheck(ElementType.FLOAT, 3e-6, reference);
  }

  ElementType element() {
    return element;
  }

  /**
   * Checks the gradient with respect to each argument.
   *
   * @param shapes the arguments' shapes
   */
  void check(Function function, Shape... shapes) throws OrtException {
    GraphBuilder graph = new GraphBuilder();
    List<Value> arguments = new ArrayList<>();
    List<double[]> x = new ArrayList<>();
    for (Shape shape : shapes) {
      Dimension[] dimensions = shape.dimensions().toArray(Dimension[]::new);
      arguments.add(graph.input("x" + x.size(), element, dimensions));
      x.add(normal(shape));
    }
    Value y = function.of(graph, arguments);
    Value seed = graph.input("seed", element, y.shape().dimensions().toArray(Dimension[]::new));
    double[] weights = normal(y.shape());
    Value one = graph.scalar(element, 1);
    graph.output("y", graph.multiply(y, one));
    for (Value argument : arguments) {
      Value gradient = ReverseMode.gradient(graph, y, seed, argument);
      assertThat(gradient.type()).isEqualTo(argument.type());
      graph.output("gradient of " + argument.name(), graph.multiply(gradient, one));
    }
    try (GraphRunner runner = new GraphRunner(graph)) {
      Map<String, Tensor> inputs = new HashMap<>();
      inputs.put("seed", tensor(seed, weights));
      Reference evaluate =
          reference != null ? reference : point -> run(runner, inputs, arguments, point).get("y");
      GraphRunner.Outputs outputs = run(runner, inputs, arguments, x);
      assertThat(outputs.get("y")).containsExactly(evaluate.of(x), within(tolerance));
      for (int i = 0; i < arguments.size(); i++) {
        double[] gradient = outputs.get("gradient of x" + i);
        for (int j = 0; j < gradient.length; j++) {
          double center = x.get(i)[j];
          x.get(i)[j] = center + STEP;
          double above = PlainBert.dot(weights, evaluate.of(x));
          x.get(i)[j] = center - STEP;
          double below = PlainBert.dot(weights, evaluate.of(x));
          x.get(i)[j] = center;
          double expected = (above - below) / (2 * STEP);
          assertThat(gradient[j])
              .as("gradient by element %s of argument %s", j, i)
              .isCloseTo(expected, within(tolerance * (1 + Math.abs(expected))));
        }
      }
    }
  }

  private static GraphRunner.Outputs run(
      GraphRunner runner, Map<String, Tensor> inputs, List<Value> arguments, List<double[]> x)
      throws OrtException {
    for (int i = 0; i < arguments.size(); i++) {
      inputs.put(arguments.get(i).name(), tensor(arguments.get(i), x.get(i)));
    }
    return runner.run(inputs);
  }

  private static Tensor tensor(Value value, double[] elements) {
    long[] extents = value.shape().dimensions().stream().mapToLong(Dimension::factor).toArray();
    return new Tensor(value.element(), extents, elements);
  }

  private double[] normal(Shape shape) {
    double[] elements = new double[Math.toIntExact(shape.size().factor())];
    for (int i = 0; i < elements.length; i++) {
      // Rounded to float32, so that both precisions see the same numbers.
      elements[i] = (float) random.nextGaussian();
    }
    return elements;
  }
}
