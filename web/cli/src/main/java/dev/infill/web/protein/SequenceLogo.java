package dev.infill.web.protein;

import dev.infill.evaluation.chart.Axis;
import dev.infill.evaluation.chart.Chart;
import dev.infill.evaluation.chart.Marker;
import dev.infill.evaluation.chart.Panel;
import dev.infill.evaluation.chart.Series;
import dev.infill.evaluation.chart.Series.Mark;
import dev.infill.evaluation.chart.Series.Point;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A sequence logo (Schneider and Stephens, Nucleic Acids Research 18, 1990) as SVG: at each
 * position a stack of letters, as high as what is known of the residue there in bits, in which each
 * letter has the share that its probability is. Probabilities come from a model, not from a count
 * of sequences, so there is no correction for few of these.
 */
public final class SequenceLogo {
  /** What is known of a residue where only one of the twenty can stand, in bits. */
  private static final double MOST_BITS = log2(ProteinSequence.AMINO_ACIDS.length());

  /** So many positions stand side by side in a panel. */
  private static final int COLUMNS = 10;

  /** Residues that are alike, and their colour in charts. */
  private record ChemicalClass(String name, String residues, String color) {}

  private static final List<ChemicalClass> CLASSES =
      List.of(
          new ChemicalClass("hydrophobic", "AVLIMFWP", "s0"),
          new ChemicalClass("polar", "GSTCYNQ", "s4"),
          new ChemicalClass("basic", "KRH", "s2"),
          new ChemicalClass("acidic", "DE", "s3"),
          new ChemicalClass("other", ProteinSequence.OTHER_RESIDUES, "s6"));

  private SequenceLogo() {}

  /**
   * Returns the heights of the letters of a stack: f(a) · (log₂ 20 − H), H the entropy of f.
   *
   * @param probabilities f, by residue; they sum to 1
   * @return in bits, by residue
   */
  static SortedMap<String, Double> heights(Map<String, Double> probabilities) {
    double entropy =
        probabilities.values().stream()
            .filter(share -> share > 0)
            .mapToDouble(share -> -share * log2(share))
            .sum();
    // More than the twenty may be allowed.
    double information = Math.max(0, MOST_BITS - entropy);
    SortedMap<String, Double> heights = new TreeMap<>();
    probabilities.forEach((residue, share) -> heights.put(residue, share * information));
    return heights;
  }

  private static double log2(double number) {
    return Math.log(number) / Math.log(2);
  }

  /**
   * Returns a document, which follows the reader's colour scheme.
   *
   * @param wildType the protein whose positions they are
   * @param marginals by position the probability of each residue; at least one position
   */
  public static String svg(
      ProteinSequence wildType, SortedMap<Integer, SortedMap<String, Double>> marginals) {
    List<Map.Entry<Integer, SortedMap<String, Double>>> positions =
        List.copyOf(marginals.entrySet());
    List<Panel> panels = new ArrayList<>();
    for (int first = 0; first < positions.size(); first += COLUMNS) {
      List<String> sites = new ArrayList<>();
      List<Point> letters = new ArrayList<>();
      for (Map.Entry<Integer, SortedMap<String, Double>> position :
          positions.subList(first, Math.min(first + COLUMNS, positions.size()))) {
        String site = wildType.site(position.getKey());
        letters.addAll(stack(sites.size(), site, position.getValue()));
        sites.add(site);
      }
      panels.add(panel(sites, letters));
    }
    return Chart.svg("Redesigned positions of " + wildType.label(), panels);
  }

  /** Returns the letters of a stack, the likeliest on top. */
  private static List<Point> stack(
      int column, String site, SortedMap<String, Double> probabilities) {
    Map<String, Double> heights = heights(probabilities);
    double bits = heights.values().stream().mapToDouble(Double::doubleValue).sum();
    String tip =
        String.format(Locale.ROOT, "%s, %.2f bits: ", site, bits)
            + probabilities.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .map(
                    one ->
                        String.format(Locale.ROOT, "%s %.1f%%", one.getKey(), 100 * one.getValue()))
                .collect(Collectors.joining(", "));
    List<Map.Entry<String, Double>> ascending = new ArrayList<>(heights.entrySet());
    ascending.sort(Map.Entry.comparingByValue());
    List<Point> letters = new ArrayList<>();
    double foot = 0;
    for (Map.Entry<String, Double> letter : ascending) {
      double head = foot + letter.getValue();
      letters.add(new Point(column, head).up(foot, head).saying(letter.getKey(), tip));
      foot = head;
    }
    return letters;
  }

  private static Panel panel(List<String> sites, List<Point> letters) {
    List<Series> series = new ArrayList<>();
    for (ChemicalClass alike : CLASSES) {
      List<Point> ofClass =
          letters.stream().filter(letter -> alike.residues().contains(letter.label())).toList();
      if (!ofClass.isEmpty()) {
        series.add(new Series(alike.name(), ofClass, Mark.LETTERS, Marker.circle(alike.color())));
      }
    }
    return new Panel(
        "by residue and position of the wild type",
        Axis.names(sites),
        Axis.linear("bits").showing(0, MOST_BITS),
        series);
  }
}
