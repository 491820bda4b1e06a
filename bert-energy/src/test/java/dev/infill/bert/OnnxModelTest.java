package dev.infill.bert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.infill.bert.graph.network.PlainBert;
import dev.infill.bert.runtime.Precision;
import dev.infill.bert.weights.ExportSizes;
import dev.infill.bert.weights.OnnxWriter;
import dev.infill.bert.weights.SyntheticExport;
import dev.infill.bert.weights.SyntheticExport.Kind;
import dev.infill.bert.weights.SyntheticFolder;
import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.infill.Infiller;
import dev.infill.core.sample.Candidate;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Random exports of each kind, run as they are, against {@link PlainEnergy}. */
class OnnxModelTest {
  private static final double TOLERANCE = 5e-5;

  /** 100 times what logits of size 4 are rounded by at each step. */
  private static final double FLOAT16_TOLERANCE = 0.1;

  private static final String TEXT = "the [MASK] sat on ___ [MASK].";

  @TempDir Path folder = Path.of("");

  static Stream<Arguments> exports() {
    return Stream.of(
        export("BERT", SyntheticFolder::bert, Kind.PRIMITIVE, 11, DataType.FLOAT, false),
        export("BERT", SyntheticFolder::bert, Kind.PRIMITIVE, 14, DataType.FLOAT, true),
        export("BERT", SyntheticFolder::bert, Kind.PRIMITIVE, 20, DataType.FLOAT, false),
        export("BERT", SyntheticFolder::bert, Kind.STANDARD, 17, DataType.FLOAT, false),
        export("BERT", SyntheticFolder::bert, Kind.STANDARD, 20, DataType.FLOAT16, true),
        export("BERT", SyntheticFolder::bert, Kind.FUSED, 11, DataType.FLOAT, false),
        export("BERT", SyntheticFolder::bert, Kind.FUSED, 14, DataType.FLOAT16, false),
        export(
            "untied BERT", SyntheticFolder::untiedBert, Kind.PRIMITIVE, 13, DataType.FLOAT, false),
        export(
            "DistilBERT", SyntheticFolder::distilBert, Kind.PRIMITIVE, 18, DataType.FLOAT, false),
        export("ELECTRA", SyntheticFolder::electra, Kind.PRIMITIVE, 12, DataType.FLOAT, false),
        export("ALBERT", SyntheticFolder::albert, Kind.PRIMITIVE, 16, DataType.FLOAT, false),
        export("RoBERTa", SyntheticFolder::roberta, Kind.PRIMITIVE, 14, DataType.FLOAT, false));
  }

  private static Arguments export(
      String name,
      Supplier<SyntheticFolder> maker,
      Kind kind,
      int operatorSet,
      DataType real,
      boolean external) {
    return Arguments.of(name, maker, kind, operatorSet, real, external);
  }

  private BertModel open(Path model, Precision precision) {
    return TestModels.open(model, folder.resolve("cache"), precision);
  }

  private static List<TokenSet> all(BertModel model, TokenizedText text) {
    // RoBERTa's graph counts positions of what is none of padding, its token 1.
    int[] ids = IntStream.range(0, model.vocabulary().size()).filter(id -> id != 1).toArray();
    return Collections.nCopies(text.blankCount(), TokenSet.of(ids));
  }

  @ParameterizedTest(name = "{0} {2} {3} {4} {5}")
  @MethodSource("exports")
  void energiesAndOwnTermsAreThoseOfTheDefinition(
      String name,
      Supplier<SyntheticFolder> maker,
      Kind kind,
      int operatorSet,
      DataType real,
      boolean external)
      throws IOException {
    SyntheticFolder synthetic = maker.get();
    PlainBert plain = new PlainBert(synthetic.configuration(), synthetic.values());
    Path written =
        SyntheticExport.of(synthetic, kind, new OnnxWriter(operatorSet, real, external))
            .write(folder.resolve("model"));
    int mask = Math.max(synthetic.tokenizer().id("[MASK]"), synthetic.tokenizer().id("<mask>"));
    int size = synthetic.tokenizer().size();
    try (BertModel model = open(written, Precision.FLOAT32)) {
      assertThat(model.configuration())
          .isEqualTo(
              new ExportSizes(
                  size,
                  synthetic.configuration().architecture().embeddingSize(),
                  synthetic.configuration().maxPositions()));
      TokenizedText text = model.tokenize(BlankedText.parse(TEXT));
      List<TokenSet> candidates = all(model, text);
      assertOwnTerms(
          model.energy(text, candidates),
          candidates.get(0),
          new PlainEnergy(plain, text, mask, size),
          real == DataType.FLOAT16 ? FLOAT16_TOLERANCE : TOLERANCE);
    }
  }

