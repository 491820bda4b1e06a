package dev.infill.web.cli.fill;

import static dev.infill.web.cli.fill.ReportParts.padLeft;

import dev.infill.core.diagnostics.Convergence;
import dev.infill.core.sample.Candidate;
import dev.infill.core.sample.SampleDiagnostics;
import dev.infill.core.sample.SampleResult;
import dev.infill.core.sample.SampleVerdict;
import dev.infill.core.sampler.AcceptanceKind;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.SampleSettings;
import dev.infill.web.api.Choices;
import dev.infill.web.cli.console.Figures;
import dev.infill.web.cli.console.Percent;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Fillings of chains as people read them: the best first, with their probabilities, then how the
 * chains behaved.
 *
 * @param parts what it has in common with other reports
 */
record SampleReport(ReportParts parts) {
  /**
   * Returns the report of one text, ending with a line's end.
   *
   * @param infilling the fillings
   */
  String render(SampleResult infilling) {
    List<Candidate> candidates = infilling.candidates();
    SampleSettings settings = infilling.settings();
    SampleVerdict verdict = infilling.verdict();
    List<String> lines =
        new ArrayList<>(parts.verdict(verdict.text(), verdict.reliability().isReliedOn()));
    lines.addAll(order(infilling));
    lines.addAll(
        parts.list(
            heads(candidates),
            candidates.stream()
                .<IntFunction<List<String>>>map(
                    candidate ->
                        width ->
                            parts.filled(
                                candidate.text(),
                                candidate.fills(),
                                worth(candidate, settings.chains()),
                                width))
                .toList()));
    lines.addAll(
        parts.marginals(
            "each blank, whatever stands in the others:",
            infilling.marginals(),
            settings.top(),
            ReportParts::number));
    lines.addAll(
        parts.end(
            List.of(moves(infilling.diagnostics()), convergence(infilling), run(infilling)),
            settings.seed().orElseThrow()));
    lines.addAll(
        parts.warnings(
            parts.notes(infilling.text(), infilling.reading()),
            infilling.interrupted(),
            candidates.isEmpty()));
    return String.join("\n", lines) + "\n";
  }

  /** Says what the order is of a list that is not of the best. */
  private List<String> order(SampleResult infilling) {
    OptionalDouble diversity = infilling.settings().get(Settings.DIVERSITY);
    if (diversity.isEmpty() || infilling.candidates().isEmpty()) {
      return List.of();
    }
    List<String> lines =
        new ArrayList<>(
            parts.wrapped(
                "a diverse list (diversity %s): after the best, each is the one that adds the most, by %s and by words that those above do not have:"
                    .formatted(
                        Figures.decimal(diversity.getAsDouble(), 2),
                        infilling.settings().terms().isEmpty() ? "U" : "the total")));
    lines.add("");
    return lines;
  }

  /** Returns what stands before each filling: its probability, or else what it is ordered by. */
  private static List<String> heads(List<Candidate> candidates) {
    List<String> probabilities =
        Percent.column(candidates.stream().map(Candidate::probability).toList());
    boolean known = !probabilities.stream().allMatch(Percent.UNKNOWN::equals);
    List<String> totals =
        candidates.stream().map(candidate -> Figures.decimal(candidate.total(), 2)).toList();
    int width = totals.stream().mapToInt(String::length).max().orElse(0);
    return IntStream.range(0, candidates.size())
        .mapToObj(
            i ->
                ReportParts.rank(i, candidates.size())
                    + "  "
                    + (known
                        ? probabilities.get(i)
                        : (candidates.get(i).terms().isEmpty() ? "U " : "total ")
                            + padLeft(totals.get(i), width))
                    + "  ")
        .toList();
  }

