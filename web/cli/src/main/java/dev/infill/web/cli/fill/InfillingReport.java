package dev.infill.web.cli.fill;

import dev.infill.core.diagnostics.Convergence;
import dev.infill.core.diagnostics.Probability;
import dev.infill.core.fill.Marginal;
import dev.infill.core.infill.Candidate;
import dev.infill.core.infill.Diagnostics;
import dev.infill.core.infill.Infilling;
import dev.infill.core.infill.SampledLengths;
import dev.infill.core.infill.Verdict;
import dev.infill.core.sampler.AcceptanceKind;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.InfillSettings;
import dev.infill.core.text.BlankedText;
import dev.infill.web.api.Choices;
import dev.infill.web.cli.console.AnnotatedText;
import dev.infill.web.cli.console.Figures;
import dev.infill.web.cli.console.Palette;
import dev.infill.web.protein.Designs;
import dev.infill.web.protein.Designs.Design;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Fillings as people read them: the best first, with what they are worth, then how the chains
 * behaved.
 *
 * @param palette marks fills and figures
 * @param columns the width of a line
 */
record InfillingReport(Palette palette, int columns) {
  private static final String INDENT = "    ";
  private static final char NO_BREAK = '\u00a0';
  private static final int NAME_WIDTH = 24;
  private static final int FIGURE_WIDTH = 12;
  private static final int TWO_PAIRS_WIDTH = 64;

  /**
   * Returns the report of one text, ending with a line's end.
   *
   * @param infilling the fillings
   */
  String render(Infilling infilling) {
    return render(infilling, Optional.empty());
  }

  /**
   * Returns the report of a redesign, ending with a line's end.
   *
   * @param designs the fillings of a protein
   */
  String render(Designs designs) {
    return render(designs.infilling(), Optional.of(designs));
  }

  private String render(Infilling infilling, Optional<Designs> designs) {
    List<String> lines = new ArrayList<>();
    List<Candidate> candidates = infilling.candidates();
    lines.addAll(verdict(infilling.verdict()));
    designs.ifPresent(
        protein ->
            lines.addAll(
                List.of("wild type  U " + Figures.decimal(protein.wildTypeEnergy(), 2), "")));
    lines.addAll(selection(infilling));
    int energyWidth =
        candidates.stream().mapToInt(candidate -> merit(candidate).length()).max().orElse(0);
    int rankWidth = Math.max(2, String.valueOf(candidates.size()).length());
    for (int i = 0; i < candidates.size(); i++) {
      Candidate candidate = candidates.get(i);
      String worth =
          padLeft(String.valueOf(i + 1), rankWidth)
              + (candidate.normalizedEnergy().isPresent() ? "  U per piece " : named(candidate))
              + padLeft(merit(candidate), energyWidth);
      String probability = probability(candidate, infilling.verdict());
      String ends = ends(candidate, infilling.settings().chains());
      boolean fits = worth.length() + probability.length() + 3 + ends.length() <= columns;
      lines.add(palette.strong(worth) + probability + (fits ? "   " + palette.faint(ends) : ""));
      if (!fits) {
        lines.add(INDENT + palette.faint(ends));
      }
      if (!candidate.terms().isEmpty()) {
        new AnnotatedText(terms(candidate), List.of())
            .lines(columns - INDENT.length(), palette)
            .forEach(line -> lines.add(INDENT + palette.faint(line)));
      }
      designs
          .map(protein -> design(protein, candidate))
          .orElseGet(
              () -> LongText.of(text(candidate), columns).lines(columns - INDENT.length(), palette))
          .forEach(line -> lines.add(INDENT + line));
      lines.add("");
    }
    lines.addAll(marginals(infilling, designs));
    lines.addAll(lengths(infilling));
    lines.addAll(diagnostics(infilling.diagnostics()));
    lines.addAll(wrapped(convergence(infilling)));
    wrapped(settings(infilling)).forEach(line -> lines.add(palette.faint(line)));
    notes(infilling, designs).stream()
        .flatMap(note -> wrapped(note).stream())
        .forEach(line -> lines.add(palette.warning(line)));
    return String.join("\n", lines) + "\n";
  }

