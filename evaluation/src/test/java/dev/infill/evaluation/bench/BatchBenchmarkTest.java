package dev.infill.evaluation.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.infill.Diagnostics;
import dev.infill.core.infill.InfillSettings;
import dev.infill.core.infill.Infiller;
import dev.infill.core.lab.TinyLanguageModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class BatchBenchmarkTest {
  private static final List<String> TEXTS =
      List.of(
          "the ___ sat on ___ mat .",
          "the cat ___ .",
          "___ ___ ran on the mat .",
          "the ___ ran .",
          "the dog ___ on the ___ .");
  private static final InfillSettings SETTINGS =
      InfillSettings.defaults().toBuilder().chains(3).steps(30).burnIn(6).seed(4).build();

  @Test
  void everyTextIsFilledAsByItselfAndDensely() {
    BatchBenchmark.Result result =
        new BatchBenchmark(SETTINGS, DensePart.whole(), OptionalInt.empty())
            .run(new TinyLanguageModel(), TEXTS, ProgressListener.NONE);

    assertThat(result.texts()).isEqualTo(5);
    assertThat(result.denseTexts()).isEqualTo(5);
    assertThat(result.isScaled()).isFalse();
    long run = 0;
    long dense = 0;
    double denseSeconds = 0;
    for (int k = 0; k < TEXTS.size(); k++) {
      Diagnostics alone =
          new Infiller(new TinyLanguageModel()).infill(TEXTS.get(k), SETTINGS).diagnostics();
      Diagnostics whole =
          new Infiller(ReducedEnergy.dense(new TinyLanguageModel()))
              .infill(TEXTS.get(k), SETTINGS)
              .diagnostics();
      run += alone.modelPasses();
      dense += whole.modelPasses();
      denseSeconds += result.filled().get(k).dense().orElseThrow().seconds();
    }
    assertThat(result.passesRun()).isEqualTo(run).isLessThan(dense);
    assertThat(result.densePasses()).isEqualTo(dense);
    assertThat(result.denseSeconds()).isCloseTo(denseSeconds, within(1e-9));
    assertThat(result.timesFaster()).isCloseTo(denseSeconds / result.seconds(), within(1e-9));
  }

  @Test
  void denseTextsAreSpreadAndOnlyTheirPartIsRun() {
    List<Long> done = new ArrayList<>();
    List<Long> totals = new ArrayList<>();

    BatchBenchmark.Result result =
        new BatchBenchmark(SETTINGS, new DensePart(OptionalInt.of(4)), OptionalInt.of(2))
            .run(
                new TinyLanguageModel(),
                TEXTS,
                (phase, made, total) -> {
                  done.add(made);
                  totals.add(total);
                });

    assertThat(result.isScaled()).isTrue();
    assertThat(result.partSteps()).hasValue(4);
    assertThat(result.filled())
        .extracting(text -> text.dense().isPresent())
        .containsExactly(false, false, true, false, true);
    assertThat(result.filled().get(2).dense().orElseThrow().part().orElseThrow().steps())
        .isEqualTo(4);
    // What is not counted: two steps each of both ways.
    assertThat(totals.subList(0, 4)).containsOnly(2L);
    assertThat(totals.subList(4, totals.size())).containsOnly(5 * 30L + 2 * 4);
    assertThat(done.subList(4, done.size())).isSorted().last().isEqualTo(5 * 30L + 2 * 4);
  }

  @Test
  void whatWasNotMeasuredTakesItsTimeByItsPieces() {
    BatchBenchmark.Result result =
        new BatchBenchmark.Result(
            SETTINGS,
            OptionalInt.empty(),
            List.of(
                new BatchBenchmark.Text(10, run(1, 20, 5, 100), Optional.of(run(50, 0, 0, 100))),
                new BatchBenchmark.Text(20, run(3, 30, 6, 200), Optional.empty())));

    // 1,000 pieces in 50 s, so 4,000 in 200 s.
    assertThat(result.denseSeconds()).isEqualTo(250);
    assertThat(result.seconds()).isEqualTo(4);
    assertThat(result.timesFaster()).isEqualTo(62.5);
    assertThat(result.textsPerMinute(result.seconds())).isEqualTo(30);
    assertThat(result.passesAsked()).isEqualTo(50);
    assertThat(result.passesRun()).isEqualTo(11);
    assertThat(result.densePasses()).isEqualTo(300);
    assertThat(result.isScaled()).isTrue();
  }

  @Test
  void refusesToMeasureNoText() {
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> new BatchBenchmark(SETTINGS, DensePart.whole(), OptionalInt.of(0)))
        .withMessage("dense-texts must be from 1 to 100000, not 0");
  }

  private static JobRun run(double seconds, long asked, long run, long inFull) {
    return new JobRun(
        seconds,
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        asked,
        run,
        inFull,
        Optional.empty());
  }
}
