package dev.infill.bert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.infill.bert.CausalLanguageModel.Likelihood;
import dev.infill.bert.weights.SyntheticCausalModel;
import dev.infill.bert.weights.SyntheticClassifier;
import dev.infill.core.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A language model that can be computed by hand, and files that are none. */
class CausalLanguageModelTest {
  private static final String CONFIGURATION = "{\"n_positions\": 12}";

  @TempDir Path folder = Path.of("");

  private final SyntheticCausalModel synthetic = new SyntheticCausalModel();

  private static CausalLanguageModel open(Path file) {
    return CausalLanguageModel.open(file, Optional.empty(), 1);
  }

  @Test
  void likelihoodsAreSumsOverThePieces() throws IOException {
    try (CausalLanguageModel model = open(synthetic.write(folder, CONFIGURATION))) {
      List<Likelihood> likelihoods =
          model.likelihoods(List.of("The cats sat .", "a dog", "", "the dog sat on ."));

      assertThat(likelihoods).extracting(Likelihood::pieces).containsExactly(6, 3, 1, 6);
      assertThat(likelihoods.get(0).logProbability())
          .isCloseTo(expected("[CLS]", "the", "cat", "##s", "sat", ".", "[SEP]"), within(1e-5));
      assertThat(likelihoods.get(1).logProbability())
          .isCloseTo(expected("[CLS]", "a", "dog", "[SEP]"), within(1e-5));
      assertThat(likelihoods.get(2).logProbability())
          .isCloseTo(expected("[CLS]", "[SEP]"), within(1e-5));
      assertThat(likelihoods.get(3).logProbability())
          .isCloseTo(expected("[CLS]", "the", "dog", "sat", "on", ".", "[SEP]"), within(1e-5));
    }
  }

  private double expected(String... tokens) {
    return synthetic.logProbability(List.of(tokens));
  }

  @Test
  void textsBeginWithThePieceThatTheConfigurationNamesOnce() throws IOException {
    int padding = synthetic.tokenizer.id("[PAD]");
    int first = synthetic.tokenizer.id("[CLS]");
    String configuration = "{\"max_position_embeddings\": 12, \"bos_token_id\": %d}";
    Path added = synthetic.write(folder.resolve("added"), configuration.formatted(padding));
    Path there = synthetic.write(folder.resolve("there"), configuration.formatted(first));

    try (CausalLanguageModel model = open(added)) {
      Likelihood likelihood = model.likelihoods(List.of("a cat")).get(0);
      assertThat(likelihood.pieces()).isEqualTo(4);
      assertThat(likelihood.logProbability())
          .isCloseTo(expected("[PAD]", "[CLS]", "a", "cat", "[SEP]"), within(1e-5));
    }
    try (CausalLanguageModel model = open(there)) {
      Likelihood likelihood = model.likelihoods(List.of("a cat")).get(0);
      assertThat(likelihood.pieces()).isEqualTo(3);
      assertThat(likelihood.logProbability())
          .isCloseTo(expected("[CLS]", "a", "cat", "[SEP]"), within(1e-5));
    }
  }

  /** More texts of one length than are read at once. */
  @Test
  void aTextDoesNotDependOnWhatElseIsAsked() throws IOException {
    try (CausalLanguageModel model = open(synthetic.write(folder, CONFIGURATION))) {
      List<String> texts = new ArrayList<>(Collections.nCopies(60, "the cat sat on a mat ."));
      texts.set(7, "the dog sat on a mat .");

      List<Likelihood> together = model.likelihoods(texts);

      for (int k = 0; k < texts.size(); k++) {
        assertThat(together.get(k)).isEqualTo(model.likelihoods(List.of(texts.get(k))).get(0));
      }
      assertThat(together.get(7)).isNotEqualTo(together.get(8));
    }
  }

  @Test
  void aTextThatIsTooLongIsRefused() throws IOException {
    Path file = synthetic.write(folder, CONFIGURATION);
    try (CausalLanguageModel model = open(file)) {
      assertRefused(
          () -> model.likelihoods(List.of("a cat", "a ".repeat(11))),
          "language model %s: a text has 13 pieces; it reads at most 12".formatted(file));
    }
  }

  @Test
  void whatIsNoCausalLanguageModelIsRefused() throws IOException {
    assertRefused(
        () -> open(folder.resolve("none.onnx")),
        "language model: there is no ONNX file '%s'".formatted(folder.resolve("none.onnx")));
    assertRefused(
        () -> open(new SyntheticClassifier().write(folder.resolve("classifier"))),
        "not logits of every piece in float32: export it for the task text-generation");
    assertRefused(
        () -> open(synthetic.write(folder.resolve("positions"), "{}")),
        "config.json does not tell how long texts can be");
    Path file = synthetic.write(folder.resolve("tokenizer"), CONFIGURATION);
    Files.delete(folder.resolve("tokenizer").resolve("tokenizer.json"));
    assertRefused(() -> open(file), "tokenizer.json is missing");
    Path damaged = synthetic.write(folder.resolve("damaged"), CONFIGURATION);
    Files.writeString(folder.resolve("damaged").resolve("tokenizer.json"), "{}");
    assertRefused(() -> open(damaged), "tokenizer.json holds a tokenizer of the kind");
    assertRefused(
        () ->
            open(
                synthetic.write(
                    folder.resolve("begin"), "{\"n_positions\": 12, \"bos_token_id\": 99}")),
        "it has a bos_token_id of 99 in its config.json, and logits of");
    SyntheticCausalModel more = new SyntheticCausalModel();
    more.tokenizer.addPiece("more");
    assertRefused(
        () -> open(more.write(folder.resolve("more"), CONFIGURATION)),
        "holds the token 'more' with the id");
    SyntheticCausalModel cached = new SyntheticCausalModel();
    cached.graph.addInput(
        SyntheticClassifier.value("past_key_values.0.key", DataType.FLOAT, "batch", "past"));
    assertRefused(
        () -> open(cached.write(folder.resolve("cached"), CONFIGURATION)),
        "has the input 'past_key_values.0.key', which no model for the task text-generation has");
  }

  /** Such as one of fill-mask, which has logits of every piece as well. */
  @Test
  void aModelThatLooksAheadIsRefused() throws IOException {
    SyntheticCausalModel ahead = new SyntheticCausalModel();
    ahead.graph.getNodeBuilder(0).setName("rows").setOutput(0, "rows");
    SyntheticClassifier nodes = new SyntheticClassifier();
    nodes.graph.clearNode();
    nodes.node("ReduceSum", "sum", "rows", "axis");
    nodes.node("Add", "logits", "rows", "sum");
    ahead.graph.addAllNode(nodes.graph.getNodeList());
    ahead.graph.addInitializer(
        TensorProto.newBuilder()
            .setName("axis")
            .setDataType(DataType.INT64.getNumber())
            .addDims(1)
            .addInt64Data(1));

    assertRefused(
        () -> open(ahead.write(folder, CONFIGURATION)),
        "it is no causal language model in float32: what it says of a piece changes with those that follow");
  }

  private static void assertRefused(ThrowingCallable action, String message) {
    assertThatThrownBy(action)
        .isInstanceOfSatisfying(
            InvalidInputException.class,
            refused -> assertThat(refused.field()).isEqualTo("language-model"))
        .hasMessageContaining(message);
  }
}
