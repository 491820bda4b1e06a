package dev.infill.bert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.groups.Tuple.tuple;

import dev.infill.bert.weights.SyntheticCheckpoint;
import dev.infill.core.chain.Cancellation;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.infill.Candidate;
import dev.infill.core.infill.Infiller;
import dev.infill.core.infill.SampleResult;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.BlankConstraint;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.VocabularyChoice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Texts filled by a random BERT of 2 layers whose graph draws the proposals, as on a card. */
class DrawnSampleTest {
  private static final String TEXT = "the [MASK] sat on [MASK].";
  private static final List<String> FIRST = List.of("cat", "mat", "a");
  private static final List<String> SECOND = List.of("cat", "mat", "on");

  @TempDir Path folder = Path.of("");

  private final Queue<ModelPass> passes = new ConcurrentLinkedQueue<>();
  private BertModel model;

  @BeforeEach
  void open() throws IOException {
    model =
        BertModel.open(
            BertModelOptions.defaults()
                .withModel(
                    new SyntheticCheckpoint(21).writeFolder(folder.resolve("model")).toString())
                .withCache(folder.resolve("cache"))
                .withDrawsInGraph(true)
                .withPassListener(passes::add)
                .withThreads(1));
  }

  @AfterEach
  void close() {
    model.close();
  }

  private static SampleSettings settings() {
    return SampleSettings.defaults()
        .with(Settings.SAMPLER, "dmala")
        .with(Settings.VOCABULARY, VocabularyChoice.FULL)
        .withConstraints(
            Map.of(
                1,
                new BlankConstraint(FIRST, List.of()),
                2,
                new BlankConstraint(SECOND, List.of())))
        .with(Settings.TOP, 9)
        .with(Settings.STEPS, 200)
        .with(Settings.BURN_IN, 20)
        .with(Settings.ALPHA, 1.0)
        .with(Settings.SEED, OptionalLong.of(3));
  }

  private SampleResult infill(SampleSettings settings) {
    return new Infiller(model).sample(TEXT, settings);
  }

  /** exp(U) of every filling, normalised. */
  private Map<String, Double> target() {
    TokenizedText text = model.tokenize(BlankedText.parse(TEXT));
    Map<String, Double> energies = new HashMap<>();
    for (String first : FIRST) {
      for (String second : SECOND) {
        List<TokenSet> tokens = List.of(token(first), token(second));
        Energy energy = model.energy(text, tokens);
        energies.put(
            TEXT.replaceFirst("\\[MASK]", first).replaceFirst("\\[MASK]", second),
            energy.evaluate(List.of(State.of(0, 0)), GradientKind.NONE).get(0).energy());
      }
    }
    double sum = energies.values().stream().mapToDouble(Math::exp).sum();
    energies.replaceAll((filling, energy) -> Math.exp(energy) / sum);
    return energies;
  }

  private TokenSet token(String word) {
    return TokenSet.of(model.vocabulary().id(word).orElseThrow());
  }

  /**
   * The part of the kept steps in each filling within 5 of its standard errors, as the means of 25
   * independent chains tell it; the seed is fixed.
   */
  @Test
  void fillingsAreVisitedAsOftenAsTheModelSays() {
    Map<String, Double> target = target();
    Map<String, double[]> parts = new HashMap<>();
    target.keySet().forEach(text -> parts.put(text, new double[25]));
    SampleResult infilling =
        new Infiller(model)
            .sample(
                TEXT,
                settings(),
                ProgressListener.NONE,
                step -> {
                  for (int chain = 0; step.isKept() && chain < 25; chain++) {
                    String filled = step.chains().get(chain).filled().text();
                    parts.getOrDefault(filled, new double[25])[chain] += 1 / 180.0;
                  }
                },
                new Cancellation());
    assertThat(infilling.exact()).isTrue();
    assertThat(infilling.candidates()).hasSize(9);
    parts.forEach(
        (text, ofChains) -> {
          double mean = Arrays.stream(ofChains).average().orElseThrow();
          double squares = Arrays.stream(ofChains).map(p -> (p - mean) * (p - mean)).sum();
          double standardError = Math.sqrt(squares / 25 / 24);
          assertThat(standardError).isLessThan(0.05);
          assertThat(mean)
              .as("%s, standard error %s", text, standardError)
              .isCloseTo(target.getOrDefault(text, Double.NaN), within(5 * standardError));
        });
    assertThat(infilling.diagnostics().acceptedAndChangedRate()).isBetween(0.05, 0.95);
  }

  @Test
  void theGraphDrawsWhereItCanAndNothingIsRemembered() {
    assertThat(infill(settings()).diagnostics().hits()).isZero();
    assertThat(infill(settings().with(Settings.SAMPLER, "dula")).diagnostics().hits()).isZero();
    assertThat(
            infill(settings().with(Settings.BALANCING, BalancingFunction.BARKER))
                .diagnostics()
                .hits())
        .isPositive();
    assertThat(infill(settings().with(Settings.TEMPERATURE, 2.0)).diagnostics().hits())
        .isPositive();
    assertThat(infill(settings().with(Settings.SAMPLER, "gibbs")).diagnostics().hits())
        .isPositive();
  }

  @Test
  void aSeedGivesTheSameAgainWhateverTheBatch() {
    SampleResult first = infill(settings());
    assertThat(infill(settings()).candidates()).isEqualTo(first.candidates());
    assertThat(infill(settings().with(Settings.BATCH, 4)).candidates())
        .extracting(Candidate::text, Candidate::visits)
        .isEqualTo(first.candidates().stream().map(c -> tuple(c.text(), c.visits())).toList());
  }

  @Test
  void manyChainsEnterTheModelTogether() {
    infill(
        settings()
            .with(Settings.CHAINS, 200)
            .with(Settings.BATCH, 200)
            .with(Settings.BURN_IN, 2)
            .with(Settings.STEPS, 12));
    assertThat(passes).anyMatch(pass -> pass.sequences() > 150);
  }

  @Test
  void theStepSizeIsAdaptedAsEver() {
    SampleResult infilling =
        infill(
            settings()
                .with(Settings.ALPHA, 0.2)
                .with(Settings.BURN_IN, 80)
                .with(Settings.ADAPT, OptionalDouble.of(0.8)));
    assertThat(infilling.diagnostics().stepSize().orElseThrow()).isNotEqualTo(0.2);
    assertThat(infilling.diagnostics().acceptanceRate()).isBetween(0.5, 1.0);
  }
}
