package dev.infill.bert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.bert.runtime.Precision;
import dev.infill.bert.store.CachedModel;
import dev.infill.bert.store.ModelInventory;
import dev.infill.bert.weights.SyntheticCheckpoint;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.Relaxation;
import dev.infill.core.energy.State;
import dev.infill.core.lab.DecoratedEnergy;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.DecoratedModel;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.TokenizedText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ModelCheckTest {
  @TempDir static Path folder = Path.of("");

  private static Path cache = Path.of("");
  private static BertModel model;

  @BeforeAll
  static void open() throws IOException {
    cache = folder.resolve("cache");
    model =
        BertModel.open(
            BertModelOptions.defaults()
                .withModel(
                    new SyntheticCheckpoint(21).writeFolder(folder.resolve("model")).toString())
                .withCache(cache)
                .withThreads(1));
  }

  @AfterAll
  static void close() {
    model.close();
  }

  @Test
  void aSoundModelPasses() {
    ModelCheck check = ModelCheck.of(model);
    assertThat(check.isPassed()).isTrue();
    assertThat(check.exactError().orElseThrow()).isLessThan(0.005);
    assertThat(check.ownTermError()).isLessThan(1e-4);
    assertThat(check.guesses()).hasSize(5);
    double[] logProbabilities =
        model.allMaskedLogProbabilities(model.tokenize(BlankedText.parse(check.text()))).get(0);
    double last = 1;
    for (ModelCheck.Guess guess : check.guesses()) {
      int id = model.vocabulary().id(guess.token()).orElseThrow();
      assertThat(guess.probability()).isEqualTo(Math.exp(logProbabilities[id]));
      assertThat(guess.probability()).isLessThanOrEqualTo(last);
      last = guess.probability();
    }
  }

  private BertModel open(Precision precision) {
    return TestModels.open(
        folder.resolve("model"), folder.resolve(precision.toString()), precision);
  }

  @Test
  void aSoundModelInFloat16Passes() {
    try (BertModel coarse = open(Precision.FLOAT16)) {
      ModelCheck check = ModelCheck.of(coarse);
      assertThat(check.isPassed()).isTrue();
      assertThat(check.tolerance()).isEqualTo(0.5);
      assertThat(ModelCheck.of(misled(coarse, GradientKind.OWN_TERM)).isPassed()).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = GradientKind.class,
      names = {"EXACT", "OWN_TERM"})
  void aWrongGradientIsSeen(GradientKind wrong) {
    ModelCheck check = ModelCheck.of(misled(model, wrong));
    assertThat(check.isPassed()).isFalse();
    assertThat(
            wrong == GradientKind.EXACT ? check.exactError().orElseThrow() : check.ownTermError())
        .isGreaterThan(0.05);
  }

  @Test
  void aCompiledModelNeedsNoSource() {
    ModelInventory inventory = BertModel.inventory(Optional.of(cache));
    CachedModel cached = inventory.models().get(0);
    TokenizedText text = model.tokenize(BlankedText.parse("the [MASK] sat"));
    try (BertModel opened =
        BertModel.open(inventory, cached, BertModelOptions.defaults()).orElseThrow()) {
      assertThat(opened.allMaskedLogProbabilities(text).get(0))
          .isEqualTo(model.allMaskedLogProbabilities(text).get(0));
      assertThat(opened.description().sha256()).isEqualTo(model.description().sha256());
    }
    ModelInventory other = new ModelInventory(cache, Set.of());
    CachedModel old =
        new CachedModel(
            cached.id(),
            "0",
            cached.folder(),
            cached.bytes(),
            cached.compiled(),
            cached.lastUsed(),
            cached.locations(),
            cached.description());
    assertThat(BertModel.open(other, old, BertModelOptions.defaults())).isEmpty();
  }

  /** Returns the model with one of its gradients a quarter too large. */
  private static MaskedLanguageModel misled(MaskedLanguageModel model, GradientKind wrong) {
    return new DecoratedModel(model, energy -> new MisledEnergy(energy, wrong));
  }

  private record MisledEnergy(Energy energy, GradientKind wrong) implements DecoratedEnergy {
    @Override
    public List<Evaluation> evaluate(List<State> states, GradientKind gradient) {
      return energy.evaluate(states, gradient).stream()
          .map(evaluation -> gradient == wrong ? mislead(evaluation) : evaluation)
          .toList();
    }

    private Evaluation mislead(Evaluation evaluation) {
      double[][] rows =
          IntStream.range(0, domains().size())
              .mapToObj(
                  i ->
                      IntStream.range(0, domains().get(i).gradientLength())
                          .mapToDouble(v -> 1.25 * evaluation.gradient(i)[v])
                          .toArray())
              .toArray(double[][]::new);
      return new Evaluation(evaluation.energy(), evaluation.logProbabilities(), rows);
    }

    @Override
    public Optional<Relaxation> relaxation() {
      return energy.relaxation();
    }
  }
}
