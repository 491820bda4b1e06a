package dev.infill.bert;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.infill.bert.weights.OnnxWriter;
import dev.infill.bert.weights.SyntheticExport;
import dev.infill.bert.weights.SyntheticExport.Kind;
import dev.infill.bert.weights.SyntheticFolder;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.TokenizedText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Exports whose operators look across the sequences of a pass. */
class ExportTrialTest {
  private static final String TEXT = "the [MASK] sat on ___ [MASK].";

  @TempDir Path folder = Path.of("");

  private final RecordingListener listener = new RecordingListener();
  private final List<ModelPass> passes = new ArrayList<>();

  private BertModel open(Function<OnnxWriter, UnaryOperator<String>> ofHiddenStates)
      throws IOException {
    OnnxWriter writer = new OnnxWriter(14, DataType.FLOAT, false);
    Path model =
        SyntheticExport.of(
                SyntheticFolder.bert(), Kind.PRIMITIVE, writer, ofHiddenStates.apply(writer))
            .write(folder.resolve("model"));
    return BertModel.open(
        BertModelOptions.defaults()
            .withModel(model.toString())
            .withCache(folder.resolve("cache"))
            .withThreads(1)
            .withListener(listener)
            .withPassListener(passes::add));
  }

  static Stream<Arguments> acrossAPass() {
    return Stream.of(
        Arguments.of("dynamic quantization", quantized(1)),
        // Of so many steps that its differences are those of roundings.
        Arguments.of("dynamic quantization of a small part", quantized(1e-6)),
        Arguments.of(
            "a small share of the largest of all numbers",
            hook(
                writer ->
                    hidden ->
                        writer.add(
                            "Add",
                            hidden,
                            writer.add(
                                "Mul", writer.add("ReduceMax", hidden), writer.number(1e-4))))),
        Arguments.of(
            "the largest of all numbers",
            hook(
                writer ->
                    hidden ->
                        writer.add(
                            "Div", hidden, writer.add("ReduceMax", writer.add("Abs", hidden))))));
  }

  private static Function<OnnxWriter, UnaryOperator<String>> hook(
      Function<OnnxWriter, UnaryOperator<String>> hook) {
    return hook;
  }

  private static Function<OnnxWriter, UnaryOperator<String>> quantized(double share) {
    return writer ->
        hidden -> {
          String[] parts = writer.add("DynamicQuantizeLinear", new AttributeProto[0], 3, hidden);
          String rounded = writer.add("DequantizeLinear", parts);
          String difference = writer.add("Sub", rounded, hidden);
          return writer.add("Add", hidden, writer.add("Mul", difference, writer.number(share)));
        };
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("acrossAPass")
  void oneSequenceIsRunAtATime(
      String name, Function<OnnxWriter, UnaryOperator<String>> ofHiddenStates) throws IOException {
    try (BertModel model = open(ofHiddenStates)) {
      assertThat(listener.notices)
          .singleElement()
          .asString()
          .contains("looks across the sequences of a pass", "one sequence is run at a time")
          .doesNotContain("\n");
      TokenizedText text = model.tokenize(BlankedText.parse(TEXT));
      Energy energy = model.energy(text, TestModels.all(model, text));
      List<State> states =
          IntStream.range(0, 6).mapToObj(k -> State.of(k, 16 - k, 3 * k % 17)).toList();
      List<Evaluation> together = energy.evaluate(states, GradientKind.OWN_TERM);
      for (int k = 0; k < states.size(); k++) {
        Evaluation alone = energy.evaluate(List.of(states.get(k)), GradientKind.OWN_TERM).get(0);
        assertThat(together.get(k).energy()).isEqualTo(alone.energy());
        assertThat(together.get(k).logProbabilities()).isEqualTo(alone.logProbabilities());
      }
      assertThat(passes).isNotEmpty().allMatch(pass -> pass.sequences() == 1);
    }
  }

  @Test
  void othersShareTheirPasses() throws IOException {
    try (BertModel model = open(writer -> hidden -> hidden)) {
      assertThat(listener.notices).isEmpty();
      TokenizedText text = model.tokenize(BlankedText.parse(TEXT));
      model
          .energy(text, TestModels.all(model, text))
          .evaluate(List.of(State.of(0, 0, 0), State.of(1, 1, 1)), GradientKind.OWN_TERM);
      assertThat(passes).anyMatch(pass -> pass.sequences() > 1);
    }
  }
}
