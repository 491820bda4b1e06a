package dev.infill.bert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.infill.bert.runtime.Device;
import dev.infill.bert.runtime.Precision;
import dev.infill.bert.weights.SyntheticCheckpoint;
import dev.infill.core.InvalidInputException;
import dev.infill.core.TransferListener;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A random BERT of 2 layers in float16 beside itself in float32, on the processor. */
class PrecisionTest {
  /** Scores here are of size 5, and a number of float16 is 5e-4 of itself away from the next. */
  private static final double TOLERANCE = 0.02;

  /** Cross terms here are of size 1. */
  private static final double GRADIENT_TOLERANCE = 0.02;

  private static final int VOCABULARY = SyntheticCheckpoint.VOCABULARY.size();

  @TempDir Path folder = Path.of("");

  private final List<String> notices = new ArrayList<>();
  private Path checkpoint = Path.of("");

  @BeforeEach
  void writeCheckpoint() throws IOException {
    checkpoint = new SyntheticCheckpoint(41).writeFolder(folder.resolve("model"));
  }

  private BertModelOptions options(Precision precision) {
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
        .withPrecision(precision)
        .withThreads(1)
        .withListener(listener);
  }

  private static Energy energy(BertModel model) {
    TokenizedText text = model.tokenize(BlankedText.parse("the [MASK] sat on [MASK] [MASK]."));
    return model.energy(text, Collections.nCopies(text.blankCount(), TokenSet.all(VOCABULARY)));
  }

  private static List<State> states(int count) {
    SplittableRandom random = new SplittableRandom(7);
    return Stream.generate(() -> State.of(random.ints(3, 0, VOCABULARY).toArray()))
        .limit(count)
        .toList();
  }

  @Test
  void energiesAndGradientsInFloat16AreNearThoseInFloat32() {
    double difference = 0;
    double crossTerm = 0;
    try (BertModel exact = BertModel.open(options(Precision.FLOAT32));
        BertModel half = BertModel.open(options(Precision.FLOAT16))) {
      for (State state : states(6)) {
        Evaluation expected = energy(exact).evaluate(List.of(state), GradientKind.EXACT).get(0);
        Evaluation own = energy(exact).evaluate(List.of(state), GradientKind.OWN_TERM).get(0);
        Evaluation actual = energy(half).evaluate(List.of(state), GradientKind.EXACT).get(0);
        assertThat(actual.energy()).isCloseTo(expected.energy(), within(3 * TOLERANCE));
        assertThat(actual.logProbabilities())
            .containsExactly(expected.logProbabilities(), within(TOLERANCE));
        difference = Math.max(difference, Math.abs(actual.energy() - expected.energy()));
        for (int i = 0; i < 3; i++) {
          for (int v = 0; v < VOCABULARY; v++) {
            assertThat(actual.gradient(i)[v])
                .isCloseTo(expected.gradient(i)[v], within(GRADIENT_TOLERANCE));
            crossTerm = Math.max(crossTerm, Math.abs(expected.gradient(i)[v] - own.gradient(i)[v]));
          }
        }
      }
    }
    assertThat(difference).as("it is float16 at all").isGreaterThan(1e-4);
    assertThat(crossTerm).as("a cross term that matters").isGreaterThan(20 * GRADIENT_TOLERANCE);
  }

  /** Sums are made in another order in another batch, and a rounding is of a logit's last digit. */
  @ParameterizedTest
  @EnumSource(GradientKind.class)
  void aResultInFloat16DoesNotDependOnTheRestOfTheBatch(GradientKind gradient) {
    List<State> states = states(30);
    try (BertModel model = BertModel.open(options(Precision.FLOAT16))) {
      Energy energy = energy(model);
      List<Evaluation> together = energy.evaluate(states, gradient);
      for (int s = 0; s < states.size(); s++) {
        Evaluation alone = energy.evaluate(List.of(states.get(s)), gradient).get(0);
        assertThat(together.get(s).logProbabilities())
            .containsExactly(alone.logProbabilities(), within(0.01));
      }
    }
  }

  @Test
  void aModelSaysWhatItIsComputedIn() {
    try (BertModel exact = BertModel.open(options(Precision.FLOAT32));
        BertModel half = BertModel.open(options(Precision.FLOAT16))) {
      assertThat(exact.description().precision()).isEqualTo("float32");
      assertThat(half.description().precision()).isEqualTo("float16");
      // The weights are the same, whatever they are rounded to.
      assertThat(half.description().sha256()).isEqualTo(exact.description().sha256());
    }
    assertThat(notices).isEmpty();
  }

  @Test
  void precisionsAreKeptApartInTheCache() throws IOException {
    BertModel.open(options(Precision.FLOAT32)).close();
    List<Path> compiled = compiled();
    assertThat(compiled).hasSize(1);
    long whole = Files.size(compiled.get(0).resolve("weights.bin"));

    BertModel.open(options(Precision.FLOAT16)).close();

    assertThat(compiled()).hasSize(2).contains(compiled.get(0));
    List<Path> added = new ArrayList<>(compiled());
    added.removeAll(compiled);
    // Parameters start on pages, which for so small a model leaves more than half.
    assertThat(Files.size(added.get(0).resolve("weights.bin"))).isLessThan(whole * 3 / 4);
    assertThat(Files.size(compiled.get(0).resolve("weights.bin"))).isEqualTo(whole);
  }

  private List<Path> compiled() throws IOException {
    try (Stream<Path> entries = Files.list(folder.resolve("cache/v1"))) {
      return entries.filter(Files::isDirectory).sorted().toList();
    }
  }

  @Test
  void theProcessorHasNoTf32() {
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> BertModel.open(options(Precision.TF32)))
        .satisfies(e -> assertThat(e.field()).isEqualTo("precision"))
        .withMessageContaining("tf32")
        .withMessageNotContaining("\n");
    assertThat(folder.resolve("cache")).doesNotExist();
  }

  /** Where no card can be used, as on every machine of the project. */
  @ParameterizedTest
  @CsvSource({
    "CUDA, FLOAT32, float32, on the CPU",
    "CUDA, TF32, float32, in float32 on the CPU",
    "AUTO, TF32, float32, in float32 on the CPU",
    "CUDA, FLOAT16, float16, in float16 on the CPU",
    "AUTO, FLOAT16, float16, in float16 on the CPU"
  })
  void withoutACardItSaysWhatItRunsInInstead(
      Device device, Precision precision, String precisionUsed, String words) {
    try (BertModel model = BertModel.open(options(precision).withDevice(device))) {
      assertThat(model.description().device()).isEqualTo("cpu");
      assertThat(model.description().precision()).isEqualTo(precisionUsed);
    }
    assertThat(notices).hasSize(1);
    assertThat(notices.get(0))
        .startsWith("CUDA cannot be used here, running " + words + " (")
        .containsAnyOf("onnxruntime_gpu", "install")
        .doesNotContain("\n");
  }
}