  private static String worth(Candidate candidate, int chains) {
    List<String> parts = new ArrayList<>();
    parts.add(ReportParts.sum("U", candidate.energy(), candidate.terms(), candidate.total()));
    candidate.twoWay().ifPresent(twoWay -> parts.add("M " + Figures.decimal(twoWay, 2)));
    parts.add("%d of %d chains ended here".formatted(candidate.chains(), chains));
    return String.join(" | ", parts);
  }

  private static String moves(SampleDiagnostics diagnostics) {
    return String.join(
        " | ",
        "acceptance " + Percent.about(diagnostics.moves().accepted()),
        "moved " + Percent.about(diagnostics.moves().changed()),
        "%s blanks changed a step"
            .formatted(Figures.decimal(diagnostics.moves().meanChangedBlanks(), 2)),
        Figures.counted(diagnostics.distinctFillings(), "distinct filling", "s"));
  }

  /** Says whether the chains agree on U, and what that took; chains that tell nothing say why. */
  private static String convergence(SampleResult infilling) {
    SampleDiagnostics diagnostics = infilling.diagnostics();
    if (diagnostics.energy().isEmpty()) {
      return "R-hat of U - (U is not known along the chains)";
    }
    Convergence energy = diagnostics.energy().get();
    if (energy.effectiveSampleSize().isEmpty()) {
      return "R-hat of U - (too few steps after burn-in)";
    }
    if (energy.isConstant()) {
      return "R-hat of U - (U never changes)";
    }
    List<String> parts = new ArrayList<>();
    parts.add("R-hat of U " + decimal(energy.rHat(), 2));
    parts.add("autocorrelation time " + decimal(energy.autocorrelationTime(), 1) + " steps");
    parts.add(
        "ESS %s, %s/s, %s/pass"
            .formatted(
                decimal(energy.effectiveSampleSize(), 0),
                decimal(diagnostics.effectiveSampleSizePerSecond(energy), 1),
                decimal(diagnostics.effectiveSampleSizePerModelPass(energy), 2)));
    if (energy.constantChains() > 0) {
      parts.add(
          "U is constant in %d of %d chains"
              .formatted(energy.constantChains(), infilling.settings().chains()));
    }
    return String.join(" | ", parts);
  }

  private static String decimal(OptionalDouble figure, int digits) {
    return Figures.decimal(figure.orElse(Double.NaN), digits);
  }

  /** Returns what was run, and what it took. */
  private static String run(SampleResult infilling) {
    SampleSettings settings = infilling.settings();
    SampleDiagnostics.Moves moves = infilling.diagnostics().moves();
    List<String> parts = new ArrayList<>();
    parts.add(settings.sampler().label());
    moves.stepSize().ifPresent(alpha -> parts.add("alpha " + Figures.decimal(alpha, 2)));
    settings
        .get(Settings.ANNEAL)
        .ifPresent(from -> parts.add("annealed from T " + Figures.decimal(from, 2)));
    if (settings.get(Settings.ACCEPTANCE) == AcceptanceKind.NON_REVERSIBLE) {
      parts.add(
          Choices.label(settings.get(Settings.ACCEPTANCE))
              + ", delta "
              + Figures.decimal(settings.get(Settings.DELTA), 2));
    }
    parts.add(
        "%d chains x %d steps%s, burn-in %d"
            .formatted(settings.chains(), moves.steps(), ended(infilling), settings.burnIn()));
    parts.add(
        "%s in %s s"
            .formatted(
                Figures.counted(infilling.diagnostics().modelPasses(), "pass", "es"),
                Figures.decimal(infilling.diagnostics().seconds(), 1)));
    return String.join(" | ", parts);
  }

  /** Says what ended a run that did not make the steps that it was told to make. */
  private static String ended(SampleResult infilling) {
    return switch (infilling.diagnostics().moves().end()) {
      case MAX_PASSES ->
          ", ended by %s passes"
              .formatted(Figures.count(infilling.settings().maxPasses().orElseThrow()));
      case MAX_SECONDS -> ", ended by time";
      case STEPS -> "";
      case CANCELLED -> " until it was stopped";
    };
  }
}
