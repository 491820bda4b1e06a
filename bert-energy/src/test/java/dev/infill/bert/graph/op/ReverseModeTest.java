package dev.infill.bert.graph.op;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.Node;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.network.PlainBert;
import dev.infill.bert.graph.op.GraphRunner.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Every rule, and their accumulation, against finite differences on random small shapes. */
class ReverseModeTest {
  private static final String SEED = "20260";
  private static final int TRIES = 25;

  private static Shape shape(long... extents) {
    return Shape.of(LongStream.of(extents).boxed().toList());
  }

  /** Two shapes of up to three axes that broadcast, each axis being 1 in either at random. */
  @Provide
  Arbitrary<List<Shape>> broadcast() {
    Arbitrary<List<Integer>> extents = Arbitraries.integers().between(1, 3).list().ofSize(3);
    Arbitrary<List<Boolean>> ones = Arbitraries.of(true, false).list().ofSize(6);
    Arbitrary<Integer> dropped = Arbitraries.integers().between(0, 3);
    Arbitrary<Boolean> first = Arbitraries.of(true, false);
    return Combinators.combine(extents, ones, dropped, first)
        .as(
            (extent, one, drop, dropFirst) -> {
              List<Shape> shapes = new ArrayList<>();
              for (int i = 0; i < 2; i++) {
                List<Long> chosen = new ArrayList<>();
                for (int axis = 0; axis < 3; axis++) {
                  chosen.add(one.get(3 * i + axis) ? 1L : extent.get(axis));
                }
                boolean shorten = dropFirst == (i == 0);
                shapes.add(Shape.of(shorten ? chosen.subList(drop, 3) : chosen));
              }
              return shapes;
            });
  }

  @Provide
  Arbitrary<List<Integer>> permutation() {
    return Arbitraries.shuffle(0, 1, 2);
  }

  @Property(tries = TRIES, seed = SEED)
  void add(@ForAll("broadcast") List<Shape> shapes) throws Exception {
    DerivativeCheck.inDouble()
        .check((graph, x) -> graph.add(x.get(0), x.get(1)), shapes.get(0), shapes.get(1));
  }

  @Property(tries = TRIES, seed = SEED)
  void subtract(@ForAll("broadcast") List<Shape> shapes) throws Exception {
    DerivativeCheck.inDouble()
        .check((graph, x) -> graph.subtract(x.get(0), x.get(1)), shapes.get(0), shapes.get(1));
  }

  @Property(tries = TRIES, seed = SEED)
  void multiply(@ForAll("broadcast") List<Shape> shapes) throws Exception {
    DerivativeCheck.inDouble()
        .check((graph, x) -> graph.multiply(x.get(0), x.get(1)), shapes.get(0), shapes.get(1));
  }

  @Property(tries = TRIES, seed = SEED)
  void divide(@ForAll("broadcast") List<Shape> shapes) throws Exception {
    DerivativeCheck.inDouble()
        .check(
            (graph, x) -> graph.divide(x.get(0), positive(graph, x.get(1))),
            shapes.get(0),
            shapes.get(1));
  }

  /** Returns x² + 1. */
  private static Value positive(GraphBuilder graph, Value x) {
    return graph.add(graph.multiply(x, x), graph.scalar(x.element(), 1));
  }

  @Property(tries = TRIES, seed = SEED)
  void elementwiseFunction(
      @ForAll("inDouble") ElementwiseFunction function,
      @ForAll @IntRange(min = 1, max = 3) int rows)
      throws Exception {
    DerivativeCheck.inDouble()
        .check(
            (graph, x) -> graph.apply(function, positive(graph, x.get(0))).output(),
            shape(rows, 2));
  }

  /** The functions of one number; ONNX Runtime has no error function in float64. */
  @Provide
  Arbitrary<ElementwiseFunction> inDouble() {
    return Arbitraries.of(EnumSet.range(ElementwiseFunction.EXP, ElementwiseFunction.RELU))
        .filter(each -> each != ElementwiseFunction.ERF);
  }

  /** By x Φ(x) = ½ x (1 + erf(x/√2)). */
  @Property(tries = TRIES, seed = SEED)
  void erf(@ForAll @IntRange(min = 1, max = 20) int count) throws Exception {
    DerivativeCheck.inFloat(
            x ->
                Arrays.stream(x.get(0))
                    .map(
                        each ->
                            each == 0
                                ? 0
                                : 2 * PlainBert.gelu(each * Math.sqrt(2)) / (each * Math.sqrt(2))
                                    - 1)
                    .toArray())
        .check((graph, x) -> graph.erf(x.get(0)), shape(count));
  }

