package dev.infill.evaluation.answers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What runs come to. */
class AnswerSummaryTest {
  private static final BlankDesign TWO = new BlankDesign(2, false);

  private static AnswerRun run(String task, String method, List<Double> energies, int original) {
    return run(task, method, energies, original, Double.NaN);
  }

  private static AnswerRun run(
      String task, String method, List<Double> energies, int original, double logNormalizer) {
    return new AnswerRun(
        task,
        "tbc",
        TWO,
        method,
        Collections.nCopies(energies.size(), "a text"),
        energies,
        original,
        original > 0 ? 2 : 1,
        1.5,
        2,
        energies.size() < 2 ? Double.NaN : 80,
        logNormalizer,
        10,
        0.5);
  }

  @Test
  void theLocaleDoesNotMatter() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      assertThat(
              new AnswerReport(List.of(run("tbc:1", "one", List.of(-1.5), 0)), Optional.empty())
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
                run("tbc:1", "one", List.of(-1.0, -3.0), 1),
                run("tbc:1", "other", List.of(-1.0005, -5.0), 0),
                run("tbc:2", "one", List.of(-4.0), 0),
                run("tbc:2", "other", List.of(-2.0, -2.0), 2)),
            Optional.empty());

    assertThat(summaries).extracting(AnswerSummary::method).containsExactly("one", "other");
    AnswerSummary one = summaries.get(0);
    assertThat(one.texts()).isEqualTo(2);
    assertThat(one.bestEnergy().value()).isCloseTo(-2.5, within(1e-12));
    assertThat(one.meanEnergy().value()).isCloseTo(-3, within(1e-12));
    assertThat(one.findsTheBest().value()).isEqualTo(0.5);
    assertThat(one.original().value()).isEqualTo(0.5);
    assertThat(one.originalWords().value()).isEqualTo(0.75);
    // A single answer has no self-BLEU.
    assertThat(one.selfBleu().value()).isEqualTo(80);
    assertThat(one.answers().value()).isEqualTo(1.5);
    // U of the first text differs by a rounding only.
    assertThat(summaries.get(1).findsTheBest().value()).isEqualTo(1);
    assertThat(one.bestEnergy().interval()).isPresent();
  }

  @Test
  void probabilitiesAreHeldAgainstThoseOfTheReference() {
    List<Double> energies = List.of(-1.0, -3.0);
    List<AnswerSummary> summaries =
        AnswerSummary.of(
            List.of(
                run("tbc:1", "beam", energies, 1),
                run("tbc:1", "short", energies, 1, 0.5),
                run("tbc:1", "long", energies, 1, 0.7),
                run("tbc:2", "beam", energies, 1),
                run("tbc:2", "short", energies, 1, 1.2),
                run("tbc:2", "long", energies, 1, 1.1),
                run("tbc:3", "beam", energies, 1),
                run("tbc:3", "short", energies, 1, Double.NaN),
                run("tbc:3", "long", energies, 1, 1.1)),
            Optional.of("long"));

    AnswerSummary beam = summaries.get(0);
    assertThat(beam.error().defined()).isFalse();
    assertThat(beam.passesToTenPercent().defined()).isFalse();
    AnswerSummary few = summaries.get(1);
    // Of the third text it tells no probability.
    assertThat(few.error().value()).isCloseTo((0.2 + 0.1) / 2, within(1e-12));
    assertThat(few.passesToTenPercent().value()).isCloseTo((40 + 10) / 2.0, within(1e-9));
    assertThat(summaries.get(2).error().defined()).isFalse();
  }

  @Test
  void aMethodThatFindsNothingIsNotTheBest() {
    List<AnswerSummary> summaries =
        AnswerSummary.of(
            List.of(
                run("tbc:1", "one", List.of(), 0), run("tbc:1", "other", List.of(-2.0, -3.0), 0)),
            Optional.empty());

    assertThat(summaries.get(0).findsTheBest().value()).isZero();
    assertThat(summaries.get(0).bestEnergy().defined()).isFalse();
    assertThat(summaries.get(1).findsTheBest().value()).isEqualTo(1);
  }

  @Test
  void methodsAreComparedOnTheSameTexts() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                AnswerSummary.of(
                    List.of(
                        run("tbc:1", "one", List.of(-1.0), 0),
                        run("tbc:2", "one", List.of(-1.0), 0),
                        run("tbc:2", "other", List.of(-1.0), 0)),
                    Optional.empty()))
        .withMessageContaining("other");
  }
}
