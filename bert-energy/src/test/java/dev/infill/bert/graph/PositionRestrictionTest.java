package dev.infill.bert.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.infill.bert.graph.GraphRunner.Tensor;
import dev.infill.bert.weights.BertWeights;
import dev.infill.bert.weights.ModelResolver;
import dev.infill.bert.weights.SyntheticExport;
import dev.infill.bert.weights.SyntheticExport.Kind;
import dev.infill.bert.weights.SyntheticFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is computed at asked positions only, against what is computed everywhere. */
class PositionRestrictionTest {
  private static final Dimension SEQUENCES = Dimension.named("N");
  private static final Dimension LENGTH = Dimension.named("T");
  private static final Dimension ASKED = Dimension.named("P");

  @TempDir Path folder = Path.of("");

  @ParameterizedTest
  @EnumSource
  void lastLayerAndHeadRunAtTheAskedPositions(Kind kind) throws Exception {
    SyntheticFolder synthetic = SyntheticFolder.bert();
    SyntheticExport.of(synthetic, kind, 17).write(folder.resolve("model"));
    GraphBuilder graph = new GraphBuilder();
    Value ids = graph.input("ids", ElementType.INT64, SEQUENCES, LENGTH);
    Value positions = graph.input("positions", ElementType.INT64, SEQUENCES, ASKED);
    Value everywhere;
    try (BertWeights weights =
        new ModelResolver(getClass().getClassLoader())
            .resolve(folder.resolve("model").toString())
            .open(folder, (stage, done, total) -> {})) {
      WeightsFile file = ExportFiles.write(weights, folder.resolve("weights.bin"));
      ImportedNetwork network =
          new ImportedNetwork(graph, weights.export().orElseThrow(), file, SEQUENCES, LENGTH);
      Value rows =
          graph.reshape(
              network.words().rows(ids), LENGTH, SEQUENCES, network.words().matrix().width());
      everywhere =
          new GraphImport(
                  weights.export().orElseThrow(), file, graph, ids, graph.transpose(rows, 1, 0, 2))
              .output();
    }
    Value asked = new PositionRestriction(graph, SEQUENCES, LENGTH, positions).of(everywhere);
    assertThat(asked.shape())
        .isEqualTo(Shape.of(SEQUENCES, ASKED, Dimension.of(synthetic.tokenizer().size())));
    assertThat(restrictedLayers(asked)).isTrue();
    Value one = graph.scalar(ElementType.FLOAT, 1);
    graph.output("everywhere", graph.multiply(everywhere, one));
    graph.output("asked", graph.multiply(asked, one));
    assertEqualAtPositions(graph, synthetic.tokenizer().size());
  }

  private void assertEqualAtPositions(GraphBuilder graph, int size) throws Exception {
    Path model = folder.resolve("test.onnx");
    Files.write(model, graph.model("test").toByteArray());
    int sequences = 3;
    int length = 7;
    long[] positions = {4, 1, 0, 6, 5, 5};
    try (GraphRunner runner = new GraphRunner(model)) {
      GraphRunner.Outputs outputs =
          runner.run(
              Map.of(
                  "ids",
                  Tensor.integers(
                      new long[] {sequences, length},
                      new Random(3).longs((long) sequences * length, 0, size).toArray()),
                  "positions",
                  Tensor.integers(new long[] {sequences, 2}, positions)));
      for (int k = 0; k < positions.length; k++) {
        int row = k / 2 * length + (int) positions[k];
        for (int v = 0; v < size; v++) {
          assertThat(outputs.get("asked")[k * size + v])
              .isCloseTo(outputs.get("everywhere")[row * size + v], within(1e-5));
        }
      }
    }
  }

  /** Says whether softmax, normalisations and all products of the last layer are restricted. */
  private static boolean restrictedLayers(Value asked) {
    Deque<Value> open = new ArrayDeque<>();
    Set<Value> seen = new HashSet<>();
    open.add(asked);
    boolean attends = false;
    while (!open.isEmpty()) {
      Value value = open.remove();
      Node producer = value.producer();
      if (producer == null || !seen.add(value) || isWhole(value)) {
        continue;
      }
      attends |= producer.operator() instanceof Softmax;
      open.addAll(producer.inputs());
    }
    return attends;
  }

  private static boolean isWhole(Value value) {
    return !value.shape().toString().contains("P");
  }
}
