package dev.infill.bert.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** That what is built is right is shown by the tests of whole models; here, what is recognised. */
class ExportPatternsTest {
  private final GraphBuilder graph = new GraphBuilder();
  private final Value x =
      graph.input("x", ElementType.FLOAT, Dimension.named("N"), Dimension.of(4));
  private final ExportPatterns patterns = new ExportPatterns(graph);

  private Value number(double number) {
    return graph.scalar(ElementType.FLOAT, number);
  }

  private Value vector(double... elements) {
    return graph.constant(
        new TensorType(ElementType.FLOAT, Shape.of(Dimension.of(elements.length))), elements);
  }

  private static Operator operator(Value value) {
    return Objects.requireNonNull(value.producer()).operator();
  }

  private Value normalized(Value divided, Value squared) {
    Value variance = graph.reduceMean(graph.multiply(squared, squared));
    Value deviation =
        graph.apply(ElementwiseFunction.SQRT, graph.add(number(0.125), variance)).output();
    Value normalized = graph.divide(divided, deviation);
    return graph.add(graph.multiply(vector(1, 2, 3, 4), normalized), vector(5, 6, 7, 8));
  }

  @Test
  void normalizationIsRecognised() {
    Value centred = graph.subtract(x, graph.reduceMean(x));
    assertThat(operator(patterns.simplified(normalized(centred, centred))))
        .isEqualTo(new LayerNormalization(0.125));
    // As those write it that centre twice.
    Value again = graph.subtract(x, graph.reduceMean(x));
    assertThat(operator(patterns.simplified(normalized(centred, again))))
        .isEqualTo(new LayerNormalization(0.125));
  }

  @Test
  void othersAreNoNormalization() {
    Value centred = graph.subtract(x, graph.reduceMean(x));
    Value elsewhere = graph.subtract(graph.add(x, x), graph.reduceMean(x));
    Value overRows =
        graph.subtract(x, graph.apply(new ReduceMean(List.of(0)), x, graph.integers(0)).output());
    for (Value other :
        List.of(
            normalized(x, centred),
            normalized(centred, x),
            normalized(elsewhere, centred),
            normalized(overRows, overRows))) {
      assertThat(patterns.simplified(other)).isEqualTo(other);
    }
  }

  private Value gelu(double root, double one, double half) {
    Value erf = graph.erf(graph.divide(x, number(root)));
    Value product = graph.multiply(x, graph.add(erf, number(one)));
    return graph.multiply(product, number(half));
  }

  @Test
  void geluIsRecognised() {
    assertThat(operator(patterns.simplified(gelu(Math.sqrt(2), 1, 0.5)))).isEqualTo(new Gelu());
  }

  @Test
  void othersAreNoGelu() {
    for (Value other :
        List.of(gelu(1.5, 1, 0.5), gelu(Math.sqrt(2), 2, 0.5), gelu(Math.sqrt(2), 1, 1))) {
      assertThat(patterns.simplified(other)).isEqualTo(other);
    }
  }
}
