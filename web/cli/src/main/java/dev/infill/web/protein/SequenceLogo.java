package dev.infill.web.protein;

import dev.infill.evaluation.chart.Chart;
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
  static final double MOST_BITS = log2(ProteinSequence.AMINO_ACIDS.length());

  /** Pixels of a bit, of a position, and around all. */
  private static final int BIT = 40;

  private static final int COLUMN = 24;
  private static final int LEFT = 54;
  private static final int RIGHT = 10;
  private static final int TITLE = 40;
  private static final int BELOW = 44;

  /** More than a character of the title takes on average. */
  private static final int CHARACTER = 8;

  /** So many positions stand side by side; further ones in another row. */
  private static final int COLUMNS = 40;

  /** Of the letters' font: how high a capital is and how wide, of a size of 1. */
  private static final double CAPITAL = 0.72;

  private static final double LEAST_PIXELS = 0.5;

  /** Residues that are alike, and their colours where the ground is light and where it is dark. */
  private enum ChemicalClass {
    HYDROPHOBIC("AVLIMFWP", "#3f4a59", "#b3bdca"),
    POLAR("GSTCYNQ", "#12785a", "#58cfa4"),
    BASIC("KRH", "#0b6cb8", "#6fb6f2"),
    ACIDIC("DE", "#c0332b", "#ff8f85"),
    OTHER(ProteinSequence.OTHER_RESIDUES, "#866300", "#e0bd55");

    private final String residues;
    private final String onLight;
    private final String onDark;

    ChemicalClass(String residues, String onLight, String onDark) {
      this.residues = residues;
      this.onLight = onLight;
      this.onDark = onDark;
    }

    static ChemicalClass of(String residue) {
      for (ChemicalClass one : values()) {
        if (one.residues.contains(residue)) {
          return one;
        }
      }
      return OTHER;
    }

    String style() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private SequenceLogo() {}

  /**
   * Returns the heights of the letters of a stack: f(a) · (log₂ 20 − H), H the entropy of f.
   *
   * @param probabilities f, by residue; they sum to 1
   * @return in bits, by residue
   */
  public static SortedMap<String, Double> heights(Map<String, Double> probabilities) {
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
    if (marginals.isEmpty()) {
      throw new IllegalArgumentException("nothing to draw");
    }
    List<Map.Entry<Integer, SortedMap<String, Double>>> positions =
        List.copyOf(marginals.entrySet());
    int rowHeight = (int) Math.ceil(MOST_BITS * BIT) + BELOW;
    int rows = (positions.size() + COLUMNS - 1) / COLUMNS;
    String title = "Redesigned positions of " + wildType.label();
    int width =
        Math.max(
            LEFT + Math.min(COLUMNS, positions.size()) * COLUMN + RIGHT,
            2 * RIGHT + title.length() * CHARACTER);
    int height = TITLE + rows * rowHeight;
    StringBuilder drawing = new StringBuilder();
    append(
        drawing,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" viewBox=\"0 0 %1$d %2$d\""
            + " width=\"%1$d\" height=\"%2$d\" role=\"img\" aria-labelledby=\"title desc\">\n"
            + "<title id=\"title\">%3$s</title>\n<desc id=\"desc\">%4$s</desc>\n"
            + "<style>\n%5$s%6$s</style>\n<rect class=\"ground\" width=\"%1$d\" height=\"%2$d\"/>\n"
            + "<text class=\"name\" x=\"%7$d\" y=\"22\">%3$s</text>\n",
        width,
        height,
        escaped(title),
        escaped(description(wildType, marginals)),
        Chart.style(),
        style(),
        RIGHT);
    for (int first = 0; first < positions.size(); first += COLUMNS) {
      List<Map.Entry<Integer, SortedMap<String, Double>>> row =
          positions.subList(first, Math.min(first + COLUMNS, positions.size()));
      int foot = TITLE + first / COLUMNS * rowHeight + rowHeight - BELOW;
      axis(drawing, foot, row.size());
      for (int column = 0; column < row.size(); column++) {
        int left = LEFT + column * COLUMN;
        stack(drawing, left, foot, wildType, row.get(column).getKey(), row.get(column).getValue());
      }
    }
    return drawing.append("</svg>\n").toString();
  }

  private static void axis(StringBuilder drawing, int foot, int columns) {
    for (int bits = 0; bits <= MOST_BITS; bits++) {
      append(
          drawing,
          """
          <path class="grid" d="M%d %dh%d"/>
          <text class="muted" x="%d" y="%d" text-anchor="end">%d</text>
          """,
          LEFT,
          foot - bits * BIT,
          columns * COLUMN,
          LEFT - 6,
          foot - bits * BIT + 4,
          bits);
    }
    append(
        drawing,
        "<text class=\"muted\" transform=\"translate(%d %d) rotate(-90)\""
            + " text-anchor=\"middle\">bits</text>\n",
        LEFT - 30,
        foot - 2 * BIT);
  }

  private static void stack(
      StringBuilder drawing,
      int left,
      int foot,
      ProteinSequence wildType,
      int position,
      SortedMap<String, Double> probabilities) {
    append(
        drawing,
        "<g><title>%s</title>\n",
        escaped(told(wildType, position, probabilities, Integer.MAX_VALUE)));
    double y = foot;
    List<Map.Entry<String, Double>> letters = new ArrayList<>(heights(probabilities).entrySet());
    letters.sort(Map.Entry.comparingByValue());
    for (Map.Entry<String, Double> letter : letters) {
      double pixels = letter.getValue() * BIT;
      if (pixels >= LEAST_PIXELS) {
        append(
            drawing,
            "<text class=\"residue %s\" transform=\"translate(%d %.2f) scale(1 %.4f)\""
                + " textLength=\"%d\" lengthAdjust=\"spacingAndGlyphs\">%s</text>\n",
            ChemicalClass.of(letter.getKey()).style(),
            left + 1,
            y,
            pixels / (CAPITAL * COLUMN),
            COLUMN - 2,
            escaped(letter.getKey()));
      }
      y -= pixels;
    }
    append(
        drawing,
        """
        <text x="%1$d" y="%2$d" text-anchor="middle">%3$s</text>
        <text class="muted" x="%1$d" y="%4$d" text-anchor="middle">%5$d</text>
        </g>
        """,
        left + COLUMN / 2,
        foot + 14,
        wildType.at(position),
        foot + 28,
        position);
  }

  private static String style() {
    StringBuilder style = new StringBuilder();
    append(style, ".chart .residue { font: bold %dpx Helvetica, Arial, sans-serif; }\n", COLUMN);
    for (ChemicalClass one : ChemicalClass.values()) {
      append(style, ".chart .%s { fill: %s; }\n", one.style(), one.onLight);
    }
    append(style, "@media screen and (prefers-color-scheme: dark) {\n");
    for (ChemicalClass one : ChemicalClass.values()) {
      append(style, "  .chart .%s { fill: %s; }\n", one.style(), one.onDark);
    }
    append(style, "}\n");
    return style.toString();
  }

  /** For those who cannot see it. */
  private static String description(
      ProteinSequence wildType, SortedMap<Integer, SortedMap<String, Double>> marginals) {
    return "A sequence logo. Below each stack stand the residue of the wild type and its position."
        + " The height of a stack is the information in bits, at most log2 20. Hydrophobic residues"
        + " are grey, polar ones green, basic ones blue, acidic ones red. "
        + marginals.entrySet().stream()
            .map(one -> told(wildType, one.getKey(), one.getValue(), 3))
            .collect(Collectors.joining("; "))
        + ".";
  }

  private static String told(
      ProteinSequence wildType, int position, Map<String, Double> probabilities, int most) {
    double bits = heights(probabilities).values().stream().mapToDouble(Double::doubleValue).sum();
    return String.format(Locale.ROOT, "%s%d, %.2f bits: ", wildType.at(position), position, bits)
        + probabilities.entrySet().stream()
            .sorted(Comparator.comparing(Map.Entry<String, Double>::getValue).reversed())
            .limit(most)
            .map(one -> String.format(Locale.ROOT, "%s %.1f%%", one.getKey(), 100 * one.getValue()))
            .collect(Collectors.joining(", "));
  }

  private static void append(StringBuilder drawing, String format, Object... values) {
    drawing.append(String.format(Locale.ROOT, format, values));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}
