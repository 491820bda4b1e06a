package dev.infill.bert.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import ai.onnxruntime.OrtException;
import dev.infill.bert.graph.GraphRunner.Tensor;
import dev.infill.bert.weights.BertWeights;
import dev.infill.bert.weights.ModelResolver;
import dev.infill.bert.weights.RealEncoder;
import dev.infill.core.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A published encoder that PyTorch exported (bge-small-en-v1.5: 12 layers of width 384, operator
 * set 11): rebuilt, it computes what the file does, and its gradient with respect to the rows of
 * word embeddings that it reads is that of finite differences.
 */
class RealExportTest {
  private static final Dimension SEQUENCES = Dimension.named("N");
  private static final Dimension LENGTH = Dimension.named("T");
  private static final int WIDTH = 384;
  private static final int SIZE = 30522;
  private static final int N = 2;
  private static final int T = 9;

  /** Short enough for a straight line, long enough for float32. */
  private static final double STEP = 0.002;

  @TempDir static Path folder = Path.of("");

  private static final Path FILE = Path.of("bge-small-en-v1.5.onnx");

  @BeforeAll
  static void unpack() throws IOException {
    copy(FILE.toString(), FILE.toString());
    copy("bge-small-en-v1.5-tokenizer.json", "tokenizer.json");
  }

  private static void copy(String resource, String name) throws IOException {
    try (InputStream stream =
        Objects.requireNonNull(RealExportTest.class.getResourceAsStream("/" + resource))) {
      Files.copy(stream, folder.resolve(name));
    }
  }

  @Test
  void encoderIsNoMaskedLanguageModel() {
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(
            () ->
                new ModelResolver(getClass().getClassLoader())
                    .resolve(folder.toString())
                    .open(folder, (stage, done, total) -> {})
                    .close())
        .withMessageContaining("gives hidden states of width 384")
        .withMessageNotContaining("\n");
  }

  @Test
  void gradientIsThatOfFiniteDifferences() throws Exception {
    Random random = new Random(5);
    long[] ids = random.longs(N * T, 1000, SIZE).toArray();
    BertWeights encoder =
        RealEncoder.read(folder.resolve(FILE), "embeddings.word_embeddings.weight");
    WeightsFile weights = ExportFiles.write(encoder, folder.resolve("weights.bin"));
    GraphBuilder graph = new GraphBuilder();
    Value inputIds = graph.input("input_ids", ElementType.INT64, SEQUENCES, LENGTH);
    Value words = graph.input("words", ElementType.FLOAT, SEQUENCES, LENGTH, Dimension.of(WIDTH));
    Value seed = graph.input("seed", ElementType.FLOAT, SEQUENCES, LENGTH, Dimension.of(WIDTH));
    Value states =
        new GraphImport(encoder.export().orElseThrow(), weights, graph, inputIds, words).output();
    Value one = graph.scalar(ElementType.FLOAT, 1);
    graph.output("states", graph.multiply(states, one));
    graph.output("gradient", graph.multiply(ReverseMode.gradient(graph, states, seed, words), one));
    Path model = Files.write(folder.resolve("gradient.onnx"), graph.model("g").toByteArray());
    double[] rows = rows(encoder, ids);
    double[] weightsOfStates = random.doubles(N * T * WIDTH, -1, 1).toArray();
    try (GraphRunner runner = new GraphRunner(model)) {
      GraphRunner.Outputs outputs = run(runner, ids, rows, weightsOfStates);
      assertThat(outputs.get("states")).containsExactly(file(ids), within(2e-4));
      double[] gradient = outputs.get("gradient");
      for (int direction = 0; direction < 8; direction++) {
        double[] step = random.doubles(rows.length, -STEP, STEP).toArray();
        double[] above = run(runner, ids, moved(rows, step, 1), weightsOfStates).get("states");
        double[] below = run(runner, ids, moved(rows, step, -1), weightsOfStates).get("states");
        double expected =
            PlainBert.dot(weightsOfStates, above) - PlainBert.dot(weightsOfStates, below);
        assertThat(2 * PlainBert.dot(gradient, step))
            .isCloseTo(expected, within(1e-2 * Math.max(0.2, Math.abs(expected))));
      }
    }
  }

  private static double[] moved(double[] rows, double[] step, int sign) {
    return IntStream.range(0, rows.length).mapToDouble(i -> rows[i] + sign * step[i]).toArray();
  }

  private static double[] rows(BertWeights encoder, long[] ids) throws IOException {
    FloatBuffer table = encoder.read("tensor/embeddings.word_embeddings.weight");
    return IntStream.range(0, ids.length * WIDTH)
        .mapToDouble(i -> table.get((int) ids[i / WIDTH] * WIDTH + i % WIDTH))
        .toArray();
  }

  private static GraphRunner.Outputs run(
      GraphRunner runner, long[] ids, double[] rows, double[] seed) throws OrtException {
    long[] shape = {N, T, WIDTH};
    return runner.run(
        Map.of(
            "input_ids", Tensor.integers(new long[] {N, T}, ids),
            "words", new Tensor(ElementType.FLOAT, shape, rows),
            "seed", new Tensor(ElementType.FLOAT, shape, seed)));
  }

  private static long[] repeated(long value) {
    return LongStream.generate(() -> value).limit(N * T).toArray();
  }

  /** Runs the file as it is. */
  private static double[] file(long[] ids) throws OrtException {
    long[] shape = {N, T};
    try (GraphRunner runner = new GraphRunner(folder.resolve(FILE))) {
      return runner
          .run(
              Map.of(
                  "input_ids", Tensor.integers(shape, ids),
                  "attention_mask", Tensor.integers(shape, repeated(1)),
                  "token_type_ids", Tensor.integers(shape, repeated(0))))
          .get("last_hidden_state");
    }
  }
}