  /** What the order is of a list that is not of the best. */
  private List<String> selection(Infilling infilling) {
    OptionalDouble diversity = infilling.settings().diversity();
    if (diversity.isEmpty() || infilling.candidates().isEmpty()) {
      return List.of();
    }
    List<String> lines =
        new ArrayList<>(
            wrapped(
                "a diverse list (diversity %s): after the best, each is the one that adds the most, by %s and by words that those above do not have:"
                    .formatted(
                        Figures.decimal(diversity.getAsDouble(), 2),
                        infilling.candidates().get(0).normalizedEnergy().isPresent()
                            ? "U per piece"
                            : infilling.settings().terms().isEmpty() ? "U" : "the total")));
    lines.add("");
    return lines;
  }

  private List<String> wrapped(String line) {
    return new AnnotatedText(line, List.of()).lines(columns, palette);
  }

  /** What candidates are compared by. */
  private static String merit(Candidate candidate) {
    return Figures.decimal(candidate.normalizedEnergy().orElse(candidate.total()), 2);
  }

  private static String named(Candidate candidate) {
    return candidate.terms().isEmpty() ? "  U " : "  total ";
  }

  /** What the total is made of. */
  private static String terms(Candidate candidate) {
    return Stream.concat(
            Stream.of("U " + Figures.decimal(candidate.energy(), 2)),
            candidate.terms().stream()
                .map(
                    term ->
                        "%s %s x %s"
                            .formatted(
                                term.name(),
                                Figures.decimal(term.value(), 2),
                                Figures.decimal(term.weight(), 2))))
        .collect(Collectors.joining(" | "));
  }

  /** The lengths that chains were given, and what each came to: a line of each. */
  private List<String> lengths(Infilling infilling) {
    if (infilling.lengths().isEmpty()) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    lines.addAll(
        wrapped("pieces in the blanks: best and mean U per piece, read from left to right"));
    int width =
        infilling.lengths().stream().mapToInt(each -> written(each).length()).max().orElse(0);
    for (SampledLengths lengths : infilling.lengths()) {
      String figures =
          "%s   %s   %s in %s"
              .formatted(
                  padLeft(decimal(lengths.bestNormalizedEnergy(), 2), 6),
                  padLeft(decimal(lengths.meanNormalizedEnergy(), 2), 6),
                  counted(lengths.distinctFillings(), "filling"),
                  counted(lengths.chains(), "chain"));
      lines.addAll(wrapped(padRight(written(lengths), width + 3) + figures));
    }
    lines.add("");
    return lines;
  }

