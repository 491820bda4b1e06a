package dev.infill.web.cli.fill;

import static dev.infill.web.cli.fill.ReportParts.INDENT;
import static dev.infill.web.cli.fill.ReportParts.padLeft;
import static dev.infill.web.cli.fill.ReportParts.padRight;

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
import dev.infill.web.cli.console.Palette;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Fillings of chains as people read them: the best first, with what they are worth, then how the
 * chains behaved.
 *
 * @param parts what it has in common with other reports
 */
record SampleReport(ReportParts parts) {
  private static final int NAME_WIDTH = 24;
  private static final int FIGURE_WIDTH = 12;
  private static final int TWO_PAIRS_WIDTH = 64;

  /**
   * Returns the report of one text, ending with a line's end.
   *
   * @param infilling the fillings
   */
  String render(SampleResult infilling) {
    SampleVerdict verdict = infilling.verdict();
    List<String> lines =
        new ArrayList<>(parts.verdict(verdict.text(), verdict.reliability().isReliedOn()));
    lines.addAll(selection(infilling));
    if (parts.detailed()) {
      lines.addAll(candidates(infilling));
      lines.addAll(
          parts.marginals(
              "each blank, whatever stands in the others:",
              infilling.marginals(),
              infilling.settings().top(),
              ReportParts::number,
              word -> Percent.of(word).inLine(),
              Percent::about));
      lines.addAll(diagnostics(infilling.diagnostics()));
      lines.addAll(parts.wrapped(convergence(infilling)));
      parts.wrapped(settings(infilling)).forEach(line -> lines.add(palette().faint(line)));
    } else {
      lines.addAll(fillings(infilling.candidates()));
      lines.addAll(parts.more(infilling.settings().seed().orElseThrow()));
    }
    lines.addAll(
        parts.warnings(
            parts.notes(infilling.text(), infilling.reading()),
            infilling.interrupted(),
            infilling.candidates().isEmpty()));
    return String.join("\n", lines) + "\n";
  }

  /** Returns the fillings with their probabilities, or what they are compared by. */
  private List<String> fillings(List<Candidate> candidates) {
    List<String> probabilities =
        Percent.column(candidates.stream().map(Candidate::probability).toList());
    boolean known = !probabilities.stream().allMatch(Percent.UNKNOWN::equals);
    int width = meritWidth(candidates);
    return parts.list(
        IntStream.range(0, candidates.size())
            .mapToObj(
                i ->
                    ReportParts.rank(i, candidates.size())
                        + (known
                            ? "  " + probabilities.get(i)
                            : named(candidates.get(i)) + padLeft(merit(candidates.get(i)), width))
                        + "  ")
            .toList(),
        candidates.stream()
            .<IntFunction<List<String>>>map(
                candidate -> columns -> parts.filled(candidate.text(), candidate.fills(), columns))
            .toList());
  }

  private static int meritWidth(List<Candidate> candidates) {
    return candidates.stream().mapToInt(candidate -> merit(candidate).length()).max().orElse(0);
  }

  /** Returns the fillings with all that is known of them. */
  private List<String> candidates(SampleResult infilling) {
    List<Candidate> candidates = infilling.candidates();
    List<String> lines = new ArrayList<>();
    int energyWidth = meritWidth(candidates);
    List<String> probabilities = probabilities(candidates);
    for (int i = 0; i < candidates.size(); i++) {
      Candidate candidate = candidates.get(i);
      String worth =
          ReportParts.rank(i, candidates.size())
              + named(candidate)
              + padLeft(merit(candidate), energyWidth)
              + candidate.twoWay().stream()
                  .mapToObj(twoWay -> "   M " + padLeft(Figures.decimal(twoWay, 2), 6))
                  .collect(Collectors.joining());
      String probability = probabilities.get(i);
      String ends = ends(candidate, infilling.settings().chains());
      boolean fits = worth.length() + probability.length() + 3 + ends.length() <= columns();
      lines.add(
          palette().strong(worth) + probability + (fits ? "   " + palette().faint(ends) : ""));
      if (!fits) {
        lines.add(INDENT + palette().faint(ends));
      }
      int width = columns() - INDENT.length();
      if (!candidate.terms().isEmpty()) {
        parts
            .wrapped(ReportParts.terms("U", candidate.energy(), candidate.terms()), width)
            .forEach(line -> lines.add(INDENT + palette().faint(line)));
      }
      parts
          .filled(candidate.text(), candidate.fills(), width)
          .forEach(line -> lines.add(INDENT + line));
      lines.add("");
    }
    return lines;
  }

