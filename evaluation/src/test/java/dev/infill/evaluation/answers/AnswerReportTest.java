package dev.infill.evaluation.answers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.infill.evaluation.statistics.Estimate;
import dev.infill.evaluation.statistics.Interval;
import dev.infill.evaluation.statistics.SignTest;
import dev.infill.evaluation.table.Column;
import dev.infill.evaluation.table.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What runs come to. */
class AnswerReportTest {
  private static final BlankDesign TWO = new BlankDesign(2, false);

  private static AnswerRun run(String task, String method, int original, double logProbability) {
    return run(task, method, original, logProbability, Optional.empty(), 10);
  }

  private static AnswerRun run(
      String task,
      String method,
      int original,
      double logProbability,
      Optional<AnswerRun.Certainty> fill,
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
    return run(
        task, "fill", 1, -1, Optional.of(new AnswerRun.Certainty(reliable, certainAfter)), passes);
  }

  @Test
  void theLocaleDoesNotMatter() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      assertThat(
              new AnswerReport(List.of(run("tbc:1", "one", 0, -1.5), run("tbc:1", "two", 0, -2)))
                  .markdown(Map.of()))
          .contains("| −1.50 – |");
    } finally {
      Locale.setDefault(before);
    }
  }

  /** Returns the value of a row, by the key of its column. */
  private static Object value(Table table, int row, String key) {
    List<String> keys = table.columns().stream().map(Column::key).toList();
    return table.rows().get(row).cells().get(keys.indexOf(key));
  }

  private static Estimate figure(Table table, int row, String key) {
    return (Estimate) value(table, row, key);
  }

  @Test
  void figuresAreMeansOverTexts() {
    Table methods =
        new AnswerReport(
                List.of(
                    run("tbc:1", "one", 1, -1),
                    run("tbc:1", "other", 2, Double.NaN),
                    run("tbc:2", "one", 0, -4),
                    run("tbc:2", "other", 0, Double.NaN)))
            .methods();

    assertThat(value(methods, 0, "method")).isEqualTo("one");
    assertThat(value(methods, 0, "texts")).isEqualTo(2);
    assertThat(figure(methods, 0, "first").value()).isEqualTo(50);
    assertThat(figure(methods, 0, "original").value()).isEqualTo(50);
    assertThat(figure(methods, 0, "originalWords").value()).isEqualTo(75);
    assertThat(figure(methods, 0, "differentWords").value()).isEqualTo(1.5);
    assertThat(figure(methods, 0, "logProbability").value()).isEqualTo(-2.5);
    assertThat(figure(methods, 0, "logProbability").interval()).contains(new Interval(-4, -1));
    assertThat(figure(methods, 0, "modelPasses").value()).isEqualTo(10);
    assertThat(value(methods, 1, "method")).isEqualTo("other");
    assertThat(figure(methods, 1, "first").value()).isZero();
    assertThat(figure(methods, 1, "original").value()).isEqualTo(50);
    assertThat(figure(methods, 1, "logProbability").defined()).isFalse();
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
      runs.add(run("tbc:" + text, "rounded", 0, hard + (text % 2 == 0 ? 1e-6 : -1e-6)));
    }

    Table differences = new AnswerReport(runs).differences();

    assertThat(differences.rows())
        .extracting(row -> row.cells().get(0))
        .containsExactly(
            "one − two",
            "one − three",
            "one − rounded",
            "two − three",
            "two − rounded",
            "three − rounded");
    assertThat(figure(differences, 0, "logProbability").value()).isCloseTo(0.75, within(1e-12));
    Interval interval = figure(differences, 0, "logProbability").interval().orElseThrow();
    // The standard error of 30 numbers that are 1/4 from their mean is 0.046.
    assertThat(interval.low()).isBetween(0.64, 0.69);
    assertThat(interval.high()).isBetween(0.81, 0.86);
    assertThat(value(differences, 0, "logProbabilitySignTest")).isEqualTo(new SignTest(30, 0));
    assertThat(figure(differences, 0, "first").value()).isCloseTo(200 / 3.0, within(1e-12));
    assertThat(value(differences, 0, "firstSignTest")).isEqualTo(new SignTest(20, 0));
    assertThat(figure(differences, 0, "original").value()).isZero();
    assertThat(value(differences, 0, "originalSignTest")).isEqualTo(new SignTest(0, 0));
    assertThat(figure(differences, 1, "logProbability").defined()).isFalse();
    assertThat(value(differences, 1, "logProbabilitySignTest")).isEqualTo(new SignTest(0, 0));
    assertThat(figure(differences, 1, "originalWords").value()).isEqualTo(50);
    assertThat(value(differences, 2, "logProbabilitySignTest")).isEqualTo(new SignTest(0, 0));
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

    AnswerReport report = new AnswerReport(runs);

    // Lists that never were certain are the last: 3 … 10, ∞, ∞.
    assertThat(report.certainty().rows().get(0).cells())
        .containsExactly("fill", 10, 9L, 8L, 7.0, Double.POSITIVE_INFINITY, 50.0, 90.0);
    assertThat(report.text(200)).containsPattern("fill +10 +9 +8 +7 +∞ +50 +90");
  }

  @Test
  void methodsAreComparedOnTheSameTexts() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new AnswerReport(
                    List.of(
                        run("tbc:1", "one", 0, -1),
                        run("tbc:2", "one", 0, -1),
                        run("tbc:2", "other", 0, -1))))
        .withMessageContaining("same texts");
  }
}