  private static String written(SampledLengths lengths) {
    return lengths.lengths().stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  private static String counted(int count, String what) {
    return Figures.count(count) + " " + what + (count == 1 ? "" : "s");
  }

  private static AnnotatedText text(Candidate candidate) {
    return new AnnotatedText(
        candidate.text(),
        candidate.fills().stream()
            .map(
                fill ->
                    new AnnotatedText.Span(
                        fill.start(),
                        fill.end(),
                        Figures.probability(Math.exp(fill.logProbability()))))
            .toList());
  }

  /** What a design has in place of the wild type's residues, and all of it. */
  private List<String> design(Designs designs, Candidate candidate) {
    Design design = designs.design(candidate);
    int count = design.mutations().size();
    String mutations =
        count == 0
            ? "the wild type"
            : "%s U %s: %s"
                .formatted(
                    counted(count, "mutation"),
                    String.format(Locale.ROOT, "%+.2f", design.energyDifference()),
                    String.join(" ", design.mutations()));
    int width = columns - INDENT.length();
    List<String> lines =
        new ArrayList<>(new AnnotatedText(mutations, List.of()).lines(width, palette));
    Set<Integer> redesigned = designs.redesign().residues().keySet();
    for (int from = 0; from < design.sequence().length(); from += width) {
      lines.add(
          IntStream.range(from, Math.min(from + width, design.sequence().length()))
              .mapToObj(
                  at -> {
                    String residue = design.sequence().substring(at, at + 1);
                    return redesigned.contains(at + 1) ? palette.fill(residue) : residue;
                  })
              .collect(Collectors.joining()));
    }
    return lines;
  }

  private List<String> verdict(Verdict verdict) {
    boolean relied =
        switch (verdict.reliability()) {
          case EXACT, RELIABLE -> true;
          case UNRELIABLE, BOUNDS_ONLY, NOT_SAMPLED -> false;
        };
    List<String> lines = new ArrayList<>();
    wrapped(verdict.text()).forEach(line -> lines.add(relied ? line : palette.warning(line)));
    lines.add("");
    return lines;
  }

  private static String probability(Candidate candidate, Verdict verdict) {
    Probability probability = candidate.probability();
    if (probability.estimate().isPresent()) {
      return "   p " + estimate(probability, verdict);
    }
    return probability.upperBound().isPresent()
        ? "   p ≤ " + padLeft(Figures.bound(probability.upperBound().getAsDouble()), 5)
        : "";
  }

  /** An estimate with its standard error; what is known exactly has none. */
  private static String estimate(Probability probability, Verdict verdict) {
    double estimate = probability.estimate().orElse(Double.NaN);
    double error = probability.standardError().orElse(Double.NaN);
    String written = padLeft(Figures.smallPercent(estimate), 5);
    return verdict.reliability() == Verdict.Reliability.EXACT
        ? written
        : written
            + " ± "
            // Of an error next to nothing as many digits as of the estimate.
            + padLeft(
                error < estimate / 1000 ? Figures.percent(error) : Figures.smallPercent(error), 5);
  }

  /** The likeliest words of each blank, whatever stands in the others: a line of each. */
  private List<String> marginals(Infilling infilling, Optional<Designs> designs) {
    if (infilling.marginals().isEmpty()) {
      return List.of();
    }
    List<String> lines =
        new ArrayList<>(
            wrapped(
                "each %s, whatever stands in the others%s:"
                    .formatted(
                        designs.isPresent() ? "position" : "blank",
                        infilling.lengths().isEmpty()
                            ? ""
                            : ", all lengths being equally likely")));
    List<String> each =
        infilling.marginals().stream()
            .map(
                marginal ->
                    designs
                        .map(protein -> protein.redesign().site(marginal.blank()))
                        .orElse(padLeft(String.valueOf(marginal.blank()), 2)))
            .toList();
    int indent =
        Math.max(INDENT.length(), each.stream().mapToInt(String::length).max().orElseThrow() + 1);
    Iterator<String> names = each.iterator();
    int most = infilling.settings().top();
    for (Marginal marginal : infilling.marginals()) {
      Stream<String> words =
          marginal.words().stream()
              .limit(most)
              .map(
                  word ->
                      word.text()
                          + " "
                          + estimate(word.probability(), infilling.verdict())
                              .strip()
                              .replaceAll(" +", " "));
      Stream<String> rest =
          marginal.words().size() > most
              ? Stream.of("others " + Figures.smallPercent(marginal.rest(most)))
              : Stream.empty();
      // A word is not parted from its figures.
      String all =
          Stream.concat(words, rest)
              .map(word -> word.replace(' ', NO_BREAK))
              .collect(Collectors.joining(", "));
      String start = names.next();
      for (String line : new AnnotatedText(all, List.of()).lines(columns - indent, palette)) {
        lines.add(padRight(start, indent) + line.replace(NO_BREAK, ' '));
        start = "";
      }
    }
    lines.add("");
    return lines;
  }

  private static String ends(Candidate candidate, int chains) {
    return candidate.chains() + " of " + chains + " chains ended here";
  }

  private List<String> diagnostics(Diagnostics diagnostics) {
    List<String> chains =
        List.of(
            pair("acceptance", Figures.percent(diagnostics.acceptanceRate())),
            pair("accepted and changed", Figures.percent(diagnostics.acceptedAndChangedRate())),
            pair(
                "blanks changed a step", Figures.decimal(diagnostics.meanChangedCoordinates(), 2)));
    List<String> outcome =
        List.of(
            pair("distinct fillings", Figures.count(diagnostics.distinctFillings())),
            // Of chains that never move the verdict, or the line below, tells more than a 0.
            pair(
                "effective samples of U",
                decimal(
                    diagnostics
                        .convergenceOfEnergy()
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
    if (columns < TWO_PAIRS_WIDTH) {
      return Stream.concat(chains.stream(), outcome.stream()).toList();
    }
    return IntStream.range(0, chains.size())
        .mapToObj(i -> padRight(chains.get(i), NAME_WIDTH + FIGURE_WIDTH) + outcome.get(i))
        .toList();
  }

  /** Whether the chains agree on U, and what that took; chains that tell nothing say why. */
  private static String convergence(Infilling infilling) {
    Diagnostics diagnostics = infilling.diagnostics();
    if (diagnostics.convergenceOfEnergy().isEmpty()) {
      return infilling.lengths().isEmpty()
          ? "R-hat of U - (U is not known along the chains)"
          : "R-hat of U - (chains of different lengths have different targets)";
    }
    Convergence energy = diagnostics.convergenceOfEnergy().get();
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

  private static String settings(Infilling infilling) {
    InfillSettings settings = infilling.settings();
    List<String> parts = new ArrayList<>();
    parts.add(settings.sampler().label());
    OptionalDouble stepSize = infilling.diagnostics().stepSize();
    if (stepSize.isPresent()) {
      parts.add("alpha " + Figures.decimal(stepSize.getAsDouble(), 2));
    }
    settings
        .annealFrom()
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
            + infilling.diagnostics().steps()
            + " steps"
            + ended(infilling)
            + ", burn-in "
            + settings.burnIn());
    settings.seed().ifPresent(seed -> parts.add("seed " + seed));
    return String.join(" | ", parts);
  }

  /** What ended a run that did not make the steps that it was told to make. */
  private static String ended(Infilling infilling) {
    InfillSettings settings = infilling.settings();
    return switch (infilling.diagnostics().end()) {
      case MAX_PASSES ->
          ", ended by %s passes".formatted(Figures.count(settings.maxPasses().orElseThrow()));
      case MAX_SECONDS -> ", ended by time";
      case STEPS -> "";
      case CANCELLED -> " until it was stopped";
    };
  }

  private List<String> notes(Infilling infilling, Optional<Designs> designs) {
    List<String> notes = new ArrayList<>();
    infilling
        .reading()
        .window()
        .ifPresent(
            window ->
                notes.add(
                    "Note: the text is longer than the model reads: U and all figures are of %s of its %s %s, those around the blanks."
                        .formatted(
                            count(
                                infilling.text().substring(window.start(), window.end()), designs),
                            count(infilling.text(), designs),
                            designs.isPresent() ? "residues" : "characters")));
    if (designs.isEmpty() && LongText.isLong(infilling.text(), columns)) {
      notes.add("Note: … stands for text around the blanks; --format json has the whole text.");
    }
    if (infilling.interrupted()) {
      notes.add(
          infilling.candidates().isEmpty()
              ? "Interrupted before there was a filling to show."
              : "Interrupted: these are the best fillings found until then.");
    }
    return notes;
  }

  /** Of a protein a blank counts as the residue that it holds. */
  private static String count(String text, Optional<Designs> designs) {
    return Figures.count(
        designs.isPresent() ? text.replace(BlankedText.MASK, "?").length() : text.length());
  }

  private static String padLeft(String text, int width) {
    return " ".repeat(Math.max(0, width - text.length())) + text;
  }

  private static String padRight(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }
}