  @Property(tries = TRIES, seed = SEED)
  void reduceMean(
      @ForAll("permutation") List<Integer> axes, @ForAll @IntRange(min = 1, max = 3) int count)
      throws Exception {
    long[] tensor = axes.subList(0, count).stream().mapToLong(Integer::longValue).toArray();
    DerivativeCheck.inDouble()
        .check(
            (graph, x) ->
                graph
                    .apply(
                        new Reduction(true, axes.subList(0, count)),
                        x.get(0),
                        graph.integers(tensor))
                    .output(),
            shape(2, 3, 2));
  }

  @Property(tries = TRIES, seed = SEED)
  void slice(
      @ForAll @IntRange(min = 0, max = 2) int axis,
      @ForAll @IntRange(min = 0, max = 2) int from,
      @ForAll @IntRange(min = 1, max = 2) int extent)
      throws Exception {
    DerivativeCheck.inDouble()
        .check((graph, x) -> graph.slice(x.get(0), axis, from, extent), shape(4, 4, 4));
  }

  @Property(tries = TRIES, seed = SEED)
  void concat(
      @ForAll @IntRange(min = 0, max = 1) int axis,
      @ForAll @IntRange(min = 1, max = 3) int first,
      @ForAll @IntRange(min = 1, max = 3) int second)
      throws Exception {
    DerivativeCheck.inDouble()
        .check(
            (graph, x) -> graph.apply(new Concat(axis), x.get(0), x.get(1), x.get(0)).output(),
            axis == 0 ? shape(first, 2) : shape(2, first),
            axis == 0 ? shape(second, 2) : shape(2, second));
  }

  @Property(tries = TRIES, seed = SEED)
  void matMul(
      @ForAll("broadcast") List<Shape> batch,
      @ForAll @IntRange(min = 1, max = 3) int rows,
      @ForAll @IntRange(min = 1, max = 3) int inner,
      @ForAll @IntRange(min = 1, max = 3) int columns)
      throws Exception {
    DerivativeCheck.inDouble()
        .check(
            (graph, x) -> graph.matMul(x.get(0), x.get(1)),
            batch.get(0).followedBy(shape(rows, inner)),
            batch.get(1).followedBy(shape(inner, columns)));
  }

  /** As attention uses it: [Q, n, d] and [T, n, d] to [n, Q, T], and on with [T, n, d]. */
  @Property(tries = TRIES, seed = SEED)
  void matMulOfTransposed(
      @ForAll @IntRange(min = 1, max = 3) int queries,
      @ForAll @IntRange(min = 1, max = 3) int length,
      @ForAll @IntRange(min = 1, max = 3) int heads,
      @ForAll @IntRange(min = 1, max = 3) int size)
      throws Exception {
    DerivativeCheck.inDouble()
        .check(
            (graph, x) -> {
              Value query = graph.transpose(x.get(0), 1, 0, 2);
              Value scores = graph.matMul(query, graph.transpose(x.get(1), 1, 2, 0));
              return graph.matMul(scores, graph.transpose(x.get(2), 1, 0, 2));
            },
            shape(queries, heads, size),
            shape(length, heads, size),
            shape(length, heads, size));
  }

  @Property(tries = TRIES, seed = SEED)
  void gemm(
      @ForAll @IntRange(min = 1, max = 4) int rows,
      @ForAll @IntRange(min = 1, max = 4) int inputs,
      @ForAll @IntRange(min = 1, max = 4) int outputs,
      @ForAll boolean transposed,
      @ForAll boolean biased)
      throws Exception {
    Shape kernel = transposed ? shape(outputs, inputs) : shape(inputs, outputs);
    DerivativeCheck.inDouble()
        .check(
            (graph, x) -> {
              Value w = graph.constant(new TensorType(ElementType.DOUBLE, kernel), wave(kernel));
              Value bias = graph.filled(new TensorType(ElementType.DOUBLE, shape(outputs)), 0.5);
              Gemm product = new Gemm(transposed);
              return biased
                  ? graph.apply(product, x.get(0), w, bias).output()
                  : graph.apply(product, x.get(0), w).output();
            },
            shape(rows, inputs));
  }

