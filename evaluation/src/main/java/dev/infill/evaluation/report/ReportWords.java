package dev.infill.evaluation.report;

import dev.infill.evaluation.paper.Claim;
import dev.infill.evaluation.paper.Claim.Basis;
import dev.infill.evaluation.paper.ComparedAt;
import dev.infill.evaluation.paper.EqualEnergy;
import dev.infill.evaluation.paper.ExperimentData;
import dev.infill.evaluation.paper.ExperimentSummary;
import dev.infill.evaluation.paper.Verdict;
import dev.infill.evaluation.table.Figures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The sentences of a report, the same in every form. */
final class ReportWords {
  /** The paper's claim. */
  static final String CLAIM =
      "The paper's claim: DULA and DMALA are at least 10 points of Self-BLEU below Gibbs, at a"
          + " corpus BLEU within 2 points of it. It holds where the whole interval of a difference"
          + " is on the claimed side, does not hold where the whole interval is on the other, and"
          + " is undecided in between.";

  /** A sentence that lists more than these is not read. */
  private static final int MOST_NAMED = 8;

  private final ExperimentData data;
  private final ExperimentSummary summary;

  ReportWords(ExperimentData data, ExperimentSummary summary) {
    this.data = data;
    this.summary = summary;
  }

  /** Returns the title of the report; a trial is called one. */
  String title() {
    String title = "Text infilling: diversity and quality of samplers";
    return data.isTrial()
        ? "%s – a trial of %s".formatted(title, count(data.tasks().size(), "task"))
        : title;
  }

  /** Returns the samplers, tasks and comparisons in one line. */
  String subject() {
    int tasks = data.tasks().size();
    int chains = data.runs().get(0).at(data.comparisons().get(0)).samples().size();
    return "%s on %s; %s each, %d kept; compared at %s"
        .formatted(
            data.samplers().size() > MOST_NAMED
                ? count(data.samplers().size(), "sampler")
                : list(data.samplers()),
            count(tasks, "task"),
            count(chains, "chain"),
            Math.min(data.kept(), chains),
            list(data.comparisons().stream().map(ComparedAt::words).toList()));
  }

  /** Returns how to read the figures. */
  String intervals() {
    return data.tasks().size() < 2
        ? "One task gives no intervals."
        : String.format(
            Locale.ROOT,
            "In brackets: 95 %% percentile intervals of a bootstrap over the %d tasks (%,d"
                + " resamples, seed %d; differences are paired by task).",
            data.tasks().size(),
            summary.resamples(),
            summary.seed());
  }

  /** Returns for each thing that can be equal whether the claim holds. */
  List<String> verdicts() {
    int tasks = data.tasks().size();
    if (data.isTrial()) {
      return List.of(
          "%s %s too few to judge the paper's claim; at least %d are needed."
              .formatted(
                  count(tasks, "task"), tasks == 1 ? "is" : "are", ExperimentData.FEWEST_TASKS));
    }
    if (summary.claims().isEmpty()) {
      return List.of(
          "The paper's claim compares DULA or DMALA with Gibbs; not both were run, so it is not"
              + " tested.");
    }
    List<String> lines = new ArrayList<>();
    for (Basis basis : Basis.values()) {
      List<Claim> claims =
          summary.claims().stream().filter(claim -> claim.basis() == basis).toList();
      if (!claims.isEmpty()) {
        String parts =
            Arrays.stream(Verdict.values())
                .map(verdict -> part(verdict, claims))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining("; "));
        lines.add("At " + basis.label() + " the claim " + parts + ".");
      }
    }
    return lines;
  }

  private static String part(Verdict verdict, List<Claim> claims) {
    List<String> samplers =
        claims.stream()
            .filter(claim -> claim.verdict() == verdict)
            .map(Claim::sampler)
            .distinct()
            .toList();
    if (samplers.isEmpty()) {
      return "";
    }
    String verb = verdict == Verdict.UNDECIDED ? "is undecided" : verdict.label();
    return verb + " for " + list(samplers);
  }

  /** Returns where samplers were compared at equal mean U. */
  List<String> equalEnergies() {
    return summary.claims().stream()
        .filter(claim -> claim.basis() == Basis.ENERGY)
        .map(ReportWords::equalEnergy)
        .toList();
  }

  private static String equalEnergy(Claim claim) {
    if (claim.equalEnergy().isEmpty()) {
      return "%s and %s have no finite mean U in common and are not compared at equal mean U."
          .formatted(claim.sampler(), claim.baseline());
    }
    EqualEnergy at = claim.equalEnergy().get();
    return ("%s and %s are compared at the highest mean U of kept samples that both reach, %s nats:"
            + " at step %s of %s and step %s of %s. At equal steps %s has %s, which %s (its"
            + " highest: %s).")
        .formatted(
            claim.sampler(),
            claim.baseline(),
            Figures.estimate(at.level(), 2),
            Figures.shortest(at.samplerStep(), 1),
            claim.sampler(),
            Figures.shortest(at.baselineStep(), 1),
            claim.baseline(),
            claim.baseline(),
            Figures.decimal(at.baselineAtEqualSteps(), 2),
            claim.sampler() + (at.reachesBaseline() ? " reaches" : " does not reach"),
            Figures.decimal(at.samplerHighest(), 2));
  }

  /** Returns what readers must know about a comparison. */
  String about(ComparedAt comparison) {
    return switch (comparison) {
      case STEPS ->
          "Every chain made the same number of steps, as in the paper. A step of DULA or DMALA may"
              + " change every blank and costs several steps of a sampler that changes one.";
      case PASSES ->
          "Every sampler went on until it had cost the same number of model passes, the same work"
              + " whatever a step is; or to its limit of steps, if that came first.";
    };
  }

  /** Returns where the published figures come from; nothing if none are shown. */
  List<String> sources() {
    return PublishedFigures.beside(data).stream()
        .map(PublishedFigures::source)
        .distinct()
        .map(source -> source.label() + ": " + source.citation())
        .toList();
  }

  /** Returns names as a sentence lists them. */
  static String list(List<String> names) {
    int last = names.size() - 1;
    return last < 1
        ? String.join("", names)
        : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
  }

  /** Returns a number of things. */
  static String count(int number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }
}
