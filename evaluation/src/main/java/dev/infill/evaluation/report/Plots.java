package dev.infill.evaluation.report;

import dev.infill.evaluation.paper.ComparedAt;
import dev.infill.evaluation.paper.ComparisonSummary;
import dev.infill.evaluation.paper.Curve;
import dev.infill.evaluation.paper.ExperimentData;
import dev.infill.evaluation.paper.ExperimentSummary;
import dev.infill.evaluation.paper.Metric;
import dev.infill.evaluation.paper.SamplerSummary;
import dev.infill.evaluation.table.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The plots of the HTML report, with what they say. */
final class Plots {
  /** How diverse samples are: what is drawn against mean U. */
  private record Diversity(
      String id,
      String name,
      String axis,
      String better,
      Metric metric,
      ToDoubleFunction<Curve.Point> figure) {}

  private static final List<Diversity> DIVERSITY =
      List.of(
          new Diversity(
              "self-bleu",
              "Self-BLEU",
              "Self-BLEU (0 to 100)",
              "lower",
              Metric.SELF_BLEU,
              Curve.Point::selfBleu),
          new Diversity(
              "unique-2",
              "Unique 2-grams",
              "unique 2-grams (%)",
              "higher",
              Metric.SELF_UNIQUE_2,
              Curve.Point::selfUnique2),
          new Diversity(
              "unique-3",
              "Unique 3-grams",
              "unique 3-grams (%)",
              "higher",
              Metric.SELF_UNIQUE_3,
              Curve.Point::selfUnique3));

  private final ExperimentSummary summary;
  private final List<SamplerFamily> families;
  private final Panels panels;

  Plots(ExperimentData data, ExperimentSummary summary) {
    this.summary = summary;
    this.families = SamplerFamily.of(data);
    this.panels = new Panels(summary, families, PublishedFigures.beside(data));
  }

  /** Returns diversity against quality and likelihood, for each comparison. */
  List<Plot> tradeOffs() {
    return summary.comparisons().stream()
        .flatMap(
            comparison ->
                Stream.of(
                    tradeOff(
                        "quality",
                        Metric.CORPUS_BLEU,
                        "nearest to real text",
                        "near to real text",
                        comparison),
                    tradeOff("energy", Metric.MEAN_ENERGY, "likeliest", "likely", comparison)))
        .toList();
  }

  private Plot tradeOff(
      String kind, Metric up, String best, String equally, ComparisonSummary comparison) {
    String reading =
        "Left is more diverse, up is %s: %s; %s."
            .formatted(
                up == Metric.CORPUS_BLEU ? "nearer to real text" : "likelier",
                first(comparison, Metric.SELF_BLEU, -1, "most diverse", "diverse"),
                first(comparison, up, 1, best, equally));
    return new Plot(
        kind + "-" + comparison.comparison().label(),
        panels.tradeOff(
            "%s against Self-BLEU at %s"
                .formatted(
                    up == Metric.CORPUS_BLEU ? "Corpus BLEU" : "Mean U",
                    comparison.comparison().words()),
            up,
            comparison),
        reading);
  }

  /**
   * Returns diversity against mean U by step: in three plots, or where there are many samplers in
   * three for each kind of sampler.
   */
  List<Plot> diversityByEnergy() {
    List<String> subjects = panels.isCrowded() ? kinds() : List.of("");
    return subjects.stream()
        .flatMap(subject -> DIVERSITY.stream().map(measure -> byEnergy(measure, subject)))
        .toList();
  }

  private List<String> kinds() {
    return families.stream().map(family -> family.representative().kind()).distinct().toList();
  }

  private Plot byEnergy(Diversity measure, String subject) {
    String id = measure.id() + "-by-energy";
    String reading =
        (subject.isEmpty()
                ? "Each line follows one sampler from its start, points labelled by step"
                : "By step; dashed at other temperatures, grey the samplers of other kinds")
            + "; at the same mean U the "
            + measure.better()
            + " line is the more diverse sampler.";
    return new Plot(
        subject.isEmpty() ? id : id + "-" + subject,
        panels.byEnergy(
            measure.name() + " against mean U by step" + (subject.isEmpty() ? "" : ": " + subject),
            measure.axis(),
            measure.figure(),
            subject),
        reading);
  }

