package dev.infill.web.cli.fill;

import static dev.infill.web.cli.fill.ReportParts.INDENT;
import static dev.infill.web.cli.fill.ReportParts.padLeft;

import dev.infill.core.fill.FillDiagnostics;
import dev.infill.core.fill.FillResult;
import dev.infill.core.fill.Filling;
import dev.infill.core.fill.Marginal;
import dev.infill.core.text.BlankedText;
import dev.infill.web.cli.console.Figures;
import dev.infill.web.protein.Designs;
import dev.infill.web.protein.Designs.Design;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The most probable fillings as people read them: the verdict, the list, the likeliest words of
 * each blank, what it took.
 *
 * @param parts what it has in common with other reports
 */
record FillReport(ReportParts parts) {
  /** A filling stands beside its probability where there are so many columns for it at least. */
  private static final int FEWEST_COLUMNS = 40;

  /** A filling and what stands below it. */
  private static final int BESIDE_LINES = 2;

  /**
   * Returns the report of one text, ending with a line's end.
   *
   * @param result the fillings
   */
  String render(FillResult result) {
    List<String> lines = new ArrayList<>(verdict(result));
    lines.addAll(
        list(result, filling -> width -> parts.filled(filling.text(), filling.fills(), width)));
    lines.addAll(marginals(result, "blank", ReportParts::number));
    lines.addAll(end(result, parts.notes(result.text(), result.reading())));
    return String.join("\n", lines) + "\n";
  }

  /**
   * Returns the report of a redesign, ending with a line's end.
   *
   * @param designs the fillings of a protein
   */
  String render(Designs designs) {
    FillResult result = designs.result();
    List<String> lines = new ArrayList<>(verdict(result));
    lines.add("wild type  M " + Figures.decimal(designs.wildType().twoWay().orElseThrow(), 2));
    lines.add("");
    lines.addAll(list(result, filling -> width -> design(designs, filling, width)));
    lines.addAll(
        marginals(result, "position", marginal -> designs.redesign().site(marginal.blank())));
    lines.addAll(
        end(
            result,
            parts.notes(
                result.text(),
                result.reading(),
                // A blank counts as the residue that it holds.
                text -> text.replace(BlankedText.MASK, "?").replace(" ", "").length(),
                "residues")));
    return String.join("\n", lines) + "\n";
  }

  private List<String> verdict(FillResult result) {
    return parts.verdict(result.verdict().text(), result.verdict().reliability().isReliedOn());
  }

  /** Fillings stand beside their probabilities if all of them fit there, else below. */
  private List<String> list(
      FillResult result, Function<Filling, Function<Integer, List<String>>> body) {
    List<Filling> fillings = result.fillings();
    if (fillings.isEmpty()) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    if (result.reading().lengths() > 1) {
      lines.addAll(
          parts.wrapped(
              "M per piece, the probability among fillings of the same lengths, and the filling:"));
    }
    List<String> heads = heads(result);
    int beside = parts.columns() - heads.get(0).length();
    boolean fit =
        beside >= FEWEST_COLUMNS
            && fillings.stream()
                .allMatch(filling -> body.apply(filling).apply(beside).size() <= BESIDE_LINES);
    for (int i = 0; i < fillings.size(); i++) {
      Filling filling = fillings.get(i);
      String head = heads.get(i);
      String indent = fit ? " ".repeat(head.length()) : INDENT;
      int width = parts.columns() - indent.length();
      List<String> its = new ArrayList<>(body.apply(filling).apply(width));
      its.addAll(total(filling, width));
      if (fit) {
        lines.add(parts.palette().strong(head) + its.remove(0));
      } else {
        lines.add(parts.palette().strong(head.stripTrailing()));
      }
      its.forEach(line -> lines.add(indent + line));
      if (!fit) {
        lines.add("");
      }
    }
    if (fit) {
      lines.add("");
    }
    return lines;
  }

  /** Returns what stands before each filling: all are equally long. */
  private static List<String> heads(FillResult result) {
    List<Filling> fillings = result.fillings();
    List<String> probabilities =
        Percent.column(fillings.stream().map(Filling::probability).toList());
    int ranks = Math.max(2, String.valueOf(fillings.size()).length());
    return IntStream.range(0, fillings.size())
        .mapToObj(
            i ->
                padLeft(String.valueOf(i + 1), ranks)
                    + (result.reading().lengths() > 1 ? padLeft(perPiece(fillings.get(i)), 8) : "")
                    + "  "
                    + probabilities.get(i)
                    + "  ")
        .toList();
  }

  private static String perPiece(Filling filling) {
    return Figures.decimal(filling.total() / filling.fills().size(), 2);
  }

  /** Returns what a filling comes to where terms are added. */
  private List<String> total(Filling filling, int width) {
    if (filling.terms().isEmpty()) {
      return List.of();
    }
    String total = "total " + Figures.decimal(filling.total(), 2) + " = ";
    return parts
        .wrapped(total + ReportParts.terms("M", filling.twoWay(), filling.terms()), width)
        .stream()
        .map(parts.palette()::faint)
        .toList();
  }

  /** What a design has in place of the wild type's residues, and all of it. */
  private List<String> design(Designs designs, Filling filling, int width) {
    Design design = designs.design(filling);
    int count = design.mutations().size();
    String mutations =
        count == 0
            ? "the wild type"
            : String.format(
                Locale.ROOT,
                "%d mutation%s, M %+.2f: %s",
                count,
                count == 1 ? "" : "s",
                design.twoWayDifference(),
                String.join(" ", design.mutations()));
    List<String> lines = new ArrayList<>(parts.wrapped(mutations, width));
    Set<Integer> redesigned = designs.redesign().residues().keySet();
    String sequence = design.sequence();
    for (int from = 0; from < sequence.length(); from += width) {
      lines.add(
          IntStream.range(from, Math.min(from + width, sequence.length()))
              .mapToObj(
                  at -> {
                    String residue = sequence.substring(at, at + 1);
                    return redesigned.contains(at + 1) ? parts.palette().fill(residue) : residue;
                  })
              .collect(Collectors.joining()));
    }
    return lines;
  }

  private List<String> marginals(FillResult result, String what, Function<Marginal, String> name) {
    return parts.marginals(
        "each %s, whatever stands in the others%s:"
            .formatted(
                what, result.reading().lengths() > 1 ? ", all lengths being equally likely" : ""),
        result.marginals(),
        result.settings().top(),
        name,
        probability -> Percent.of(probability).inLine(),
        Percent::about);
  }

  private List<String> end(FillResult result, List<String> notes) {
    FillDiagnostics diagnostics = result.diagnostics();
    String took =
        "%s | %s | %s s | seed %d"
            .formatted(
                Figures.counted(diagnostics.modelPasses(), "model pass", "es"),
                Figures.counted(diagnostics.draws(), "draw", "s"),
                Figures.decimal(diagnostics.seconds(), 1),
                result.settings().seed().orElseThrow());
    List<String> lines = new ArrayList<>();
    parts.wrapped(took).forEach(line -> lines.add(parts.palette().faint(line)));
    lines.addAll(parts.warnings(notes, result.interrupted(), result.fillings().isEmpty()));
    return lines;
  }
}
