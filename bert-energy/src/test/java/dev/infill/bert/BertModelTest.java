package dev.infill.bert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.infill.bert.runtime.Device;
import dev.infill.bert.runtime.Precision;
import dev.infill.bert.runtime.RuntimeFailureException;
import dev.infill.bert.store.ModelInventory;
import dev.infill.bert.store.ModelStoreException;
import dev.infill.bert.weights.SyntheticCheckpoint;
import dev.infill.core.InvalidInputException;
import dev.infill.core.TransferListener;
import dev.infill.core.energy.Context;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Opening, using and closing a random BERT of 2 layers. */
@Timeout(600)
class BertModelTest {
  private static final String DATA = "variables/variables.data-00000-of-00001";

  @TempDir Path folder = Path.of("");

  private final List<String> notices = new ArrayList<>();
  private Path checkpoint = Path.of("");

  @BeforeEach
  void writeCheckpoint() throws IOException {
    checkpoint = new SyntheticCheckpoint(31).writeFolder(folder.resolve("model"));
  }

  private BertModelOptions options() {
    TransferListener listener =
        new TransferListener() {
          @Override
          public void progress(Stage stage, long done, long total) {}

          @Override
          public void notice(String message) {
            notices.add(message);
          }
        };
    return BertModelOptions.defaults()
        .withModel(checkpoint.toString())
        .withCache(folder.resolve("cache"))
        .withThreads(1)
        .withListener(listener);
  }

  private static Energy energy(BertModel model, TokenizedText text) {
    TokenSet all = TokenSet.all(model.vocabulary().size());
    return model.energy(text, Collections.nCopies(text.blankCount(), all));
  }

  private static TokenizedText twoBlanks(BertModel model) {
    return model.tokenize(BlankedText.parse("the [MASK] sat on a [MASK]."));
  }

  private static void assertInvalid(ThrowingCallable call, String field, String... parts) {
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(call)
        .satisfies(e -> assertThat(e.field()).isEqualTo(field))
        .satisfies(e -> assertThat(e.getMessage()).contains(parts).doesNotContain("\n"));
  }

  @Test
  void describesItself() {
    try (BertModel model = BertModel.open(options())) {
      assertThat(model.description().name()).isEqualTo(checkpoint.toString());
      assertThat(model.description().sha256()).matches("[0-9a-f]{64}");
      assertThat(model.description().device()).isEqualTo("cpu");
      assertThat(model.description().versions().get("onnxruntime")).matches("\\d+\\.\\d+\\.\\d+");
      assertThat(model.vocabulary().size()).isEqualTo(SyntheticCheckpoint.VOCABULARY.size());
      assertThat(model.maxPieces()).isEqualTo(16);
    }
    assertThat(notices).isEmpty();
  }

  @Test
  void tellsTheEmbeddingsOfTheCheckpoint() {
    SyntheticCheckpoint written = new SyntheticCheckpoint(31);
    FloatBuffer matrix =
        Objects.requireNonNull(written.parameters.get("bert/embeddings/word_embeddings")).values();
    int[] tokens = {0, 7, SyntheticCheckpoint.VOCABULARY.size() - 1, 7};

    try (BertModel model = BertModel.open(options());
        BertModel half = BertModel.open(options().withPrecision(Precision.FLOAT16))) {
      // Whoever has a model open keeps it when it is deleted.
      ModelInventory inventory = BertModel.inventory(Optional.of(folder.resolve("cache")));
      inventory.delete(inventory.models());
      List<FloatBuffer> rows = model.embeddings(tokens).orElseThrow();

      assertThat(rows).hasSize(tokens.length);
      for (int k = 0; k < tokens.length; k++) {
        assertThat(rows.get(k))
            .isEqualTo(
                matrix.slice(tokens[k] * SyntheticCheckpoint.WIDTH, SyntheticCheckpoint.WIDTH));
      }
      assertThat(half.embeddings(tokens)).isEmpty();
    }
  }

  /** Where no card can be used, as on every machine of the project. */
  @ParameterizedTest
  @EnumSource(Device.class)
  void runsOnTheProcessorWhereThereIsNoCard(Device device) {
    try (BertModel model = BertModel.open(options().withDevice(device))) {
      assertThat(model.description().device()).isEqualTo("cpu");
      State state = State.of(8, 15);
      assertThat(
              energy(model, twoBlanks(model))
                  .evaluate(List.of(state), GradientKind.EXACT)
                  .get(0)
                  .energy())
          .isNegative();
    }
    if (device == Device.CUDA) {
      assertThat(notices).hasSize(1);
      assertThat(notices.get(0)).contains("CUDA", "CPU").doesNotContain("\n");
    } else {
      assertThat(notices).isEmpty();
    }
  }

