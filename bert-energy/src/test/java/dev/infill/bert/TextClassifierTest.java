package dev.infill.bert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.infill.bert.weights.SyntheticClassifier;
import dev.infill.core.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A classifier that can be computed by hand, and files that are none. */
class TextClassifierTest {
  @TempDir Path folder = Path.of("");

  private final SyntheticClassifier synthetic = new SyntheticClassifier();

  private static TextClassifier open(Path file, String label) {
    return TextClassifier.open(file, label, Optional.empty(), 1);
  }

  @ParameterizedTest
  @CsvSource({"NEGATIVE, 0", "neutral, 1", "POSITIVE, 2", "2, 2", "0, 0"})
  void valuesAreTheLogarithmsOfTheLabelsProbability(String label, int index) throws IOException {
    try (TextClassifier classifier = open(synthetic.write(folder), label)) {
      assertThat(
              classifier.logProbabilities(
                  List.of("The cat sat .", "a dog", "the cats", "the mat sat on", "the cat sat .")))
          .usingElementComparator((one, other) -> Math.abs(one - other) < 1e-6 ? 0 : 1)
          .containsExactly(
              synthetic.logProbability(index, List.of("the", "cat", "sat", ".")),
              synthetic.logProbability(index, List.of("a", "dog")),
              synthetic.logProbability(index, List.of("the", "cat", "##s")),
              synthetic.logProbability(index, List.of("the", "mat", "sat", "on")),
              synthetic.logProbability(index, List.of("the", "cat", "sat", ".")));
    }
  }

  /** Equally long texts share a run, others do not: nothing is padded. */
  @Test
  void aValueDoesNotDependOnWhatElseIsAsked() throws IOException {
    List<String> texts = List.of("the cat sat", "a", "the dog sat", "the cat sat on the mat .");
    try (TextClassifier classifier = open(synthetic.write(folder), "0")) {
      List<Double> together = classifier.logProbabilities(texts);
      for (int k = 0; k < texts.size(); k++) {
        assertThat(classifier.logProbabilities(List.of(texts.get(k))).get(0))
            .isCloseTo(together.get(k), within(1e-7));
      }
    }
  }

  @Test
  void withoutAConfigurationOrATypeOfPiecesLabelsHaveIndices() throws IOException {
    Path file = synthetic.write(folder);
    Files.writeString(folder.resolve("config.json"), "{\"max_position_embeddings\": 12}");
    try (TextClassifier classifier = open(file, "1")) {
      assertThat(classifier.logProbabilities(List.of("a")).get(0))
          .isCloseTo(synthetic.logProbability(1, List.of("a")), within(1e-6));
    }
    assertInvalid(
        () -> open(file, "NEUTRAL"),
        "label",
        "the classifier has no label 'NEUTRAL'; it has 0 to 2, without names");
  }

  @ParameterizedTest
  @ValueSource(strings = {"HAPPY", "3", "-1", ""})
  void aLabelThatThereIsNotIsRefused(String label) throws IOException {
    Path file = synthetic.write(folder);
    assertInvalid(
        () -> open(file, label),
        "label",
        "the classifier has no label '" + label + "'; it has NEGATIVE, NEUTRAL, POSITIVE");
  }

  @Test
  void aTextOfMorePiecesThanItReadsIsRefused() throws IOException {
    Path file = synthetic.write(folder);
    try (TextClassifier classifier = open(file, "0")) {
      assertInvalid(
          () -> classifier.logProbabilities(List.of("a " + "cat ".repeat(11))),
          "classifier",
          "the classifier "
              + file
              + ": the text has 14 word pieces, [CLS] and [SEP] included; the model reads at most"
              + " 12");
    }
  }

