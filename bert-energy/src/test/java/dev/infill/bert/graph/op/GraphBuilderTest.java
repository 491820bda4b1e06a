package dev.infill.bert.graph.op;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl;
import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.Value;
import org.junit.jupiter.api.Test;

/** What is decided while a graph is built. */
class GraphBuilderTest {
  private static final Dimension N = Dimension.named("N");
  private static final Dimension T = Dimension.named("T");
  private static final Dimension FOUR = Dimension.of(4);

  private final GraphBuilder graph = new GraphBuilder();

  @Test
  void productsOfDimensionsAreEqualInAnyOrder() {
    assertThat(N.times(T).times(FOUR)).isEqualTo(FOUR.times(T).times(N)).hasToString("4·N·T");
    assertThat(N.times(T)).isNotEqualTo(N.times(N));
  }

  @Test
  void symbolsBroadcastWithOneAndThemselvesOnly() {
    Shape rows = Shape.of(N, FOUR);
    assertThat(rows.broadcast(Shape.of(Dimension.ONE))).isEqualTo(rows);
    assertThat(Shape.of(T, N, Dimension.ONE).broadcast(rows)).isEqualTo(Shape.of(T, N, FOUR));
    assertThatThrownBy(() -> rows.broadcast(Shape.of(T, FOUR)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("[N, 4] and [T, 4] do not broadcast");
  }

  @Test
  void reshapeKeepsTheNumberOfElements() {
    Value x = graph.input("x", ElementType.FLOAT, N, T, FOUR);
    assertThat(graph.reshape(x, N.times(T), FOUR).shape()).isEqualTo(Shape.of(N.times(T), FOUR));
    assertThatThrownBy(() -> graph.reshape(x, N, FOUR))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void reshapeInfersOneUnknownDimensionOnly() {
    Dimension c = Dimension.named("C");
    Dimension s = Dimension.named("S");
    Value x = graph.input("x", ElementType.FLOAT, c.times(s).times(T), FOUR);
    assertThatThrownBy(() -> graph.reshape(x, c, s, T, FOUR))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no input has");
  }

  @Test
  void matrixProductsNeedEqualInnerDimensions() {
    Value x = graph.input("x", ElementType.FLOAT, N, FOUR);
    assertThatThrownBy(() -> graph.matMul(x, x)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> graph.apply(new Gemm(false), x, x))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(graph.apply(new Gemm(true), x, x).output().shape()).isEqualTo(Shape.of(N, N));
  }

  @Test
  void inputsAreNamedOnceAndOutputsComputed() {
    Value x = graph.input("x", ElementType.FLOAT, N);
    assertThatThrownBy(() -> graph.input("x", ElementType.FLOAT))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> graph.output("y", x)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void modelHoldsWhatOutputsDependOn() {
    Value x = graph.input("x", ElementType.FLOAT, N);
    Value twice = graph.scope("first").add(x, x);
    graph.scope("unused").multiply(twice, graph.scalar(ElementType.FLOAT, 3));
    graph.output("y", graph.scope("first").add(twice, x));
    OnnxMl.GraphProto model = graph.model("test").getGraph();
    assertThat(model.getNodeList())
        .extracting(OnnxMl.NodeProto::getName)
        .containsExactly("first/Add", "first/Add_2");
    assertThat(model.getInitializerCount()).isZero();
    assertThat(model.getNode(1).getOutput(0)).isEqualTo("y");
  }
}
