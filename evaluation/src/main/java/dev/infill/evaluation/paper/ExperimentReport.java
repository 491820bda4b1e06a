package dev.infill.evaluation.paper;

import dev.infill.evaluation.metrics.BleuSettings;
import dev.infill.evaluation.metrics.Signatures;
import dev.infill.evaluation.paper.Measurement.References;
import dev.infill.evaluation.statistics.Estimate;
import dev.infill.evaluation.statistics.Resampled;
import dev.infill.evaluation.statistics.TaskBootstrap;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BinaryOperator;

/**
 * Sums up an experiment: every metric with its interval, paired differences, curves by step and
 * verdicts on the paper's claims.
 */
public final class ExperimentReport {
  /** How many bootstrap resamples intervals are from. */
  public static final int RESAMPLES = 10_000;

  private static final String EFFECTIVE_SAMPLE_SIZE =
      "effective sample size over all chains together, each split in halves, autocorrelations cut"
          + " off by Geyer's initial monotone sequence; 0 where nothing moves. Of U, where the"
          + " sampler evaluates it; of the Hamming distance: the number of blanks that differ from"
          + " a reference filling, which has in each blank the token that the chains of the task"
          + " held there most often (of equally frequent ones that of the lower index)";

  private final ExperimentData data;
  private final References references;
  private final TaskBootstrap bootstrap;

  private ExperimentReport(ExperimentData data, long seed, int resamples) {
    this.data = data;
    this.references = References.of(data);
    this.bootstrap = TaskBootstrap.of(data.tasks().size(), resamples, seed);
  }

  /**
   * Sums up an experiment. Equal data and seed give an equal summary.
   *
   * @param data what was run
   * @param seed the seed of the bootstrap
   */
  public static ExperimentSummary summarize(ExperimentData data, long seed) {
    return summarize(data, seed, RESAMPLES);
  }

  /**
   * Sums up an experiment with fewer or more resamples.
   *
   * @param data what was run
   * @param seed the seed of the bootstrap
   * @param resamples how many bootstrap resamples intervals are from, at least 1
   */
  public static ExperimentSummary summarize(ExperimentData data, long seed, int resamples) {
    ExperimentReport report = new ExperimentReport(data, seed, resamples);
    Map<ComparedAt, Map<String, Map<Metric, Resampled>>> figures = new EnumMap<>(ComparedAt.class);
    for (ComparedAt comparison : data.comparisons()) {
      figures.put(comparison, report.figures(comparison));
    }
    return new ExperimentSummary(
        data.comparisons().stream()
            .map(comparison -> report.comparison(comparison, get(figures, comparison)))
            .toList(),
        data.samplers().stream().map(report::curve).toList(),
        report.claims(figures),
        signatures(new Signatures(true, data.version())),
        resamples,
        seed);
  }

  private Map<String, Map<Metric, Resampled>> figures(ComparedAt comparison) {
    Map<String, Map<Metric, Resampled>> bySampler = new LinkedHashMap<>();
    for (String sampler : data.samplers()) {
      Measurement measurement =
          new Measurement(data.runsOf(sampler), comparison, data.kept(), references);
      Map<Metric, Resampled> figures = new EnumMap<>(Metric.class);
      for (Metric metric : Metric.values()) {
        figures.put(metric, bootstrap.resample(measurement.statistic(metric)));
      }
      bySampler.put(sampler, figures);
    }
    return bySampler;
  }

  private ComparisonSummary comparison(
      ComparedAt comparison, Map<String, Map<Metric, Resampled>> figures) {
    List<SamplerSummary> summaries = new ArrayList<>();
    List<Difference> differences = new ArrayList<>();
    for (String sampler : data.samplers()) {
      summaries.add(
          new SamplerSummary(
              sampler,
              StepPoint.at(data.runsOf(sampler), comparison).step(),
              estimates(get(figures, sampler))));
    }
    for (int other = 0; other < data.samplers().size(); other++) {
      for (int one = other + 1; one < data.samplers().size(); one++) {
        String sampler = data.samplers().get(one);
        String minus = data.samplers().get(other);
        differences.add(
            new Difference(
                sampler,
                minus,
                estimates(combined(get(figures, sampler), get(figures, minus), Resampled::minus))));
      }
    }
    return new ComparisonSummary(comparison, summaries, differences);
  }

  private Curve curve(String sampler) {
    return new Curve(
        sampler,
        StepPoint.of(data.runsOf(sampler), data.comparisons()).stream().map(this::point).toList());
  }

