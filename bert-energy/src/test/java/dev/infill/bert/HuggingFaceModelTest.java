package dev.infill.bert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.bert.graph.network.PlainBert;
import dev.infill.bert.runtime.Precision;
import dev.infill.bert.weights.SyntheticFolder;
import dev.infill.core.energy.Energy;
import dev.infill.core.infill.Infiller;
import dev.infill.core.sample.Candidate;
import dev.infill.core.task.Fill;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.Vocabulary.TokenClass;
import dev.infill.core.text.VocabularyChoice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random models of each architecture, opened as a user's folders are, against {@link PlainEnergy}
 * and finite differences of it.
 */
class HuggingFaceModelTest {
  /** 100 times what logits of size 4 are rounded by at each step. */
  private static final double FLOAT16_TOLERANCE = 0.1;

  private static final String TEXT = "the [MASK] sat on ___ [MASK].";

  @TempDir Path folder = Path.of("");

  static Stream<Arguments> models() {
    return Stream.of(
        model("BERT", SyntheticFolder::bert, "[MASK]"),
        model("untied BERT", SyntheticFolder::untiedBert, "[MASK]"),
        model("RoBERTa", SyntheticFolder::roberta, "<mask>"),
        model("DistilBERT", SyntheticFolder::distilBert, "[MASK]"),
        model("ELECTRA", SyntheticFolder::electra, "[MASK]"),
        model("ALBERT", SyntheticFolder::albert, "[MASK]"),
        model("MPNet", SyntheticFolder::mpnet, "<mask>"));
  }

  private static Arguments model(String name, Supplier<SyntheticFolder> maker, String mask) {
    return Arguments.of(name, maker, mask);
  }

  private void assertEnergies(BertModel model, PlainBert plain, int mask) {
    TokenizedText text = model.tokenize(BlankedText.parse(TEXT));
    assertThat(text.blankCount()).isEqualTo(3);
    int size = model.vocabulary().size();
    PlainEnergy expected = new PlainEnergy(plain, text, mask, size);
    Energy energy = model.energy(text, TestModels.all(model, text));
    EnergyAssertions.assertStates(energy, TokenSet.all(size), expected);
    EnergyAssertions.assertBetweenStates(energy, TokenSet.all(size), expected, size);
  }

  private BertModel open(SyntheticFolder synthetic, Precision precision) throws IOException {
    return TestModels.open(
        synthetic.write(folder.resolve("model")), folder.resolve("cache"), precision);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("models")
  void energiesAndGradientsAreThoseOfTheDefinition(
      String name, Supplier<SyntheticFolder> maker, String mask) throws IOException {
    SyntheticFolder synthetic = maker.get();
    PlainBert plain = new PlainBert(synthetic.configuration(), synthetic.values());
    try (BertModel model = open(synthetic, Precision.FLOAT32)) {
      assertThat(model.configuration()).isEqualTo(synthetic.configuration());
      assertEnergies(model, plain, synthetic.tokenizer().id(mask));
    }
  }

  /** NVIDIA's BERT and MosaicBERT have such rows: their logits count, and they are no fill. */
  @Test
  void rowsOfTheEmbeddingsWithoutATokenCountInTheSoftmax() throws IOException {
    SyntheticFolder synthetic = SyntheticFolder.bert();
    PlainBert plain = new PlainBert(synthetic.configuration(), synthetic.values());
    List<String> tokens = synthetic.tokenizer().tokens;
    int known = tokens.size() - 2;
    synthetic.files.put("vocab.txt", String.join("\n", tokens.subList(0, known)) + "\n");
    try (BertModel model = open(synthetic, Precision.FLOAT32)) {
      assertEnergies(model, plain, synthetic.tokenizer().id("[MASK]"));
      assertThat(model.vocabulary().size()).isEqualTo(tokens.size());
      assertThat(IntStream.range(known, tokens.size()))
          .extracting(model.vocabulary()::classOf)
          .containsOnly(TokenClass.SPECIAL);
      assertThat(model.vocabulary().select(VocabularyChoice.PIECES).size())
          .isEqualTo(known - "PAD UNK CLS SEP MASK".split(" ").length);
    }
  }

  /** Whose activations and gradients have roundings of their own. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("models")
  void energiesAndGradientsInFloat16AreNear(
      String name, Supplier<SyntheticFolder> maker, String mask) throws IOException {
    SyntheticFolder synthetic = maker.get();
    int size = synthetic.tokenizer().size();
    try (BertModel model = open(synthetic, Precision.FLOAT16)) {
      TokenizedText text = model.tokenize(BlankedText.parse(TEXT));
      PlainEnergy expected =
          new PlainEnergy(
              new PlainBert(synthetic.configuration(), synthetic.values()),
              text,
              synthetic.tokenizer().id(mask),
              size);
      EnergyAssertions.assertNear(
          model.energy(text, TestModels.all(model, text)),
          TokenSet.all(size),
          expected,
          FLOAT16_TOLERANCE,
          size - 1,
          size / 2,
          3);
    }
  }

  /** From the folder, and a second time from the cache. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("models")
  void fillsBlanksWithWords(String name, Supplier<SyntheticFolder> maker, String mask)
      throws IOException {
    SampleSettings settings = ShortRun.SETTINGS;
    SyntheticFolder synthetic = maker.get();
    List<Candidate> fromFolder = candidates(synthetic, settings);
    assertThat(fromFolder).isNotEmpty();
    assertThat(candidates(synthetic, settings)).isEqualTo(fromFolder);
    for (Candidate candidate : fromFolder) {
      List<String> fills = candidate.fills().stream().map(Fill::token).toList();
      assertThat(candidate.text())
          .isEqualTo("the %s sat on %s %s.".formatted(fills.toArray()))
          .doesNotContain("\u0120", "\u2581", "<", "[");
    }
  }

  private List<Candidate> candidates(SyntheticFolder synthetic, SampleSettings settings)
      throws IOException {
    try (BertModel model = open(synthetic, Precision.FLOAT32)) {
      return new Infiller(model).sample(TEXT, settings).candidates();
    }
  }
}
