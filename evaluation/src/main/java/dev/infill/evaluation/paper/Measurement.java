package dev.infill.evaluation.paper;

import dev.infill.evaluation.metrics.ReferenceIndex;
import dev.infill.evaluation.statistics.AdditiveStatistic;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Measures one sampler in one comparison.
 *
 * @param runs one per task
 * @param comparison what is equal
 * @param kept how many samples of highest U are kept of each run
 * @param references against what text is measured
 */
record Measurement(List<TaskRun> runs, ComparedAt comparison, int kept, References references) {
  /**
   * The sentences that texts are measured against.
   *
   * @param tbc TBC
   * @param wiki WikiText-103
   * @param both their union
   */
  record References(ReferenceIndex tbc, ReferenceIndex wiki, ReferenceIndex both) {
    static References of(ExperimentData data) {
      return new References(data.tbc(), data.wiki(), ReferenceIndex.union(data.tbc(), data.wiki()));
    }
  }

  /** Returns a metric as a statistic over tasks. */
  AdditiveStatistic statistic(Metric metric) {
    return switch (metric) {
      case SELF_BLEU -> sentences().selfBleu();
      case SELF_UNIQUE_2 -> sentences().selfUnique(2);
      case SELF_UNIQUE_3 -> sentences().selfUnique(3);
      case WIKI_UNIQUE_2 -> sentences().uniqueAgainst(references.wiki(), 2);
      case WIKI_UNIQUE_3 -> sentences().uniqueAgainst(references.wiki(), 3);
      case TBC_UNIQUE_2 -> sentences().uniqueAgainst(references.tbc(), 2);
      case TBC_UNIQUE_3 -> sentences().uniqueAgainst(references.tbc(), 3);
      case CORPUS_BLEU -> sentences().corpusBleu(references.both());
      case MEAN_ENERGY -> sentences().energy();
      case DISTINCT_ALL -> mean(run -> distinct(run.at(comparison).samples()));
      case DISTINCT_KEPT -> mean(run -> distinct(run.at(comparison).likeliest(kept)));
      case ACCEPTANCE -> mean(run -> 100 * diagnostics(run).acceptanceRate());
      case ACCEPTED_AND_CHANGED -> mean(run -> 100 * diagnostics(run).acceptedAndChangedRate());
      case CHANGED_PER_STEP -> mean(run -> diagnostics(run).changedPerStep());
      case EFFECTIVE_SAMPLE_SIZE_PER_STEP -> meanPerStep(TaskRun.Diagnostics::effectiveSampleSize);
      case EFFECTIVE_SAMPLE_SIZE_OF_HAMMING_DISTANCE_PER_STEP ->
          meanPerStep(TaskRun.Diagnostics::effectiveSampleSizeOfHammingDistance);
      case MODEL_PASSES -> mean(run -> run.at(comparison).modelPasses());
    };
  }

  private KeptSentences sentences() {
    List<Snapshot> snapshots = runs.stream().map(run -> run.at(comparison)).toList();
    return new KeptSentences(snapshots, kept);
  }

  private AdditiveStatistic meanPerStep(Function<TaskRun.Diagnostics, OptionalDouble> size) {
    return AdditiveStatistic.meanOfPresent(
        runs.stream().map(run -> perStep(run, size.apply(diagnostics(run)))).toList());
  }

  private OptionalDouble perStep(TaskRun run, OptionalDouble size) {
    int steps = run.at(comparison).step();
    return size.isPresent() && steps > 0
        ? OptionalDouble.of(size.getAsDouble() / steps)
        : OptionalDouble.empty();
  }

  private TaskRun.Diagnostics diagnostics(TaskRun run) {
    return Objects.requireNonNull(run.diagnostics().get(comparison), run::sampler);
  }

  private AdditiveStatistic mean(ToDoubleFunction<TaskRun> value) {
    return AdditiveStatistic.mean(
        runs.stream().map(run -> List.of(value.applyAsDouble(run))).toList());
  }

  private static long distinct(List<Sample> samples) {
    return samples.stream().map(Sample::fills).distinct().count();
  }
}
