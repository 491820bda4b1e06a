package dev.infill.bert.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.infill.bert.graph.network.BertGraph.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What cannot be opened or run. */
class BertRuntimeTest {
  @TempDir Path folder = Path.of("");

  private final List<String> notices = new ArrayList<>();

  private BertRuntime open(Path graph, Device device, int threads) {
    Map<Kind, Path> graphs = Map.of(Kind.CONDITIONALS, graph);
    return BertRuntime.open(graphs, graphs, 20, device, Precision.FLOAT32, threads, notices::add);
  }

  private void assertFails(Path graph, Device device) {
    assertThatExceptionOfType(RuntimeFailureException.class)
        .isThrownBy(() -> open(graph, device, 1).close())
        .satisfies(
            e ->
                assertThat(e.getMessage())
                    .startsWith("ONNX Runtime cannot open " + graph + ": ")
                    .doesNotContain("\n"));
  }

  @ParameterizedTest
  @EnumSource(Device.class)
  void whatIsNoGraphFailsInOneLine(Device device) throws IOException {
    assertFails(Files.writeString(folder.resolve("text.onnx"), "no graph\nbut two lines"), device);
    assertThat(notices).hasSize(device == Device.CUDA ? 1 : 0);
  }

  @Test
  void aMissingGraphFailsInOneLine() {
    assertFails(folder.resolve("missing.onnx"), Device.CPU);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -3})
  void needsAThread(int threads) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> open(folder.resolve("missing.onnx"), Device.CPU, threads))
        .withMessageContaining(String.valueOf(threads));
  }

  @Test
  void tellsTheFirstLineOfTheInnermostReason() {
    Throwable cause = new ExceptionInInitializerError(new IOException("no space\nat all"));
    assertThat(new RuntimeFailureException("no", cause)).hasMessage("no: no space").hasCause(cause);
  }

  @ParameterizedTest
  @CsvSource({"5, 2", "6, 1", "6, 3", "7, 2"})
  void aBatchIsOfTheShapeItSays(int ids, int positions) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SequenceBatch(2, 3, new long[ids], 1, new long[positions]))
        .withMessageContaining(ids + " ids and " + positions + " positions");
  }
}
