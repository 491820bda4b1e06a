package dev.infill.bert.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.infill.bert.graph.MatrixProductGraph;
import java.nio.FloatBuffer;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MatrixProductRunTest {
  private static final float[] WEIGHTS = {1, 2, 3, 4, 5, 6};
  private static final float[] ROWS = {1, 0, 0, 1, 2, 3, -1, 1};

  @Test
  void theGraphMultiplies() {
    byte[] graph = MatrixProductGraph.of(2, 3, WEIGHTS);

    try (GraphSession session = GraphSession.open(graph, false, 1, true);
        GraphSession.Inputs inputs = GraphSession.inputs()) {
      inputs.put(MatrixProductGraph.ROWS, ROWS, 4, 2);

      assertThat(session.run(inputs, Set.of(MatrixProductGraph.PRODUCT)))
          .containsExactly(
              entry(
                  MatrixProductGraph.PRODUCT,
                  FloatBuffer.wrap(new float[] {1, 2, 3, 4, 5, 6, 14, 19, 24, 3, 3, 3})));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void canBeRunAgainAndAgain(boolean packed) {
    byte[] graph = MatrixProductGraph.of(2, 3, WEIGHTS);

    try (MatrixProductRun run = MatrixProductRun.open(graph, ROWS, 2, Device.CPU, 1, packed)) {
      assertThatCode(
              () -> {
                run.run();
                run.run();
              })
          .doesNotThrowAnyException();
    }
  }

  @Test
  void whatDoesNotFitIsRefused() {
    assertThatThrownBy(() -> MatrixProductGraph.of(2, 3, new float[5]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("5 elements of a matrix [2, 3]");
    byte[] graph = MatrixProductGraph.of(2, 3, WEIGHTS);
    try (MatrixProductRun run = MatrixProductRun.open(graph, ROWS, 4, Device.CPU, 1, true)) {
      assertThatThrownBy(run::run).isInstanceOf(RuntimeFailureException.class);
    }
  }
}