  private static void assertOwnTerms(
      Energy energy, TokenSet candidates, PlainEnergy expected, double tolerance) {
    Random random = new Random(candidates.size());
    List<State> states =
        Stream.generate(() -> State.of(random.ints(3, 0, candidates.size()).toArray()))
            .limit(2)
            .toList();
    List<Evaluation> evaluations = energy.evaluate(states, GradientKind.OWN_TERM);
    for (int s = 0; s < states.size(); s++) {
      int[] tokens = Arrays.stream(states.get(s).toArray()).map(candidates::id).toArray();
      Evaluation evaluation = evaluations.get(s);
      assertThat(evaluation.energy()).isCloseTo(expected.energy(tokens), within(tolerance));
      for (int i = 0; i < 3; i++) {
        double[] own = expected.logProbabilities(i, tokens);
        for (int k = 0; k < candidates.size(); k++) {
          assertThat(evaluation.gradient(i)[k]).isCloseTo(own[candidates.id(k)], within(tolerance));
        }
      }
    }
  }

  /** Whose activations have roundings of their own. */
  @ParameterizedTest
  @EnumSource
  void energiesInFloat16AreNear(Kind kind) throws IOException {
    SyntheticFolder synthetic = SyntheticFolder.bert();
    Path written = SyntheticExport.of(synthetic, kind, 17).write(folder.resolve("model"));
    try (BertModel model = open(written, Precision.FLOAT16)) {
      TokenizedText text = model.tokenize(BlankedText.parse(TEXT));
      List<TokenSet> candidates = all(model, text);
      assertOwnTerms(
          model.energy(text, candidates),
          candidates.get(0),
          definition(synthetic, text),
          FLOAT16_TOLERANCE);
    }
  }

  private static PlainEnergy definition(SyntheticFolder synthetic, TokenizedText text) {
    return new PlainEnergy(
        new PlainBert(synthetic.configuration(), synthetic.values()),
        text,
        synthetic.tokenizer().id("[MASK]"),
        synthetic.tokenizer().size());
  }

  /** From the file, and a second time from the cache. */
  @ParameterizedTest
  @EnumSource
  void fillsBlanks(Kind kind) throws IOException {
    Path written =
        SyntheticExport.of(SyntheticFolder.bert(), kind, 17).write(folder.resolve("model"));
    SampleSettings settings = ShortRun.SETTINGS;
    List<Candidate> candidates = candidates(written, settings);
    assertThat(candidates).isNotEmpty();
    assertThat(candidates(written, settings)).isEqualTo(candidates);
    assertThat(candidates(written.resolve("model.onnx"), settings)).isEqualTo(candidates);
  }

  private static SampleSettings exact(SampleSettings settings) {
    return settings.with(Settings.GRADIENT, GradientKind.EXACT);
  }

  private List<Candidate> candidates(Path written, SampleSettings settings) {
    try (BertModel model = open(written, Precision.FLOAT32)) {
      return new Infiller(model).sample(TEXT, settings).candidates();
    }
  }

  /** And own-term samplers run. */
  @Test
  void whatNeedsAnExactGradientIsRefused() throws IOException {
    Path written =
        SyntheticExport.of(SyntheticFolder.bert(), Kind.PRIMITIVE, 14)
            .write(folder.resolve("model"));
    SampleSettings settings = ShortRun.SETTINGS;
    try (BertModel model = open(written, Precision.FLOAT32)) {
      TokenizedText text = model.tokenize(BlankedText.parse(TEXT));
      Energy energy = model.energy(text, all(model, text));
      assertThat(new Infiller(model).sample(TEXT, settings).candidates()).isNotEmpty();
      ModelCheck check = ModelCheck.of(model);
      assertThat(check.exactError()).isEmpty();
      assertThat(check.isPassed()).isTrue();
      assertRefused(() -> new Infiller(model).sample(TEXT, exact(settings)), "gradient");
      assertRefused(
          () -> new Infiller(model).sample(TEXT, settings.with(Settings.SAMPLER, "cdmala")),
          "sampler");
      assertThat(energy.supports(GradientKind.EXACT)).isFalse();
      assertThat(energy.relaxation()).isEmpty();
      assertThatExceptionOfType(UnsupportedOperationException.class)
          .isThrownBy(() -> energy.evaluate(List.of(State.of(0, 0, 0)), GradientKind.EXACT))
          .withMessageContaining("export to ONNX");
    }
  }

