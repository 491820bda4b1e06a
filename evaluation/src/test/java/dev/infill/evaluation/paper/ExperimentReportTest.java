package dev.infill.evaluation.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.infill.evaluation.metrics.BleuSettings;
import dev.infill.evaluation.metrics.BleuStatistics;
import dev.infill.evaluation.metrics.CorpusBleu;
import dev.infill.evaluation.metrics.Ratio;
import dev.infill.evaluation.metrics.ReferenceIndex;
import dev.infill.evaluation.metrics.SelfBleu;
import dev.infill.evaluation.metrics.UniqueNgrams;
import dev.infill.evaluation.paper.Claim.Basis;
import dev.infill.evaluation.paper.SyntheticExperiment.Typical;
import dev.infill.evaluation.report.Report;
import dev.infill.evaluation.statistics.TaskBootstrap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExperimentReportTest {
  private static final int RESAMPLES = Typical.RESAMPLES;

  private final ExperimentData data = Typical.DATA;
  private final ExperimentSummary summary = Typical.SUMMARY;

  @Test
  void figuresAreThoseOfTheMetricsOnTheKeptSentences() {
    for (ComparedAt comparison : data.comparisons()) {
      for (String sampler : data.samplers()) {
        SamplerSummary figures = figures(summary, comparison, sampler);
        List<List<String>> sentences = sentences(sampler, comparison);
        BleuSettings bleu = BleuSettings.standard();
        assertThat(figures.figure(Metric.SELF_BLEU).value())
            .isCloseTo(BleuStatistics.sum(SelfBleu.pooled(sentences, 4)).score(bleu), within(1e-9));
        assertThat(figures.figure(Metric.CORPUS_BLEU).value())
            .isCloseTo(
                BleuStatistics.sum(
                        CorpusBleu.statistics(
                            sentences, ReferenceIndex.union(data.tbc(), data.wiki()), 4))
                    .score(bleu),
                within(1e-9));
        assertThat(figures.figure(Metric.SELF_UNIQUE_3).value())
            .isCloseTo(Ratio.sum(UniqueNgrams.self(sentences, 3)).percent(), within(1e-9));
        assertThat(figures.figure(Metric.WIKI_UNIQUE_2).value())
            .isCloseTo(
                Ratio.sum(UniqueNgrams.absentFrom(sentences, data.wiki(), 2)).percent(),
                within(1e-9));
        assertThat(figures.figure(Metric.TBC_UNIQUE_2).value())
            .isCloseTo(
                Ratio.sum(UniqueNgrams.absentFrom(sentences, data.tbc(), 2)).percent(),
                within(1e-9));
        assertThat(figures.figure(Metric.MEAN_ENERGY).value())
            .isCloseTo(
                kept(sampler, comparison).stream()
                    .mapToDouble(Sample::energy)
                    .average()
                    .orElseThrow(),
                within(1e-9));
      }
    }
  }

  @Test
  void effectiveSampleSizesPerStepAreMeansOverTheTasksThatHaveOne() {
    SamplerSummary gibbs = figures(summary, ComparedAt.STEPS, "gibbs");
    SamplerSummary dula = figures(summary, ComparedAt.STEPS, "dula");

    assertThat(gibbs.figure(Metric.EFFECTIVE_SAMPLE_SIZE_PER_STEP).defined()).isFalse();
    for (SamplerSummary sampler : List.of(gibbs, dula)) {
      // The same for all tasks of the synthetic experiment, after 50 steps.
      double size = 30 + (sampler.sampler().hashCode() & 31);
      assertThat(sampler.figure(Metric.EFFECTIVE_SAMPLE_SIZE_OF_HAMMING_DISTANCE_PER_STEP).value())
          .isCloseTo(size / 50, within(1e-12));
    }
    assertThat(dula.figure(Metric.EFFECTIVE_SAMPLE_SIZE_PER_STEP).value())
        .isCloseTo(
            data.runsOf("dula").stream()
                .mapToDouble(
                    run ->
                        run.diagnosticsAt(ComparedAt.STEPS).effectiveSampleSize().orElseThrow()
                            / 50)
                .average()
                .orElseThrow(),
            within(1e-12));
    assertThat(summary.signatures())
        .filteredOn(signature -> signature.name().equals("ESS"))
        .first()
        .extracting(Setting::value, STRING)
        .contains("held there most often");
  }

  private List<Sample> kept(String sampler, ComparedAt comparison) {
    return data.runsOf(sampler).stream()
        .flatMap(run -> run.at(comparison).likeliest(data.kept()).stream())
        .toList();
  }

  private List<List<String>> sentences(String sampler, ComparedAt comparison) {
    return kept(sampler, comparison).stream()
        .map(sample -> List.of(sample.text().toLowerCase(Locale.ROOT).split(" ", -1)))
        .toList();
  }

  private static SamplerSummary figures(
      ExperimentSummary summary, ComparedAt comparison, String sampler) {
    return summary.at(comparison).samplers().stream()
        .filter(figures -> figures.sampler().equals(sampler))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void everyPairHasADifferenceAndThoseToTheFirstComeFirst() {
    ComparisonSummary steps = summary.at(ComparedAt.STEPS);
    int samplers = data.samplers().size();
    assertThat(steps.differences()).hasSize(samplers * (samplers - 1) / 2);
    assertThat(steps.toFirst()).isEqualTo(steps.differences().subList(0, samplers - 1));
    for (Difference difference : steps.differences()) {
      for (Metric metric : Metric.values()) {
        double expected =
            figures(summary, ComparedAt.STEPS, difference.sampler()).figure(metric).value()
                - figures(summary, ComparedAt.STEPS, difference.minus()).figure(metric).value();
        if (Double.isNaN(expected)) {
          assertThat(difference.figure(metric).defined()).isFalse();
        } else {
          assertThat(difference.figure(metric).value()).isCloseTo(expected, within(1e-9));
        }
      }
    }
  }

  @Test
  void aSamplerWithoutEffectiveSampleSizeHasNone() {
    SamplerSummary gibbs = figures(summary, ComparedAt.STEPS, "gibbs");
    assertThat(gibbs.figure(Metric.EFFECTIVE_SAMPLE_SIZE_PER_STEP).defined()).isFalse();
    assertThat(
            figures(summary, ComparedAt.STEPS, "gwg")
                .figure(Metric.EFFECTIVE_SAMPLE_SIZE_PER_STEP)
                .interval())
        .isPresent();
  }

  @Test
  void curvesBeginAtTheStartAndHoldTheComparisons() {
    Curve gibbs = summary.curves().get(0);
    assertThat(gibbs.sampler()).isEqualTo("gibbs");
    assertThat(gibbs.points().get(0).step()).isZero();
    assertThat(gibbs.points().stream().map(Curve.Point::step).toList())
        .isSorted()
        .doesNotHaveDuplicates()
        .contains(50.0);
    // The tasks' blanks differ in number, and with them the steps of equal passes.
    SamplerSummary passes = figures(summary, ComparedAt.PASSES, "gibbs");
    Curve.Point last = gibbs.points().get(gibbs.points().size() - 1);
    assertThat(passes.steps()).isGreaterThan(50).isEqualTo(last.step());
    assertThat(last.selfBleu()).isEqualTo(passes.figure(Metric.SELF_BLEU).value());
    assertThat(last.keptEnergy()).isEqualTo(passes.figure(Metric.MEAN_ENERGY).value());
  }

  @Test
  void standardErrorOfSelfBleuAgreesWithDeletingOneTaskAtATime() {
    ExperimentData twenty =
        new SyntheticExperiment(20, 5, ComparedAt.STEPS)
            .sampler("gibbs", "gibbs", 0.6, 10)
            .sampler("dula", "dula", 0.2, 3)
            .data();
    TaskBootstrap bootstrap = TaskBootstrap.of(20, 5_000, 1);
    for (String sampler : twenty.samplers()) {
      List<Snapshot> snapshots =
          twenty.runsOf(sampler).stream().map(run -> run.at(ComparedAt.STEPS)).toList();
      double[] without =
          IntStream.range(0, 20)
              .mapToDouble(
                  deleted -> {
                    List<Snapshot> others = new ArrayList<>(snapshots);
                    others.remove(deleted);
                    return new KeptSentences(others, data.kept()).selfBleu().value();
                  })
              .toArray();
      double mean = Arrays.stream(without).average().orElseThrow();
      double jackknife =
          Math.sqrt(
              Arrays.stream(without).map(value -> (value - mean) * (value - mean)).sum() * 19 / 20);
      double standardError =
          bootstrap
              .resample(new KeptSentences(snapshots, data.kept()).selfBleu())
              .standardError()
              .orElseThrow();
      assertThat(standardError).as(sampler).isCloseTo(jackknife, within(0.15 * jackknife));
    }
  }

  @Test
  void resamplingTheSentencesThemselvesWouldInflateSelfBleu() {
    List<Snapshot> snapshots =
        data.runsOf("dula").stream().map(run -> run.at(ComparedAt.STEPS)).toList();
    Random random = new Random(1);
    double naive =
        IntStream.range(0, 100)
            .mapToDouble(
                i ->
                    new KeptSentences(
                            IntStream.range(0, snapshots.size())
                                .mapToObj(task -> snapshots.get(random.nextInt(snapshots.size())))
                                .toList(),
                            data.kept())
                        .selfBleu()
                        .value())
            .average()
            .orElseThrow();
    double high =
        figures(summary, ComparedAt.STEPS, "dula")
            .figure(Metric.SELF_BLEU)
            .interval()
            .orElseThrow()
            .high();
    assertThat(naive).isGreaterThan(high);
  }

  @Test
  void claimsAreTestedForEveryDulaAndDmalaOnEveryBasis() {
    assertThat(summary.claims().stream().map(Claim::sampler).distinct())
        .containsExactly("dula", "dmala", "dmala+balancing=power:0.9", "dmala+temperature=0.5");
    assertThat(summary.claims().stream().limit(3).map(Claim::basis))
        .containsExactly(Basis.STEPS, Basis.PASSES, Basis.ENERGY);
    Claim dula = summary.claims().get(0);
    assertThat(dula.baseline()).isEqualTo("gibbs");
    assertThat(dula.selfBleu())
        .isEqualTo(
            summary.at(ComparedAt.STEPS).differences().stream()
                .filter(difference -> difference.label().equals("dula minus gibbs"))
                .findFirst()
                .orElseThrow()
                .figure(Metric.SELF_BLEU));
    // Words are drawn from the same order of likelihood by all samplers of the synthetic
    // experiment: what is more diverse is as much less likely, and at equal U nothing is left.
    assertThat(dula.selfBleuVerdict()).isEqualTo(Verdict.HOLDS);
    Claim equalEnergy = summary.claims().get(2);
    assertThat(equalEnergy.selfBleuVerdict()).isEqualTo(Verdict.DOES_NOT_HOLD);
    EqualEnergy place = equalEnergy.equalEnergy().orElseThrow();
    assertThat(place.reachesBaseline()).isFalse();
    assertThat(place.level().value()).isEqualTo(place.samplerHighest());
    assertThat(place.baselineStep()).isLessThan(50);
  }

  @Test
  void theClaimIsOfDulaAndDmalaAlone() {
    ExperimentData others =
        new SyntheticExperiment(10, 1, ComparedAt.STEPS)
            .sampler("gibbs", "gibbs", 0.6, 10)
            .sampler("cdula", "cdula", 0.2, 3)
            .sampler("cdmala", "cdmala", 0.3, 4)
            .sampler("dmala", "dmala", 0.3, 4)
            .data();
    assertThat(ExperimentReport.summarize(others, 1, RESAMPLES).claims())
        .extracting(Claim::sampler)
        .containsOnly("dmala");
  }

  /** On two sentences a bootstrap has three resamples, and would be sure of anything. */
  @ParameterizedTest
  @CsvSource({
    "1, 1 task is too few to judge",
    "2, 2 tasks are too few to judge",
    "9, 9 tasks are too few to judge"
  })
  void fewTasksGiveNoVerdictAnywhere(int tasks, String said) {
    ExperimentData few = SyntheticExperiment.typical(tasks, 1);
    ExperimentSummary sum = ExperimentReport.summarize(few, 1, RESAMPLES);

    assertThat(sum.claims()).isEmpty();
    for (String report :
        List.of(
            new Report(few, sum).markdown(),
            new Report(few, sum).text(80).replace("\n", " "),
            new Report(few, sum).html().replace("&#39;", "'"))) {
      assertThat(report)
          .contains(said + " the paper's claim; at least 10 are needed.")
          .contains("a trial of " + tasks + " task")
          .doesNotContain(
              ", paper",
              "DISCS",
              "hollow",
              "is undecided",
              "the claim holds",
              "does not hold",
              "class=\"verdict ");
    }
    assertThat(new Report(few, sum).csv().lines().skip(1))
        .isNotEmpty()
        .allSatisfy(line -> assertThat(line).endsWith(",").doesNotContain("claim"));
  }

  @Test
  void withoutGibbsThereIsNothingToClaim() {
    ExperimentData others =
        new SyntheticExperiment(10, 1, ComparedAt.STEPS)
            .sampler("gibbs-mh", "gibbs-mh", 0.6, 10)
            .sampler("dula", "dula", 0.2, 3)
            .data();
    assertThat(ExperimentReport.summarize(others, 1, RESAMPLES).claims()).isEmpty();
  }

  @Test
  void equalDataAndSeedGiveEqualFiles() {
    ExperimentSummary again = ExperimentReport.summarize(data, 1, RESAMPLES);
    assertThat(again).isEqualTo(summary);
    assertThat(new Report(data, again).csv()).isEqualTo(new Report(data, summary).csv());
    assertThat(new Report(data, again).markdown()).isEqualTo(new Report(data, summary).markdown());
    assertThat(ExperimentReport.summarize(data, 2, RESAMPLES)).isNotEqualTo(summary);
  }

  @Test
  void oneSentenceHasNoSelfBleu() {
    ExperimentData one =
        new SyntheticExperiment(1, 1, ComparedAt.STEPS)
            .kept(1)
            .sampler("gibbs", "gibbs", 0.6, 10)
            .sampler("dula", "dula", 0.2, 3)
            .data();
    ExperimentSummary sum = ExperimentReport.summarize(one, 1, RESAMPLES);
    assertThat(figures(sum, ComparedAt.STEPS, "dula").figure(Metric.SELF_BLEU).defined()).isFalse();
    assertThat(new Report(one, sum).markdown()).contains("One task gives no intervals.");
  }

  @Test
  void samplersWithoutFiniteEnergyAreNotComparedAtEqualEnergy() {
    ExperimentData finite =
        new SyntheticExperiment(10, 1, ComparedAt.STEPS)
            .sampler("gibbs", "gibbs", 0.6, 10)
            .sampler("dula", "dula", 0.2, 3)
            .data();
    List<TaskRun> runs =
        finite.runs().stream()
            .map(
                run ->
                    run.sampler().equals("dula")
                        ? SyntheticExperiment.mapped(
                            run,
                            sample ->
                                new Sample(
                                    sample.chain(),
                                    sample.fills(),
                                    sample.text(),
                                    Double.NEGATIVE_INFINITY))
                        : run)
            .toList();
    ExperimentData infinite = with(finite, runs);
    ExperimentSummary sum = ExperimentReport.summarize(infinite, 1, RESAMPLES);
    Claim claim = sum.claims().get(1);
    assertThat(claim.basis()).isEqualTo(Basis.ENERGY);
    assertThat(claim.equalEnergy()).isEmpty();
    assertThat(claim.verdict()).isEqualTo(Verdict.UNDECIDED);
    assertThat(new Report(infinite, sum).markdown()).contains("not compared at equal mean U", "−∞");
    assertThat(new Report(infinite, sum).csv()).contains("steps,dula,meanEnergy,-inf,");
    assertThat(new Report(infinite, sum).html()).contains("−∞");
  }

  private static ExperimentData with(ExperimentData data, List<TaskRun> runs) {
    return SyntheticExperiment.with(data, runs, data.settings(), data.seconds());
  }

  @Test
  void incompleteExperimentsAreRefused() {
    List<TaskRun> missing = new ArrayList<>(data.runs());
    TaskRun removed = missing.remove(3);
    assertThatThrownBy(() -> with(data, missing))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no run of " + removed.sampler())
        .hasMessageContaining(removed.task().id());
    assertThatThrownBy(() -> with(data, List.of())).hasMessageContaining("0 runs");
  }

  @Test
  void orderOfTheRunsDoesNotMatterToTheFigures() {
    List<TaskRun> reversed = new ArrayList<>(data.runs());
    Collections.reverse(reversed);
    ExperimentSummary other = ExperimentReport.summarize(with(data, reversed), 1, RESAMPLES);
    for (String sampler : data.samplers()) {
      for (Metric metric : Metric.ofPaper()) {
        assertThat(figures(other, ComparedAt.STEPS, sampler).figure(metric).value())
            .isCloseTo(
                figures(summary, ComparedAt.STEPS, sampler).figure(metric).value(), within(1e-9));
      }
    }
  }
}