  @Property(tries = TRIES, seed = SEED)
  void layerNormalization(
      @ForAll @IntRange(min = 1, max = 3) int rows,
      @ForAll @IntRange(min = 2, max = 6) int features)
      throws Exception {
    double epsilon = 0.125;
    double[] gamma = wave(shape(features));
    DerivativeCheck.inFloat(
            x -> {
              double[] y = new double[rows * features];
              for (int row = 0; row < rows; row++) {
                double[] values = new double[features];
                System.arraycopy(x.get(0), row * features, values, 0, features);
                double[] normalized = PlainBert.normalize(values, epsilon);
                for (int f = 0; f < features; f++) {
                  y[row * features + f] = gamma[f] * normalized[f] + 0.25;
                }
              }
              return y;
            })
        .check(
            (graph, x) -> {
              TensorType type = new TensorType(ElementType.FLOAT, shape(features));
              Value scale = graph.constant(type, gamma);
              Value bias = graph.filled(type, 0.25);
              LayerNormalization operator = new LayerNormalization(epsilon);
              return graph.apply(operator, x.get(0), scale, bias).output();
            },
            shape(rows, features));
  }

  /**
   * Residual streams of large models have means far from 0; all numbers here are exact in float32.
   */
  @Property(tries = TRIES, seed = SEED)
  void layerNormalizationFarFromZero(@ForAll @IntRange(min = 3000, max = 4000) int mean)
      throws Exception {
    int features = 16;
    double epsilon = 1e-5;
    double[] x = new double[features];
    double[] seed = new double[features];
    for (int f = 0; f < features; f++) {
      x[f] = mean + (f * 7 % features - 7.5) / 8;
      seed[f] = (float) Math.cos(1 + 2.5 * f);
    }
    GraphBuilder graph = new GraphBuilder();
    Dimension[] dimensions = {Dimension.of(1), Dimension.of(features)};
    Value input = graph.input("x", ElementType.FLOAT, dimensions);
    Value weights = graph.input("seed", ElementType.FLOAT, dimensions);
    TensorType type = new TensorType(ElementType.FLOAT, shape(features));
    LayerNormalization operator = new LayerNormalization(epsilon);
    Value y = graph.apply(operator, input, graph.filled(type, 1), graph.filled(type, 0)).output();
    graph.output("gradient", ReverseMode.gradient(graph, y, weights, input));
    try (GraphRunner runner = new GraphRunner(graph)) {
      long[] extents = {1, features};
      double[] gradient =
          runner
              .run(
                  Map.of(
                      "x", new Tensor(ElementType.FLOAT, extents, x),
                      "seed", new Tensor(ElementType.FLOAT, extents, seed)))
              .get("gradient");
      double[] expected = ofNormalization(x, seed, mean, epsilon);
      for (int f = 0; f < features; f++) {
        assertThat(gradient[f]).isCloseTo(expected[f], within(1e-4));
      }
    }
  }

  /** r (a − mean(a) − x̂ mean(a x̂)), in float64. */
  private static double[] ofNormalization(double[] x, double[] a, double mean, double epsilon) {
    double[] centred = Arrays.stream(x).map(value -> value - mean).toArray();
    double variance = PlainBert.dot(centred, centred) / x.length;
    double r = 1 / Math.sqrt(variance + epsilon);
    double meanOfA = Arrays.stream(a).average().orElseThrow();
    double covariance = PlainBert.dot(a, centred) * r / x.length;
    return IntStream.range(0, x.length)
        .mapToDouble(f -> r * (a[f] - meanOfA - centred[f] * r * covariance))
        .toArray();
  }

  @Property(tries = TRIES, seed = SEED)
  void gelu(@ForAll @IntRange(min = 1, max = 40) int count) throws Exception {
    DerivativeCheck.inFloat(
            x -> {
              double[] y = new double[count];
              for (int i = 0; i < count; i++) {
                y[i] = PlainBert.gelu(3 * x.get(0)[i]);
              }
              return y;
            })
        .check(
            (graph, x) -> {
              Value wide = graph.multiply(x.get(0), graph.scalar(ElementType.FLOAT, 3));
              return graph.apply(new Gelu(false), wide).output();
            },
            shape(count));
  }

