package dev.infill.bert.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.infill.bert.graph.network.MatrixProduct;
import dev.infill.bert.graph.network.MatrixProductGraph;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MatrixProductSpeedTest {
  private static final Execution ON_CPU = new Execution(false, false, 1);
  private static final float[] WEIGHTS = {1, 2, 3, 4, 5, 6};
  private static final float[] ROWS = {2, 3, 1, 0, 0, 1, -1, 1};

  @ParameterizedTest
  @CsvSource({"1, false", "3, false", "1, true", "3, true"})
  void theGraphMultipliesAsOftenAsItSays(int count, boolean float16) {
    byte[] graph = MatrixProductGraph.of(ROWS, 2, 3, WEIGHTS, count, float16);

    try (GraphSession session = GraphSession.openUnoptimized(graph, ON_CPU);
        GraphSession.Inputs inputs = GraphSession.inputs()) {
      Map<String, FloatBuffer> outputs = session.run(inputs, MatrixProductGraph.products(count));

      assertThat(outputs).hasSize(count);
      assertThat(outputs.values()).containsOnly(FloatBuffer.wrap(new float[] {14, 19, 24}));
    }
  }

  /** 2049 is no number of float16. */
  @Test
  void factorsInFloat16AreRounded() {
    byte[] graph = MatrixProductGraph.of(new float[] {2049, 1}, 2, 1, new float[] {1, 1}, 1, true);

    try (GraphSession session = GraphSession.openUnoptimized(graph, ON_CPU);
        GraphSession.Inputs inputs = GraphSession.inputs()) {
      assertThat(session.run(inputs, MatrixProductGraph.products(1)).values())
          .containsOnly(FloatBuffer.wrap(new float[] {2048}));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void isMeasuredAgainAndAgain(boolean float16) {
    List<MatrixProduct> products =
        List.of(new MatrixProduct(4, 8, 16, 16), new MatrixProduct(1, 8, 16, 64));

    try (MatrixProductSpeed speed = MatrixProductSpeed.open(products, ON_CPU, float16)) {
      assertThat(speed.flopsPerSecond()).isPositive();
      assertThat(speed.flopsPerSecond()).isPositive();
    }
  }

  @Test
  void whatDoesNotFitIsRefused() {
    assertThatThrownBy(() -> MatrixProductGraph.of(ROWS, 2, 3, new float[5], 1, false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("5 elements of a matrix [2, 3]");
    assertThatThrownBy(() -> MatrixProductGraph.of(new float[7], 2, 3, WEIGHTS, 1, false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("7 elements of rows of 2");
  }
}