  /** Returns diversity against mean U by temperature; nothing where temperatures are all one. */
  List<Plot> diversityByTemperature() {
    return families.stream().anyMatch(SamplerFamily::hasTemperatures)
        ? DIVERSITY.stream().map(this::byTemperature).toList()
        : List.of();
  }

  private Plot byTemperature(Diversity measure) {
    ComparisonSummary comparison = summary.comparisons().get(0);
    return new Plot(
        measure.id() + "-by-temperature",
        panels.byTemperature(
            measure.name() + " against mean U by temperature",
            measure.axis(),
            measure.metric(),
            comparison),
        "Each line joins one sampler at its temperatures, at %s; at the same mean U the %s line is the more diverse sampler."
            .formatted(comparison.comparison().words(), measure.better()));
  }

  /** Returns how the chains went. */
  List<Plot> traces() {
    return List.of(
        trace("traces-by-step", "U by step", "step", "steps", Curve.Point::step),
        trace(
            "traces-by-passes",
            "U by model passes",
            "model passes per chain",
            "model passes per chain",
            Curve.Point::passesPerChain));
  }

  private Plot trace(
      String id, String title, String by, String axis, ToDoubleFunction<Curve.Point> across) {
    return new Plot(
        id,
        panels.trace(title, axis, across),
        "Mean U of all chains and tasks by "
            + by
            + ", in a band from the 10th to the 90th percentile: a line that still rises is not"
            + ", in a band from the 10th to the 90th percentile: a line that still rises is not"
            + " yet where its sampler leads.");
  }

  /** Returns how far the samplers moved, for each comparison. */
  List<Plot> movement() {
    List<Plot> plots = new ArrayList<>();
    for (ComparisonSummary comparison : summary.comparisons()) {
      ComparedAt at = comparison.comparison();
      plots.add(
          new Plot(
              "acceptance-" + at.label(),
              panels.bars(
                  "Acceptance at " + at.words(),
                  "steps (%)",
                  comparison,
                  List.of(Metric.ACCEPTANCE, Metric.ACCEPTED_AND_CHANGED)),
              "Steps whose proposal was accepted, and those of them that changed a blank: what lies"
                  + " between the two bars left the chain where it was."));
      plots.add(
          new Plot(
              "changed-" + at.label(),
              panels.bars(
                  "Blanks changed per step at " + at.words(),
                  "blanks changed per step",
                  comparison,
                  List.of(Metric.CHANGED_PER_STEP)),
              "How far a step goes, in blanks changed: %s."
                  .formatted(first(comparison, Metric.CHANGED_PER_STEP, 1, "farthest", "far"))));
    }
    return plots;
  }

  /** Says whether there are more samplers than lines that can be told apart in one plot. */
  boolean isCrowded() {
    return panels.isCrowded();
  }

  /** Returns the two BLEU scores by step. */
  List<Plot> byStep() {
    return List.of(
        new Plot(
            "self-bleu-by-step",
            panels.byStep("Self-BLEU by step", "Self-BLEU (0 to 100)", Curve.Point::selfBleu),
            "The lower a line ends, the more diverse are its sampler's texts."),
        new Plot(
            "corpus-bleu-by-step",
            panels.byStep("Corpus BLEU by step", "Corpus BLEU (0 to 100)", Curve.Point::corpusBleu),
            "The higher a line ends, the more of the phrases of its sampler are in the corpora."));
  }

  private static String value(SamplerSummary sampler, Metric metric) {
    return Figures.decimal(sampler.figure(metric).value(), metric.digits());
  }

  /** Returns who comes first; samplers whose figures are printed alike are equals. */
  private static String first(
      ComparisonSummary comparison, Metric metric, int sign, String best, String equally) {
    List<SamplerSummary> known =
        comparison.samplers().stream()
            .filter(sampler -> sampler.figure(metric).defined())
            .sorted(Comparator.comparingDouble(sampler -> -sign * sampler.figure(metric).value()))
            .toList();
    if (known.isEmpty()) {
      return "no sampler has a figure of how %s it is".formatted(equally);
    }
    String figure = value(known.get(0), metric);
    List<String> names =
        known.stream()
            .filter(sampler -> value(sampler, metric).equals(figure))
            .map(SamplerSummary::sampler)
            .toList();
    if (names.size() > 1 && names.size() == known.size()) {
      return "all are equally %s (%s)".formatted(equally, figure);
    }
    return "%s %s the %s (%s)"
        .formatted(ReportWords.list(names), names.size() > 1 ? "are" : "is", best, figure);
  }
}
