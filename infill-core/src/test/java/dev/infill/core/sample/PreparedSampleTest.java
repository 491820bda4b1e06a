package dev.infill.core.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.infill.core.chain.Cancellation;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.infill.Infiller;
import dev.infill.core.infill.WideModel;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.PreparedSample;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.text.BlankedText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PreparedSampleTest {
  private static final SampleSettings SETTINGS =
      SampleSettings.defaults()
          .with(Settings.CHAINS, 4)
          .with(Settings.BURN_IN, 1)
          .with(Settings.STEPS, 5);

  private static SampleResult infill(Infiller infiller, PreparedSample prepared) {
    return infiller.sample(prepared, ProgressListener.NONE, StepListener.NONE, new Cancellation());
  }

  @ParameterizedTest
  @ValueSource(strings = {"the ___ sat ___ .", "the [MASK:3] sat [MASK:2] ."})
  void isFilledAsOftenAsOneLikes(String text) {
    TinyLanguageModel model = new TinyLanguageModel();
    Infiller infiller = new Infiller(model);
    PreparedSample prepared = infiller.prepare(BlankedText.parse(text), SETTINGS);

    assertThat(model.passes()).isZero();
    assertThat(prepared.text()).isEqualTo(BlankedText.parse(text));
    // A seed was drawn, with which the text is filled again.
    SampleResult first = infill(infiller, prepared).withoutTime();
    assertThat(first.settings()).isEqualTo(prepared.settings());
    assertThat(first.reading()).isEqualTo(prepared.reading());
    SampleResult watched =
        infill(new Infiller(new TinyLanguageModel().watched(sequences -> {})), prepared);
    assertThat(watched.withoutTime()).isEqualTo(first);
    assertThat(infiller.sample(text, prepared.settings()).withoutTime()).isEqualTo(first);
  }

  @Test
  void isOfOneModel() {
    PreparedSample prepared =
        new Infiller(new TinyLanguageModel()).prepare(BlankedText.parse("the ___"), SETTINGS);

    assertThatThrownBy(() -> infill(new Infiller(new WideModel()), prepared))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a text that was prepared for ");
  }

  /** What waits for its turn must not take what it will take once it runs. */
  @Test
  void takesLittleBeforeItIsFilled() {
    PreparedSample prepared =
        new Infiller(new WideModel())
            .prepare(
                BlankedText.parse("the [MASK:8] and [MASK:8]"),
                SETTINGS.with(Settings.CHAINS, 1_000));

    assertThat(prepared.preparedBytes()).isBetween(1L, prepared.heapBytes() / 100);
  }
}
