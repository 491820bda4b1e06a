package dev.infill.bert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.infill.bert.runtime.Precision;
import dev.infill.bert.weights.SyntheticEsm;
import dev.infill.bert.weights.SyntheticEuroBert;
import dev.infill.bert.weights.SyntheticFolder;
import dev.infill.bert.weights.SyntheticModernBert;
import dev.infill.core.fill.Filling;
import dev.infill.core.infill.Infiller;
import dev.infill.core.score.Score;
import dev.infill.core.score.Score.ScoredToken;
import dev.infill.core.score.Scorer;
import dev.infill.core.task.Fill;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.TokenizedText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * U and log f of a filling are those of the text that is shown: of the whole sentence, scored piece
 * by piece, and of the same fills.
 */
class ShownTextTest {
  private static final double ROUNDING = 1e-4;

  private static final List<String> TEXTS =
      List.of(
          "the ___ sat.",
          "the ___, the ___.",
          "___ sat",
          "(___) the",
          "the-___.",
          "the______.",
          "on\n___.",
          "the___.",
          "the___, on",
          "\"___\" on the ___");

  private static final SyntheticModernBert.Shape MODERN_BERT =
      new SyntheticModernBert.Shape(
          2, 4, 6, List.of(true, false), 4, 160_000, 10_000, false, true, true);

  private static final SyntheticEuroBert.Shape EURO_BERT =
      new SyntheticEuroBert.Shape(2, 4, 2, 4, 20, 250_000, false, false, false, true);

  private static final SyntheticEsm.Shape ESM =
      new SyntheticEsm.Shape(2, 2, 4, 6, true, true, true);

  @TempDir Path folder = Path.of("");

  /** Writes a model. */
  @FunctionalInterface
  private interface Writer {
    Path to(Path folder) throws IOException;
  }

  static Stream<Arguments> models() {
    return Stream.of(
        model("BERT", SyntheticFolder.bert()::write),
        model("MPNet", SyntheticFolder.mpnet()::write),
        model("RoBERTa", SyntheticFolder.roberta()::write),
        model("RoBERTa, a space first", spaced(SyntheticFolder.roberta())::write),
        model("ModernBERT", new SyntheticModernBert(MODERN_BERT)::write),
        model("EuroBERT", new SyntheticEuroBert(EURO_BERT)::write),
        model("ALBERT", SyntheticFolder.albert()::write),
        model("ALBERT, a space at the beginning", first(SyntheticFolder.albert())::write));
  }

  private static Arguments model(String name, Writer writer) {
    return Arguments.of(name, writer);
  }

  private static SyntheticFolder spaced(SyntheticFolder roberta) {
    ((ObjectNode) roberta.tokenizer.tree.get("pre_tokenizer")).put("add_prefix_space", true);
    roberta.files.put("tokenizer.json", roberta.tokenizer.tree.toString());
    return roberta;
  }

  private static SyntheticFolder first(SyntheticFolder albert) {
    albert
        .tokenizer
        .tree
        .putObject("pre_tokenizer")
        .put("type", "Metaspace")
        .put("replacement", "\u2581")
        .put("prepend_scheme", "first")
        .put("split", true);
    albert.files.put("tokenizer.json", albert.tokenizer.tree.toString());
    return albert;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("models")
  void aFillingIsScoredAsTheTextThatIsShown(String name, Writer writer) throws IOException {
    try (BertModel model = open(writer)) {
      for (String text : TEXTS) {
        assertScores(model, text);
      }
    }
  }

  private BertModel open(Writer writer) throws IOException {
    return TestModels.open(
        writer.to(folder.resolve("model")), folder.resolve("cache"), Precision.FLOAT32);
  }

  private static void assertScores(BertModel model, String text) {
    TokenizedText read = model.tokenize(model.written(BlankedText.parse(text)));
    Scorer scorer = new Scorer(model);
    List<Filling> fillings = new Infiller(model).fill(text).fillings();
    assertThat(fillings).isNotEmpty();
    for (Filling filling : fillings.subList(0, Math.min(3, fillings.size()))) {
      Score shown = scorer.scoreSentence(filling.text());
      double energy = 0;
      for (Fill fill : filling.fills()) {
        // The sentence is scored without the piece before its first.
        ScoredToken token = shown.fills().get(read.blankPosition(fill.blank() - 1) - 1);
        energy += token.logProbability();
        assertThat(token.token()).as(filling.text()).isEqualTo(fill.token());
        assertThat(token.logProbability())
            .as(filling.text())
            .isCloseTo(fill.logProbability(), within(ROUNDING));
      }
      assertThat(filling.energy()).as(filling.text()).isCloseTo(energy, within(ROUNDING));
      List<String> fills = filling.fills().stream().map(Fill::token).toList();
      assertThat(scorer.scoreFills(text, fills).energy())
          .as(filling.text())
          .isCloseTo(energy, within(ROUNDING));
    }
  }

  /** Letters are read one by one, and shown without spaces. */
  @ParameterizedTest
  @MethodSource("letters")
  void lettersAreScoredAsTheyAreShown(String name, Writer writer) throws IOException {
    try (BertModel model = open(writer)) {
      assertScores(model, "MK___AYI___K");
    }
  }

  static Stream<Arguments> letters() {
    return Stream.of(model("ESM", new SyntheticEsm(ESM)::write));
  }
}