  private static void assertRefused(ThrowingCallable task, String field) {
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(task)
        .satisfies(refusal -> assertThat(refusal.field()).isEqualTo(field))
        .withMessageContaining("is an export to ONNX, which has no exact gradient")
        .withMessageNotContaining("\n");
  }

  /** Some wrap the model, and Keras does: the node at the end gives probabilities. */
  private Path behind(int operatorSet, Consumer<GraphProto.Builder> change) throws IOException {
    SyntheticExport export =
        SyntheticExport.of(SyntheticFolder.bert(), Kind.PRIMITIVE, operatorSet);
    change.accept(export.writer().graph());
    return export.write(Files.createTempDirectory(folder, "model"));
  }

  private static NodeProto.Builder last(GraphProto.Builder graph) {
    return graph.getNodeBuilder(graph.getNodeCount() - 1);
  }

  private static AttributeProto axis(long axis) {
    return AttributeProto.newBuilder()
        .setName("axis")
        .setType(AttributeProto.AttributeType.INT)
        .setI(axis)
        .build();
  }

  static Stream<Arguments> softmaxes() {
    return Stream.of(
        Arguments.of(13, "Softmax", -1),
        Arguments.of(13, "Softmax", 2),
        Arguments.of(11, "Softmax", 2),
        Arguments.of(14, "LogSoftmax", -1));
  }

  @ParameterizedTest
  @MethodSource("softmaxes")
  void whatASoftmaxIsComputedFromIsReadInItsPlace(int operatorSet, String operator, int axis)
      throws IOException {
    Path plain = behind(operatorSet, graph -> {});
    Path softmax =
        behind(operatorSet, graph -> last(graph).setOpType(operator).addAttribute(axis(axis)));
    try (BertModel expected = open(plain, Precision.FLOAT32);
        BertModel model = open(softmax, Precision.FLOAT32)) {
      TokenizedText text = model.tokenize(BlankedText.parse(TEXT));
      assertThat(model.allMaskedLogProbabilities(text))
          .containsExactlyElementsOf(expected.allMaskedLogProbabilities(text));
    }
  }

  @Test
  void probabilitiesOfOtherKindsAreRefused() throws IOException {
    Path otherAxis = behind(13, graph -> last(graph).setOpType("Softmax").addAttribute(axis(1)));
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> open(otherAxis, Precision.FLOAT32))
        .withMessageContaining("gives probabilities (logits, by a Softmax) along the axis 1")
        .withMessageNotContaining("\n");
    Path sigmoid = behind(13, graph -> last(graph).setOpType("Sigmoid"));
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> open(sigmoid, Precision.FLOAT32))
        .withMessageContaining("gives probabilities (logits, by a Sigmoid)");
  }

  /** The operators of such a softmax do not tell it; its numbers do. */
  @Test
  void probabilitiesOfSmallerOperatorsAreRefused() throws IOException {
    Path written =
        behind(
            14,
            graph -> {
              String logits = last(graph).getInput(0);
              graph.removeNode(graph.getNodeCount() - 1);
              graph.addNode(node("Exp", "exponentials", logits));
              graph.addNode(
                  node("ReduceL1", "sums", "exponentials")
                      .addAttribute(
                          AttributeProto.newBuilder()
                              .setName("axes")
                              .setType(AttributeProto.AttributeType.INTS)
                              .addInts(-1)));
              graph.addNode(node("Div", "logits", "exponentials", "sums"));
            });
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> open(written, Precision.FLOAT32))
        .withMessageContaining("gives probabilities, not logits")
        .withMessageNotContaining("\n");
  }

  private static NodeProto.Builder node(String operator, String output, String... inputs) {
    return NodeProto.newBuilder()
        .setOpType(operator)
        .addAllInput(List.of(inputs))
        .addOutput(output);
  }

  @Test
  void encoderWithoutHeadIsRefused() throws IOException {
    assertEncoderIsRefused("16", "hidden states of width 16");
  }

  /** Its first run tells what its output is. */
  @Test
  void encoderOfUnknownWidthIsRefused() throws IOException {
    assertEncoderIsRefused("width", "cannot be run");
  }

  private void assertEncoderIsRefused(String width, String part) throws IOException {
    Path written =
        SyntheticExport.encoder(SyntheticFolder.bert(), width).write(folder.resolve("model"));
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> open(written, Precision.FLOAT32))
        .withMessageContaining(part)
        .withMessageContaining("fill-mask")
        .withMessageNotContaining("\n");
  }
}
