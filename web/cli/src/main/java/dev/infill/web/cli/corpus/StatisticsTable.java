package dev.infill.web.cli.corpus;

import dev.infill.corpora.statistics.CorpusStatistics;
import dev.infill.corpora.statistics.DistinctCount;
import dev.infill.corpora.statistics.SentenceLengths;
import dev.infill.web.cli.console.AnnotatedText;
import dev.infill.web.cli.console.Figures;
import dev.infill.web.cli.console.Palette;

/** Statistics of corpora as a table, whose rows are written as they come. */
final class StatisticsTable {
  private static final String ROW = "%11s%13s%11s%7s%5s%5s%5s%6s  %-10s  %s\n";

  private final Palette palette;
  private boolean begun;

  StatisticsTable(Palette palette) {
    this.palette = palette;
  }

  /** Returns the next row; the first one with the headings above it. */
  String row(String name, String reader, CorpusStatistics statistics) {
    String above =
        begun
            ? ""
            : palette.strong(
                    ROW.formatted(
                            "sentences",
                            "words",
                            "distinct",
                            "mean",
                            "5%",
                            "50%",
                            "95%",
                            "max",
                            "reader",
                            "file")
                        .stripTrailing())
                + "\n";
    begun = true;
    SentenceLengths lengths = statistics.lengths();
    return above
        + ROW.formatted(
            Figures.count(statistics.sentences()),
            Figures.count(statistics.words()),
            distinct(statistics.distinctWords()),
            Figures.decimal(lengths.mean(), 1),
            lengths.quantile(0.05),
            lengths.quantile(0.5),
            lengths.quantile(0.95),
            lengths.quantile(1),
            reader,
            AnnotatedText.printable(name));
  }

  private static String distinct(DistinctCount distinct) {
    return (distinct.exact() ? "" : "~") + Figures.count(distinct.count());
  }
}