  private Palette palette() {
    return parts.palette();
  }

  private int columns() {
    return parts.columns();
  }

  /** What the order is of a list that is not of the best. */
  private List<String> selection(SampleResult infilling) {
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

  /** What candidates are compared by. */
  private static String merit(Candidate candidate) {
    return Figures.decimal(candidate.total(), 2);
  }

  private static String named(Candidate candidate) {
    return candidate.terms().isEmpty() ? "  U " : "  total ";
  }

  /** Returns what is known of the candidates' probabilities; nothing where nothing is known. */
  private static List<String> probabilities(List<Candidate> candidates) {
    List<String> column = Percent.column(candidates.stream().map(Candidate::probability).toList());
    boolean known = !column.stream().allMatch(Percent.UNKNOWN::equals);
    return column.stream().map(probability -> known ? "   p " + probability : "").toList();
  }

  private static String ends(Candidate candidate, int chains) {
    return candidate.chains() + " of " + chains + " chains ended here";
  }

  private List<String> diagnostics(SampleDiagnostics diagnostics) {
    List<String> chains =
        List.of(
            pair("acceptance", Figures.percent(diagnostics.moves().accepted())),
            pair("accepted and changed", Figures.percent(diagnostics.moves().changed())),
            pair(
                "blanks changed a step",
                Figures.decimal(diagnostics.moves().meanChangedBlanks(), 2)));
    List<String> outcome =
        List.of(
            pair("distinct fillings", Figures.count(diagnostics.distinctFillings())),
            // Of chains that never move the verdict, or the line below, tells more than a 0.
            pair(
                "effective samples of U",
                decimal(
                    diagnostics
                        .energy()
                        .filter(energy -> !energy.isConstant())
                        .map(Convergence::effectiveSampleSize)
                        .orElse(OptionalDouble.empty()),
                    0)),
            pair(
                "model passes",
                Figures.count(diagnostics.modelPasses())
                    + " in "
                    + Figures.decimal(diagnostics.seconds(), 1)
                    + " s"));
    if (columns() < TWO_PAIRS_WIDTH) {
      return Stream.concat(chains.stream(), outcome.stream()).toList();
    }
    return IntStream.range(0, chains.size())
        .mapToObj(i -> padRight(chains.get(i), NAME_WIDTH + FIGURE_WIDTH) + outcome.get(i))
        .toList();
  }

  /** Whether the chains agree on U, and what that took; chains that tell nothing say why. */
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
        "ESS %s/s, %s/pass"
            .formatted(
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

  private static String pair(String name, String figure) {
    return padRight(name, NAME_WIDTH) + figure;
  }

  private static String settings(SampleResult infilling) {
    SampleSettings settings = infilling.settings();
    List<String> parts = new ArrayList<>();
    parts.add(settings.sampler().label());
    OptionalDouble stepSize = infilling.diagnostics().moves().stepSize();
    if (stepSize.isPresent()) {
      parts.add("alpha " + Figures.decimal(stepSize.getAsDouble(), 2));
    }
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
        settings.chains()
            + " chains x "
            + infilling.diagnostics().moves().steps()
            + " steps"
            + ended(infilling)
            + ", burn-in "
            + settings.burnIn());
    settings.seed().ifPresent(seed -> parts.add("seed " + seed));
    return String.join(" | ", parts);
  }

  /** What ended a run that did not make the steps that it was told to make. */
  private static String ended(SampleResult infilling) {
    SampleSettings settings = infilling.settings();
    return switch (infilling.diagnostics().moves().end()) {
      case MAX_PASSES ->
          ", ended by %s passes".formatted(Figures.count(settings.maxPasses().orElseThrow()));
      case MAX_SECONDS -> ", ended by time";
      case STEPS -> "";
      case CANCELLED -> " until it was stopped";
    };
  }
}