  @Test
  void filesThatAreMissingOrDamagedAreRefusedInALine() throws IOException {
    Path file = synthetic.write(folder);
    assertInvalid(
        () -> open(folder.resolve("other.onnx"), "0"),
        "classifier",
        "classifier: there is no ONNX file '%s', whose name ends with .onnx"
            .formatted(folder.resolve("other.onnx")));
    assertRefused(() -> open(folder.resolve("tokenizer.json"), "0"), "there is no ONNX file");
    byte[] tokenizer = Files.readAllBytes(folder.resolve("tokenizer.json"));
    Files.delete(folder.resolve("tokenizer.json"));
    assertRefused(() -> open(file, "0"), "tokenizer.json is missing");
    Files.write(folder.resolve("tokenizer.json"), tokenizer);
    Files.writeString(folder.resolve("config.json"), "{}");
    assertRefused(() -> open(file, "0"), "does not tell how long texts can be");
    Files.writeString(
        folder.resolve("config.json"),
        "{\"max_position_embeddings\": 12, \"id2label\": {\"1\": \"A\", \"2\": \"B\"}}");
    assertRefused(() -> open(file, "0"), "has no name of the label 0 in id2label");
    Files.writeString(
        folder.resolve("config.json"),
        "{\"max_position_embeddings\": 12, \"id2label\": {\"0\": \"A\", \"1\": \"B\"}}");
    assertRefused(() -> open(file, "0"), "its config.json names 2 labels, and it has 3");
    Files.writeString(file, "");
    assertRefused(() -> open(file, "0"), "model.onnx is no ONNX file: it has no graph");
  }

  @Test
  void graphsOfOtherShapesAreRefused() throws IOException {
    synthetic.graph.setInput(
        1, SyntheticClassifier.value("attention_mask", DataType.INT64, "1", "12"));
    assertRefused(() -> open(synthetic.write(folder), "0"), "batch and length must be free");

    SyntheticClassifier fixed = new SyntheticClassifier();
    fixed.graph.setInput(2, SyntheticClassifier.value("pixels", DataType.INT64, "batch", "n"));
    fixed.graph.setNode(1, fixed.graph.getNode(1).toBuilder().setInput(1, "pixels"));
    assertRefused(
        () -> open(fixed.write(folder), "0"),
        "has the input 'pixels', which no model for the task text-classification has");

    SyntheticClassifier narrow = new SyntheticClassifier();
    narrow.graph.setInput(
        1, SyntheticClassifier.value("attention_mask", DataType.INT32, "batch", "n"));
    assertRefused(() -> open(narrow.write(folder), "0"), "has the input attention_mask in INT32");

    SyntheticClassifier tokens = new SyntheticClassifier();
    tokens.graph.clearOutput();
    tokens.graph.addOutput(SyntheticClassifier.value("rows", DataType.FLOAT, "batch", "n", "3"));
    assertRefused(
        () -> open(tokens.write(folder), "0"),
        "gives rows of shape [-1, -1, 3] in FLOAT, not a number for each label");

    // What the file says of the shape may be less than there is.
    SyntheticClassifier undeclared = new SyntheticClassifier();
    undeclared.graph.clearOutput();
    undeclared.graph.addOutput(SyntheticClassifier.value("rows", DataType.FLOAT));
    assertRefused(
        () -> open(undeclared.write(folder), "0"), "it gives 6 numbers for a text of 2 pieces");
  }

  @Test
  void aGraphThatOnnxRuntimeRefusesIsTheFaultOfTheFile() throws IOException {
    synthetic.graph.getNodeBuilder(2).setOpType("NoSuchOperator");
    assertRefused(() -> open(synthetic.write(folder), "0"), "it cannot be run: ");
  }

  @Test
  void itAnswersNothingOnceItIsClosed() throws IOException {
    TextClassifier classifier = open(synthetic.write(folder), "0");
    classifier.close();
    assertThatThrownBy(() -> classifier.logProbabilities(List.of("a")))
        .isInstanceOf(IllegalStateException.class);
  }

  private static void assertRefused(ThrowingCallable call, String part) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            InvalidInputException.class,
            invalid -> assertThat(invalid.field()).isEqualTo("classifier"))
        .hasMessageStartingWith("classifier: ")
        .hasMessageContaining(part)
        .hasMessageNotContaining("\n");
  }

  private static void assertInvalid(ThrowingCallable call, String field, String message) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            InvalidInputException.class, invalid -> assertThat(invalid.field()).isEqualTo(field))
        .hasMessage(message);
  }
}