  @Property(tries = TRIES, seed = SEED)
  void tanhGelu(@ForAll @IntRange(min = 1, max = 40) int count) throws Exception {
    DerivativeCheck.inFloat(
            x -> Arrays.stream(x.get(0)).map(each -> PlainBert.tanhGelu(3 * each)).toArray())
        .check(
            (graph, x) -> {
              Value wide = graph.multiply(x.get(0), graph.scalar(ElementType.FLOAT, 3));
              return graph.apply(new Gelu(true), wide).output();
            },
            shape(count));
  }

  @Property(tries = TRIES, seed = SEED)
  void relu(@ForAll @IntRange(min = 1, max = 40) int count) throws Exception {
    DerivativeCheck.inDouble()
        .check(
            (graph, x) -> graph.apply(ElementwiseFunction.RELU, x.get(0)).output(), shape(count));
  }

  /** Squares in float64 on the way. */
  @Property(tries = TRIES, seed = SEED)
  void cast(@ForAll @IntRange(min = 1, max = 40) int count) throws Exception {
    DerivativeCheck.inFloat(
            x -> Arrays.stream(x.get(0)).map(element -> element * element).toArray())
        .check(
            (graph, x) -> {
              Value wide = graph.cast(x.get(0), ElementType.DOUBLE);
              return graph.cast(graph.multiply(wide, wide), ElementType.FLOAT);
            },
            shape(count));
  }

  @Property(tries = TRIES, seed = SEED)
  void softmax(
      @ForAll @IntRange(min = 1, max = 3) int rows, @ForAll @IntRange(min = 1, max = 5) int columns)
      throws Exception {
    DerivativeCheck.inDouble().check((graph, x) -> graph.softmax(x.get(0)), shape(rows, columns));
  }

  @Property(tries = TRIES, seed = SEED)
  void reduceLogSumExp(
      @ForAll @IntRange(min = 1, max = 3) int rows, @ForAll @IntRange(min = 1, max = 5) int columns)
      throws Exception {
    DerivativeCheck.inDouble()
        .check((graph, x) -> graph.reduceLogSumExp(x.get(0)), shape(rows, columns));
  }

  /**
   * Thousands of small numbers beside a large one, as logits are: added in float32 they get lost.
   */
  @Example
  void reduceLogSumExpOfManyIsExactInFloat32() throws Exception {
    int columns = 30_522;
    double[] x = new double[columns];
    Random random = new Random(5);
    double sum = 0;
    for (int i = 0; i < columns; i++) {
      x[i] = i == 0 ? 14.5f : (float) (2 * random.nextGaussian() - 1);
      sum += Math.exp(x[i]);
    }
    GraphBuilder graph = new GraphBuilder();
    Value input = graph.input("x", ElementType.FLOAT, Dimension.ONE, Dimension.of(columns));
    graph.output("y", graph.reduceLogSumExp(input));
    try (GraphRunner runner = new GraphRunner(graph)) {
      Tensor row = new Tensor(ElementType.FLOAT, new long[] {1, columns}, x);
      assertThat(runner.run(Map.of("x", row)).get("y"))
          .containsExactly(new double[] {Math.log(sum)}, within((double) Math.ulp(14.5f)));
    }
  }

  @Property(tries = TRIES, seed = SEED)
  void reduceSum(
      @ForAll("permutation") List<Integer> axes, @ForAll @IntRange(min = 1, max = 3) int count)
      throws Exception {
    DerivativeCheck.inDouble()
        .check(
            (graph, x) -> graph.reduceSum(x.get(0), axes.subList(0, count).toArray(Integer[]::new)),
            shape(2, 3, 2));
  }

  @Property(tries = TRIES, seed = SEED)
  void transpose(@ForAll("permutation") List<Integer> axes) throws Exception {
    DerivativeCheck.inDouble()
        .check((graph, x) -> graph.transpose(x.get(0), new Transpose(axes)), shape(2, 3, 4));
  }

  @Property(tries = TRIES, seed = SEED)
  void transposeOfTranspose(
      @ForAll("permutation") List<Integer> first, @ForAll("permutation") List<Integer> second)
      throws Exception {
    DerivativeCheck.inDouble()
        .check(
            (graph, x) -> {
              Value once = graph.transpose(x.get(0), new Transpose(first));
              Value shifted = graph.transpose(graph.add(once, once), new Transpose(second));
              return graph.multiply(shifted, graph.transpose(once, new Transpose(second)));
            },
            shape(2, 3, 4));
  }

