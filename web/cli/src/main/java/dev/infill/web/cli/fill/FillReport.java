package dev.infill.web.cli.fill;

import static dev.infill.web.cli.fill.ReportParts.padLeft;

import dev.infill.core.fill.FillDiagnostics;
import dev.infill.core.fill.FillResult;
import dev.infill.core.fill.Filling;
import dev.infill.core.fill.Marginal;
import dev.infill.core.text.BlankedText;
import dev.infill.web.cli.console.Figures;
import dev.infill.web.cli.console.Percent;
import dev.infill.web.protein.Designs;
import dev.infill.web.protein.Designs.Design;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The most probable fillings as people read them: the verdict, the list, the likeliest words of
 * each blank, what it took.
 *
 * @param parts what it has in common with other reports
 */
record FillReport(ReportParts parts) {
  /**
   * Returns the report of one text, ending with a line's end.
   *
   * @param result the fillings
   */
  String render(FillResult result) {
    List<String> lines = new ArrayList<>(verdict(result));
    lines.addAll(
        list(
            result,
            filling ->
                width -> parts.filled(filling.text(), filling.fills(), worth(filling), width)));
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
            ReportParts.notes(
                result.text(),
                result.reading().window(),
                result.reading().unknownPieces(),
                // A blank counts as the residue that it holds.
                text -> text.replace(BlankedText.MASK, "?").replace(" ", "").length(),
                "residues")));
    return String.join("\n", lines) + "\n";
  }

  private List<String> verdict(FillResult result) {
    return parts.verdict(result.verdict().text(), result.verdict().reliability().isReliedOn());
  }

  private List<String> list(FillResult result, Function<Filling, IntFunction<List<String>>> body) {
    List<String> lines = new ArrayList<>();
    if (result.reading().lengths() > 1 && !result.fillings().isEmpty()) {
      lines.addAll(
          parts.wrapped(
              "M per piece, the probability among fillings of the same lengths, and the filling:"));
    }
    lines.addAll(parts.list(heads(result), result.fillings().stream().map(body).toList()));
    return lines;
  }

  /** Returns what stands before each filling: all are equally long. */
  private static List<String> heads(FillResult result) {
    List<Filling> fillings = result.fillings();
    List<String> probabilities =
        Percent.column(fillings.stream().map(Filling::probability).toList());
    return IntStream.range(0, fillings.size())
        .mapToObj(
            i ->
                ReportParts.rank(i, fillings.size())
                    + (result.reading().lengths() > 1 ? padLeft(perPiece(fillings.get(i)), 8) : "")
                    + "  "
                    + probabilities.get(i)
                    + "  ")
        .toList();
  }

  private static String perPiece(Filling filling) {
    return Figures.decimal(filling.total() / filling.fills().size(), 2);
  }

  private static String worth(Filling filling) {
    return ReportParts.sum("M", filling.twoWay(), filling.terms(), filling.total())
        + " | U "
        + Figures.decimal(filling.energy(), 2);
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
    return parts.worth(lines, worth(filling), width);
  }

  private List<String> marginals(FillResult result, String what, Function<Marginal, String> name) {
    return parts.marginals(
        "each %s, whatever stands in the others%s:"
            .formatted(
                what, result.reading().lengths() > 1 ? ", all lengths being equally likely" : ""),
        result.marginals(),
        result.settings().top(),
        name);
  }

  private List<String> end(FillResult result, List<String> notes) {
    FillDiagnostics diagnostics = result.diagnostics();
    String took =
        "%s | %s | %s s"
            .formatted(
                Figures.counted(diagnostics.modelPasses(), "model pass", "es"),
                Figures.counted(diagnostics.draws(), "draw", "s"),
                Figures.decimal(diagnostics.seconds(), 1));
    List<String> lines =
        new ArrayList<>(parts.end(List.of(took), result.settings().seed().orElseThrow()));
    lines.addAll(parts.warnings(notes, result.interrupted(), result.fillings().isEmpty()));
    return lines;
  }
}
