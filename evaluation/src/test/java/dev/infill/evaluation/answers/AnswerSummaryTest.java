package dev.infill.evaluation.answers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.infill.evaluation.statistics.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What runs come to. */
class AnswerSummaryTest {
  private static final BlankDesign TWO = new BlankDesign(2, false);

  private static AnswerRun run(String task, String method, int original, double logProbability) {
    return run(task, method, original, logProbability, Optional.empty(), 10);
  }

  private static AnswerRun run(
      String task,
      String method,
      int original,
      double logProbability,
      Optional<FillQuality> fill,
      long passes) {
    return new AnswerRun(
        task,
        "tbc",
        TWO,
        method,
        List.of("a text", "another"),
        original,
        original > 0 ? 2 : 1,
        1.5,
        logProbability,
        fill,
        passes,
        0.5);
  }

  private static AnswerRun filled(
      String task, boolean reliable, OptionalLong certainAfter, long passes) {
    return run(task, "fill", 1, -1, Optional.of(new FillQuality(reliable, certainAfter)), passes);
  }

  @Test
  void theLocaleDoesNotMatter() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      assertThat(
              new AnswerReport(List.of(run("tbc:1", "one", 0, -1.5), run("tbc:1", "two", 0, -2)))
                  .markdown(Map.of()))
          .contains("| -1.50 |");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void figuresAreMeansOverTexts() {
    List<AnswerSummary> summaries =
        AnswerSummary.of(
            List.of(
                run("tbc:1", "one", 1, -1),
                run("tbc:1", "other", 2, Double.NaN),
                run("tbc:2", "one", 0, -4),
                run("tbc:2", "other", 0, Double.NaN)));

    assertThat(summaries).extracting(AnswerSummary::method).containsExactly("one", "other");
    AnswerSummary one = summaries.get(0);
    assertThat(one.texts()).isEqualTo(2);
    assertThat(one.first().value()).isEqualTo(0.5);
    assertThat(one.original().value()).isEqualTo(0.5);
    assertThat(one.originalWords().value()).isEqualTo(0.75);
    assertThat(one.differentWords().value()).isEqualTo(1.5);
    assertThat(one.logProbability().value()).isEqualTo(-2.5);
    assertThat(one.logProbability().interval()).contains(new Interval(-4, -1));
    assertThat(one.modelPasses().value()).isEqualTo(10);
    assertThat(one.fill()).isEmpty();
    AnswerSummary other = summaries.get(1);
    assertThat(other.first().value()).isZero();
    assertThat(other.original().value()).isEqualTo(0.5);
    assertThat(other.logProbability().defined()).isFalse();
  }

  @Test
  void differencesAreTakenTextByText() {
    List<AnswerRun> runs = new ArrayList<>();
    for (int text = 0; text < 30; text++) {
      // What texts have in common cancels.
      double hard = -text;
      runs.add(run("tbc:" + text, "one", 1, hard));
      runs.add(run("tbc:" + text, "two", text % 3 == 0 ? 1 : 2, hard - (text % 2 == 0 ? 1 : 0.5)));
      runs.add(run("tbc:" + text, "three", 0, Double.NaN));
    }

    List<AnswerSummary> differences = AnswerSummary.differences(runs);

    assertThat(differences)
        .extracting(AnswerSummary::method)
        .containsExactly("one − two", "one − three", "two − three");
    AnswerSummary first = differences.get(0);
    assertThat(first.logProbability().value()).isCloseTo(0.75, within(1e-12));
    Interval interval = first.logProbability().interval().orElseThrow();
    // The standard error of 30 numbers that are 1/4 from their mean is 0.046.
    assertThat(interval.low()).isBetween(0.64, 0.69);
    assertThat(interval.high()).isBetween(0.81, 0.86);
    assertThat(first.first().value()).isCloseTo(2 / 3.0, within(1e-12));
    assertThat(first.original().value()).isZero();
    assertThat(differences.get(1).logProbability().defined()).isFalse();
    assertThat(differences.get(1).originalWords().value()).isEqualTo(0.5);
  }

  @Test
  void fillTellsHowOftenItIsReliableAndCertain() {
    List<AnswerRun> runs = new ArrayList<>();
    for (int text = 1; text <= 10; text++) {
      runs.add(
          filled(
              "tbc:" + text,
              text > 1,
              text > 2 ? OptionalLong.of(text) : OptionalLong.empty(),
              10L * text));
    }

    FillSummary fill = AnswerSummary.of(runs).get(0).fill().orElseThrow();

    assertThat(fill.reliable()).isEqualTo(9);
    assertThat(fill.certain()).isEqualTo(8);
    // Lists that never were certain are the last: 3 … 10, ∞, ∞.
    assertThat(fill.toCertain().median()).isEqualTo(7);
    assertThat(fill.toCertain().most()).isInfinite();
    assertThat(fill.toEnd().median()).isEqualTo(50);
    assertThat(fill.toEnd().most()).isEqualTo(90);
    assertThat(new AnswerReport(runs).text())
        .contains(
            "fill: 9 of 10 texts reliable, 8 lists certain; passes to the certain list: 7 (90 %:"
                + " never); to the end: 50 (90 %: 90)");
  }

  @Test
  void methodsAreComparedOnTheSameTexts() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                AnswerSummary.of(
                    List.of(
                        run("tbc:1", "one", 0, -1),
                        run("tbc:2", "one", 0, -1),
                        run("tbc:2", "other", 0, -1))))
        .withMessageContaining("same texts");
  }
}