  @Property(tries = TRIES, seed = SEED)
  void reshape(
      @ForAll @IntRange(min = 1, max = 3) int a,
      @ForAll @IntRange(min = 1, max = 3) int b,
      @ForAll @IntRange(min = 1, max = 3) int c)
      throws Exception {
    DerivativeCheck.inDouble()
        .check(
            (graph, x) -> {
              Value flat = graph.reshape(x.get(0), shape((long) a * b, c));
              return graph.multiply(flat, graph.reshape(x.get(1), shape(1, c)));
            },
            shape(a, b, c),
            shape(c));
  }

  @Property(tries = TRIES, seed = SEED)
  void gather(
      @ForAll @IntRange(min = 1, max = 3) int rank,
      @ForAll("permutation") List<Integer> picked,
      @ForAll @IntRange(min = 0, max = 2) int repeated,
      @ForAll boolean square)
      throws Exception {
    List<Integer> indices = new ArrayList<>(picked);
    indices.add(repeated);
    long[] tensor = indices.stream().mapToLong(Integer::longValue).toArray();
    DerivativeCheck.inDouble()
        .check(
            (graph, x) -> {
              Value flat = graph.integers(tensor);
              return graph.gather(x.get(0), square ? graph.reshape(flat, shape(2, 2)) : flat);
            },
            shape(3, 2, 2).part(0, rank));
  }

  @Property(tries = TRIES, seed = SEED)
  void valueUsedSeveralTimes(
      @ForAll @IntRange(min = 1, max = 3) int rows, @ForAll @IntRange(min = 1, max = 3) int columns)
      throws Exception {
    DerivativeCheck.inDouble()
        .check(
            (graph, x) -> {
              Value square = graph.multiply(x.get(0), x.get(0));
              Value gram = graph.matMul(square, graph.transposeMatrices(square));
              Value mixed = graph.matMul(graph.softmax(gram), x.get(0));
              return graph.add(graph.subtract(mixed, square), graph.multiply(mixed, x.get(1)));
            },
            shape(rows, columns),
            shape(columns));
  }

  @Example
  void gradientOfSeveralNumbersNeedsSeed() {
    GraphBuilder graph = new GraphBuilder();
    Value x = graph.input("x", ElementType.FLOAT, Dimension.of(2));
    assertThatThrownBy(() -> ReverseMode.gradient(graph, graph.add(x, x), x))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("seed");
  }

  @Example
  void seedMustFit() {
    GraphBuilder graph = new GraphBuilder();
    Value x = graph.input("x", ElementType.FLOAT, Dimension.of(2));
    Value seed = graph.scalar(ElementType.FLOAT, 1);
    assertThatThrownBy(() -> ReverseMode.gradient(graph, graph.add(x, x), seed, x))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Example
  void gradientByUnrelatedValueIsRefused() {
    GraphBuilder graph = new GraphBuilder();
    Value x = graph.input("x", ElementType.FLOAT);
    Value other = graph.input("other", ElementType.FLOAT);
    assertThatThrownBy(() -> ReverseMode.gradient(graph, graph.add(x, x), other))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("does not depend");
  }

  @Example
  void operatorWithoutRuleIsNamed() {
    GraphBuilder graph = new GraphBuilder();
    Value x = graph.input("x", ElementType.FLOAT);
    assertThatThrownBy(() -> ReverseMode.gradient(graph, graph.sign(x), x))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("Sign");
  }

  @Example
  void statisticsOfLayerNormalizationHaveNoRule() {
    GraphBuilder graph = new GraphBuilder();
    TensorType type = new TensorType(ElementType.FLOAT, shape(3));
    Value x = graph.input("x", ElementType.FLOAT, Dimension.of(2), Dimension.of(3));
    Node node =
        graph.apply(new LayerNormalization(1e-3), x, graph.filled(type, 1), graph.filled(type, 0));
    Value sum = graph.reduceSum(node.outputs().get(1), 0);
    assertThatThrownBy(() -> ReverseMode.gradient(graph, sum, x))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  /** Fixed numbers of both signs. */
  private static double[] wave(Shape shape) {
    double[] elements = new double[Math.toIntExact(shape.size().factor())];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = (float) Math.cos(1 + 2.5 * i);
    }
    return elements;
  }
}