  @Test
  void cannotBeUsedOnceClosed() {
    BertModel model = BertModel.open(options());
    TokenizedText text = twoBlanks(model);
    Energy energy = energy(model, text);
    List<State> states = List.of(State.of(8, 15));
    model.close();
    model.close();
    List<ThrowingCallable> uses =
        List.of(
            () -> energy.evaluate(states, GradientKind.NONE),
            () -> energy.evaluate(states, GradientKind.EXACT),
            () -> energy.conditionals(List.of(new Context(states.get(0), 0))),
            () -> model.allMaskedLogProbabilities(text),
            () -> model.tokenize(BlankedText.parse("the cat")));
    for (ThrowingCallable use : uses) {
      assertThatIllegalStateException().isThrownBy(use).withMessage("the model is closed");
    }
  }

  /** Without a guard the process dies of it, though not each time. */
  @RepeatedTest(5)
  void mayBeClosedWhileItIsUsed() throws InterruptedException {
    BertModel model = BertModel.open(options());
    TokenizedText text = twoBlanks(model);
    Energy energy = energy(model, text);
    List<State> states = Collections.nCopies(50, State.of(8, 15));
    List<Runnable> uses =
        List.of(
            () -> energy.evaluate(states, GradientKind.NONE),
            () -> energy.evaluate(states, GradientKind.EXACT),
            () -> model.tokenize(BlankedText.parse("the cat")));
    CountDownLatch running = new CountDownLatch(uses.size());
    ExecutorService threads = Executors.newFixedThreadPool(uses.size());
    List<Future<?>> results = new ArrayList<>();
    for (Runnable use : uses) {
      results.add(
          threads.submit(
              () -> {
                use.run();
                running.countDown();
                while (!Thread.currentThread().isInterrupted()) {
                  use.run();
                }
              }));
    }
    running.await();
    model.close();
    for (Future<?> result : results) {
      assertThatExceptionOfType(ExecutionException.class)
          .isThrownBy(result::get)
          .havingCause()
          .isInstanceOf(IllegalStateException.class)
          .withMessage("the model is closed");
    }
    threads.shutdown();
  }

  @Test
  void whatOnnxRuntimeRefusesIsOneLine() {
    try (BertModel model = BertModel.open(options())) {
      TokenizedText ofAnotherModel = new TokenizedText(new int[] {3, 5, 4711, 4}, new int[] {1});
      assertThatExceptionOfType(RuntimeFailureException.class)
          .isThrownBy(() -> model.allMaskedLogProbabilities(ofAnotherModel))
          .satisfies(
              e ->
                  assertThat(e.getMessage())
                      .startsWith("ONNX Runtime failed on the model's graph: ")
                      .doesNotContain("\n"));
    }
  }

  @Test
  void sixteenPiecesAreReadAndNoMore() {
    try (BertModel model = BertModel.open(options())) {
      assertThat(model.tokenize(BlankedText.parse("[MASK] ".repeat(14))).length()).isEqualTo(16);
      assertInvalid(
          () -> model.tokenize(BlankedText.parse("[MASK] ".repeat(15))), "text", "17", "16");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1})
  void needsAThread(int threads) {
    assertInvalid(() -> options().withThreads(threads), "threads", String.valueOf(threads));
  }

  @Test
  void namesAModelThatIsNotThere() {
    Path missing = folder.resolve("no-such-model");
    assertInvalid(
        () -> BertModel.open(options().withModel(missing.toString())), "model", missing.toString());
    assertThat(folder.resolve("cache")).doesNotExist();
  }

  @Test
  void namesWhatIsCutOff() throws IOException {
    Path data = checkpoint.resolve(DATA);
    try (var channel = Files.newByteChannel(data, StandardOpenOption.WRITE)) {
      channel.truncate(Files.size(data) - 100);
    }
    assertInvalid(() -> BertModel.open(options()), "model", checkpoint.toString(), DATA, "cut off");
  }

  /** Complete in length, so that only the checksums can tell. */
  @Test
  void namesWhatIsDamaged() throws IOException {
    Path data = checkpoint.resolve(DATA);
    byte[] bytes = Files.readAllBytes(data);
    bytes[bytes.length / 2] ^= 1;
    Files.write(data, bytes);
    assertInvalid(() -> BertModel.open(options()), "model", checkpoint.toString(), DATA, "damaged");
  }

  @Test
  void namesTheSpecialTokenThatIsMissing() throws IOException {
    Path vocabulary = checkpoint.resolve("assets/vocab.txt");
    Files.writeString(vocabulary, Files.readString(vocabulary).replace("[MASK]", "mask"));
    assertInvalid(() -> BertModel.open(options()), "model", "[MASK]");
  }

  @Test
  void namesACacheThatCannotBeWritten() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "no folder");
    assertThatExceptionOfType(ModelStoreException.class)
        .isThrownBy(() -> BertModel.open(options().withCache(file.resolve("cache"))))
        .satisfies(
            e ->
                assertThat(e.getMessage())
                    .contains(file.toString(), "INFILL_CACHE")
                    .doesNotContain("\n"));
    assertThat(file).hasContent("no folder");
  }
}