  private Curve.Point point(StepPoint point) {
    KeptSentences sentences = new KeptSentences(point.snapshots(), data.kept());
    return new Curve.Point(
        point.step(),
        point.snapshots().stream()
            .mapToDouble(snapshot -> (double) snapshot.modelPasses() / snapshot.samples().size())
            .average()
            .orElseThrow(),
        Curve.Spread.of(
            point.snapshots().stream()
                .flatMap(snapshot -> snapshot.samples().stream())
                .map(Sample::energy)
                .toList()),
        sentences.energy().value(),
        sentences.selfBleu().value(),
        sentences.selfUnique(2).value(),
        sentences.selfUnique(3).value(),
        sentences.corpusBleu(references.both()).value());
  }

  private List<Claim> claims(Map<ComparedAt, Map<String, Map<Metric, Resampled>>> figures) {
    Optional<String> baseline = first("gibbs");
    if (baseline.isEmpty() || data.isTrial()) {
      return List.of();
    }
    List<String> claimed =
        data.samplers().stream()
            .filter(sampler -> Claim.KINDS.contains(data.description(sampler).kind()))
            .toList();
    if (claimed.isEmpty()) {
      return List.of();
    }
    List<EqualEnergyComparison.Point> baselineCurve = resampledCurve(baseline.get());
    List<Claim> claims = new ArrayList<>();
    for (String sampler : claimed) {
      for (ComparedAt comparison : data.comparisons()) {
        claims.add(claim(sampler, baseline.get(), comparison, get(figures, comparison)));
      }
      claims.add(
          claimAtEqualEnergy(
              sampler,
              baseline.get(),
              new EqualEnergyComparison(resampledCurve(sampler), baselineCurve)));
    }
    return claims;
  }

  private static Claim claim(
      String sampler,
      String baseline,
      ComparedAt comparison,
      Map<String, Map<Metric, Resampled>> figures) {
    Map<Metric, Resampled> differences =
        combined(get(figures, sampler), get(figures, baseline), Resampled::minus);
    return new Claim(
        sampler,
        baseline,
        comparison.basis(),
        get(differences, Metric.SELF_BLEU).estimate(),
        get(differences, Metric.CORPUS_BLEU).estimate(),
        Optional.empty());
  }

  private Claim claimAtEqualEnergy(
      String sampler, String baseline, EqualEnergyComparison comparison) {
    double baselineEnergy =
        new KeptSentences(
                StepPoint.at(data.runsOf(baseline), data.comparisons().get(0)).snapshots(),
                data.kept())
            .energy()
            .value();
    return new Claim(
        sampler,
        baseline,
        Claim.Basis.ENERGY,
        comparison.difference(EqualEnergyComparison.Point::selfBleu),
        comparison.difference(EqualEnergyComparison.Point::corpusBleu),
        comparison.place(baselineEnergy));
  }

  private Optional<String> first(String kind) {
    return data.samplers().stream()
        .filter(sampler -> data.description(sampler).kind().equals(kind))
        .findFirst();
  }

  private List<EqualEnergyComparison.Point> resampledCurve(String sampler) {
    List<TaskRun> runs = data.runsOf(sampler);
    List<EqualEnergyComparison.Point> points = new ArrayList<>();
    for (StepPoint point : StepPoint.of(runs, data.comparisons())) {
      KeptSentences sentences = new KeptSentences(point.snapshots(), data.kept());
      points.add(
          new EqualEnergyComparison.Point(
              point.step(),
              bootstrap.resample(sentences.energy()),
              bootstrap.resample(sentences.selfBleu()),
              bootstrap.resample(sentences.corpusBleu(references.both()))));
    }
    return points;
  }

  private static List<Setting> signatures(Signatures signatures) {
    BleuSettings bleu = BleuSettings.standard();
    return List.of(
        new Setting("Self-BLEU", signatures.selfBleu(bleu)),
        new Setting("Unique n-grams, Self", signatures.uniqueAmongSentences("2,3")),
        new Setting("Unique n-grams, WT103", signatures.uniqueAgainst("2,3", "wiki")),
        new Setting("Unique n-grams, TBC", signatures.uniqueAgainst("2,3", "tbc")),
        new Setting("Corpus BLEU", signatures.corpusBleu(bleu)),
        new Setting("ESS", EFFECTIVE_SAMPLE_SIZE));
  }

  private static <K, V> V get(Map<K, V> map, K key) {
    return Objects.requireNonNull(map.get(key), key::toString);
  }

  private static <R> Map<Metric, R> combined(
      Map<Metric, R> one, Map<Metric, R> other, BinaryOperator<R> operator) {
    Map<Metric, R> combined = new EnumMap<>(Metric.class);
    for (Metric metric : Metric.values()) {
      combined.put(metric, operator.apply(get(one, metric), get(other, metric)));
    }
    return combined;
  }

  private static Map<Metric, Estimate> estimates(Map<Metric, Resampled> figures) {
    Map<Metric, Estimate> estimates = new EnumMap<>(Metric.class);
    figures.forEach((metric, figure) -> estimates.put(metric, figure.estimate()));
    return estimates;
  }
}
