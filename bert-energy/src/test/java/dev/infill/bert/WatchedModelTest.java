package dev.infill.bert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.infill.bert.weights.SyntheticCheckpoint;
import dev.infill.core.chain.Cancellation;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.energy.Context;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.RelaxedState;
import dev.infill.core.energy.State;
import dev.infill.core.infill.Infiller;
import dev.infill.core.sample.SampleResult;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.VocabularyChoice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A random BERT of 2 layers, that announces each pass before it is made. */
@Timeout(600)
class WatchedModelTest {
  private static final String TEXT = "the [MASK] sat on [MASK].";
  private static final int VOCABULARY = SyntheticCheckpoint.VOCABULARY.size();

  /** Room for two sequences of the text. */
  private static final PassSize SMALL = new PassSize(20, 20, 100, 100);

  @TempDir Path folder = Path.of("");

  private final Queue<ModelPass> made = new ConcurrentLinkedQueue<>();
  private BertModel model;

  @BeforeEach
  void open() throws IOException {
    model =
        BertModel.open(
            BertModelOptions.defaults()
                .withModel(
                    new SyntheticCheckpoint(21).writeFolder(folder.resolve("model")).toString())
                .withCache(folder.resolve("cache"))
                .withPassListener(made::add)
                .withThreads(1));
  }

  @AfterEach
  void close() {
    model.close();
  }

  private static final List<State> STATES =
      Stream.iterate(0, k -> k + 1).limit(5).map(k -> State.of(k, k + 1)).toList();

  private static Arguments asked(String name, int passes, BiConsumer<BertModel, Energy> question) {
    return Arguments.of(name, passes, question);
  }

  static Stream<Arguments> questions() {
    return Stream.of(
        asked("evaluate", 5, (model, energy) -> energy.evaluate(STATES, GradientKind.NONE)),
        asked("exact", 5, (model, energy) -> energy.evaluate(STATES, GradientKind.EXACT)),
        asked(
            "conditionals",
            3,
            (model, energy) ->
                energy.conditionals(
                    IntStream.range(0, STATES.size())
                        .mapToObj(k -> new Context(STATES.get(k), k % 2))
                        .toList())),
        asked(
            "own terms between fillings",
            5,
            (model, energy) -> between(energy, GradientKind.OWN_TERM)),
        asked(
            "gradients between fillings",
            5,
            (model, energy) -> between(energy, GradientKind.EXACT)),
        asked("start", 1, (model, energy) -> model.allMaskedLogProbabilities(text(model))));
  }

  private static void between(Energy energy, GradientKind gradient) {
    energy
        .relaxation()
        .orElseThrow()
        .gradients(
            STATES.stream().map(state -> RelaxedState.of(energy.domains(), state)).toList(),
            gradient);
  }

  private static TokenizedText text(BertModel model) {
    return model.tokenize(BlankedText.parse(TEXT));
  }

  private static Energy energy(BertModel model) {
    return model.energy(text(model), Collections.nCopies(2, TokenSet.all(VOCABULARY)), SMALL);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("questions")
  void everyPassIsToldOfBeforeItIsMadeAndMayBeRefused(
      String name, int passes, BiConsumer<BertModel, Energy> question) {
    List<Integer> told = new ArrayList<>();
    BertModel watched =
        model.watched(
            sequences -> {
              assertThat(made).hasSize(told.size());
              told.add(sequences);
            });
    question.accept(watched, energy(watched));
    assertThat(made).extracting(ModelPass::sequences).isEqualTo(told);
    assertThat(told).hasSize(passes);

    made.clear();
    IllegalStateException refused = new IllegalStateException("no more");
    AtomicInteger asked = new AtomicInteger();
    BertModel refusing =
        watched.watched(
            sequences -> {
              if (asked.incrementAndGet() == passes) {
                throw refused;
              }
            });
    told.clear();
    assertThatThrownBy(() -> question.accept(refusing, energy(refusing))).isSameAs(refused);
    assertThat(made).hasSize(passes - 1);
    assertThat(told).hasSize(passes - 1);
  }

  static Stream<SampleSettings> samplers() {
    return Stream.of(
        SampleSettings.defaults()
            .with(Settings.SAMPLER, "dmala")
            .with(Settings.GRADIENT, GradientKind.EXACT),
        SampleSettings.defaults().with(Settings.SAMPLER, "cdmala"));
  }

  /**
   * 1,000 chains with 2 blanks are at least nine passes of 2,048 pieces. Gradients are not
   * remembered.
   */
  @ParameterizedTest
  @MethodSource("samplers")
  void aStepIsCutShortBetweenItsPasses(SampleSettings settings) {
    for (int pass : new int[] {3, 12}) {
      made.clear();
      Cancellation cancellation = new Cancellation();
      AtomicInteger asked = new AtomicInteger();
      int[] madeInChains = {0};
      SampleResult infilling =
          new Infiller(
                  model.watched(
                      sequences -> {
                        if (asked.incrementAndGet() == pass) {
                          cancellation.cancel();
                        }
                      }))
              .sample(
                  TEXT,
                  settings
                      .with(Settings.VOCABULARY, VocabularyChoice.FULL)
                      .with(Settings.CHAINS, 1000)
                      .with(Settings.BATCH, 1000)
                      .with(Settings.STEPS, 50)
                      .withSeed(1),
                  (phase, done, total) -> {
                    if (phase == ProgressListener.Phase.SCORING && madeInChains[0] == 0) {
                      madeInChains[0] = made.size();
                    }
                  },
                  cancellation);

      assertThat(infilling.interrupted()).isTrue();
      assertThat(madeInChains[0]).isEqualTo(pass);
      assertThat(infilling.candidates()).isNotEmpty();
      assertThat(infilling.diagnostics().modelPasses())
          .isEqualTo(made.stream().mapToLong(ModelPass::sequences).sum());
    }
  }

  @Test
  void aWatchedModelIsTheSameModel() {
    BertModel watched = model.watched(sequences -> {});

    assertThat(watched.description()).isEqualTo(model.description());
    assertThat(watched.allMaskedLogProbabilities(text(model)).get(0))
        .isEqualTo(model.allMaskedLogProbabilities(text(model)).get(0));
    watched.close();
    assertThatThrownBy(() -> model.allMaskedLogProbabilities(text(watched)))
        .isInstanceOf(IllegalStateException.class);
  }
}
