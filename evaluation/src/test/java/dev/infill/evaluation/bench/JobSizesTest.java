package dev.infill.evaluation.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.task.InfillSettings;
import dev.infill.evaluation.bench.JobSizes.Cost;
import dev.infill.evaluation.bench.JobSizes.Size;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class JobSizesTest {
  private static final String TEXT = "the ___ sat on ___ mat .";
  private static final InfillSettings SETTINGS =
      InfillSettings.defaults().toBuilder().chains(5).steps(20).burnIn(4).seed(11).build();

  private static final List<Cost> TOLD = new ArrayList<>();
  private static final List<Cost> COSTS =
      new JobSizes(SETTINGS, 2)
          .run(new TinyLanguageModel(64), TEXT, ProgressListener.NONE, TOLD::add);

  @Test
  void oneSizeGrowsAtATime() {
    assertThat(values(Size.CHAINS)).containsExactly(1, 5, 10, 25, 50, 100);
    assertThat(values(Size.STEPS)).containsExactly(10, 25, 50, 100, 200);
    // Two blanks and four words.
    assertThat(values(Size.BLANKS)).containsExactly(1, 2, 3, 4, 6);
    // The model reads no more than 64.
    assertThat(values(Size.PIECES)).containsExactly(32, 64);
    assertThat(values(Size.TEXTS_AT_ONCE)).containsExactly(1, 2, 4, 8);
    assertThat(COSTS)
        .allSatisfy(
            cost -> {
              assertThat(cost.blanks()).isEqualTo(cost.size() == Size.BLANKS ? cost.value() : 2);
              assertThat(cost.pieces()).isEqualTo(cost.size() == Size.PIECES ? cost.value() : 9);
              assertThat(cost.medianSeconds()).isPositive();
            });
  }

  @Test
  void eachIsToldAsItIsKnown() {
    assertThat(TOLD).isEqualTo(COSTS);
  }

  @Test
  void passesAreThoseOfTheJobs() {
    double mean =
        Arrays.stream(new long[] {11, 12})
            .map(
                seed ->
                    JobRun.of(
                            new TinyLanguageModel(64),
                            TEXT,
                            SETTINGS.toBuilder().chains(10).seed(seed).build(),
                            ProgressListener.NONE)
                        .passesRun())
            .average()
            .orElseThrow();

    assertThat(cost(Size.CHAINS, 10).passesRun()).isEqualTo(mean);
    assertThat(cost(Size.STEPS, 200).passesRun()).isGreaterThan(cost(Size.STEPS, 10).passesRun());
    // The same texts and seeds, whatever their number at once.
    assertThat(cost(Size.TEXTS_AT_ONCE, 8).passesRun())
        .isEqualTo(cost(Size.TEXTS_AT_ONCE, 1).passesRun());
  }

  @ParameterizedTest
  @EnumSource(Size.class)
  void everySizeIsDrawn(Size size) {
    String label = size.name().toLowerCase(Locale.ROOT).replace('_', ' ');

    String svg = new JobSizesChart(COSTS).svg();

    assertThat(svg).contains(">seconds a text by " + label + "<");
    assertThat(svg.contains(">sequences through the model by " + label + "<"))
        .isEqualTo(size != Size.TEXTS_AT_ONCE);
  }

  @Test
  void blanksOfTheTextComeFirst() {
    // Two blanks are the text itself, filled and blanked again.
    assertThat(cost(Size.BLANKS, 2).passesRun()).isEqualTo(atCommonSettings(TEXT));
  }

  @Test
  void wordsOfTheTextStandInFrontOfIt() {
    String longer = "on mat . " + "the sat on mat . ".repeat(4) + TEXT;

    assertThat(cost(Size.PIECES, 32).passesRun()).isEqualTo(atCommonSettings(longer));
  }

  private static double atCommonSettings(String text) {
    return Arrays.stream(new long[] {11, 12})
        .map(
            seed ->
                JobRun.of(
                        new TinyLanguageModel(64),
                        text,
                        SETTINGS.toBuilder().seed(seed).build(),
                        ProgressListener.NONE)
                    .passesRun())
        .average()
        .orElseThrow();
  }

  @Test
  void aTextNeedsABlank() {
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(
            () ->
                new JobSizes(SETTINGS, 1)
                    .run(
                        new TinyLanguageModel(),
                        "the cat sat .",
                        ProgressListener.NONE,
                        cost -> {}))
        .withMessageContaining("needs a blank");
  }

  private List<Integer> values(Size size) {
    return COSTS.stream().filter(cost -> cost.size() == size).map(Cost::value).toList();
  }

  private Cost cost(Size size, int value) {
    return COSTS.stream()
        .filter(cost -> cost.size() == size && cost.value() == value)
        .findFirst()
        .orElseThrow();
  }
}
