package dev.infill.evaluation.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.evaluation.paper.ComparedAt;
import dev.infill.evaluation.paper.ComparisonSummary;
import dev.infill.evaluation.paper.ExperimentData;
import dev.infill.evaluation.paper.ExperimentReport;
import dev.infill.evaluation.paper.ExperimentSummary;
import dev.infill.evaluation.paper.Metric;
import dev.infill.evaluation.paper.SamplerSummary;
import dev.infill.evaluation.paper.Setting;
import dev.infill.evaluation.paper.SyntheticExperiment;
import dev.infill.evaluation.paper.SyntheticExperiment.Typical;
import dev.infill.evaluation.table.Cell;
import dev.infill.evaluation.table.Figures;
import dev.infill.evaluation.table.Row;
import dev.infill.evaluation.table.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The Markdown and CSV files. */
class TablesTest {
  private final ExperimentData data = Typical.DATA;
  private final ExperimentSummary summary = Typical.SUMMARY;
  private static String nastyMarkdown = "";
  private static String nastyCsv = "";

  @BeforeAll
  static void summarize() {
    ExperimentData nasty = SyntheticExperiment.nasty(1);
    Report report = new Report(nasty, ExperimentReport.summarize(nasty, 1, Typical.RESAMPLES));
    nastyMarkdown = report.markdown();
    nastyCsv = report.csv();
  }

  @Test
  void csvHasARowForEveryFigure() {
    List<List<String>> rows = parse(new Report(data, summary).csv());
    assertThat(rows.get(0))
        .containsExactly("comparison", "sampler", "metric", "estimate", "low", "high", "verdict");
    assertThat(rows).allMatch(row -> row.size() == 7);
    int samplers = data.samplers().size();
    int figures = 2 * Metric.values().length * (samplers + samplers * (samplers - 1) / 2);
    // Three rows for each claim, one more at equal mean U.
    assertThat(rows).hasSize(1 + figures + 4 * (3 + 3 + 4));
    assertThat(rows).doesNotHaveDuplicates();
    SamplerSummary dula = summary.at(ComparedAt.PASSES).samplers().get(2);
    assertThat(
            rows.stream()
                .filter(row -> row.subList(0, 3).equals(List.of("passes", "dula", "corpusBleu")))
                .findFirst()
                .orElseThrow()
                .subList(3, 7))
        .containsExactly(
            "%.6f".formatted(dula.figure(Metric.CORPUS_BLEU).value()),
            "%.6f".formatted(dula.figure(Metric.CORPUS_BLEU).interval().orElseThrow().low()),
            "%.6f".formatted(dula.figure(Metric.CORPUS_BLEU).interval().orElseThrow().high()),
            "");
    assertThat(rows)
        .anyMatch(
            row ->
                row.subList(0, 3).equals(List.of("energy", "dmala minus gibbs", "claim"))
                    && row.get(6).matches("holds|does not hold|undecided"));
  }

  @Test
  void csvSurvivesLabelsWithCommasAndQuotes() {
    assertThat(parse(nastyCsv))
        .allMatch(row -> row.size() == 7)
        .anyMatch(row -> row.get(1).equals(SyntheticExperiment.NASTY_LABEL));
    assertThat(nastyCsv).endsWith("\r\n").doesNotContain("NaN");
  }

  /** A reader of RFC 4180 that knows nothing of the writer. */
  private static List<List<String>> parse(String csv) {
    List<List<String>> rows = new ArrayList<>();
    List<String> row = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < csv.length(); i++) {
      char character = csv.charAt(i);
      if (quoted) {
        if (character == '"' && i + 1 < csv.length() && csv.charAt(i + 1) == '"') {
          field.append('"');
          i++;
        } else if (character == '"') {
          quoted = false;
        } else {
          field.append(character);
        }
      } else if (character == '"') {
        quoted = true;
      } else if (character == ',' || character == '\n') {
        row.add(field.toString());
        field.setLength(0);
        if (character == '\n') {
          rows.add(row);
          row = new ArrayList<>();
        }
      } else if (character != '\r') {
        field.append(character);
      }
    }
    return rows;
  }

  @Test
  void markdownTablesAreRectangular() {
    for (String markdown : List.of(new Report(data, summary).markdown(), nastyMarkdown)) {
      List<List<String>> tables = tables(markdown);
      assertThat(tables).hasSizeGreaterThan(5);
      for (List<String> table : tables) {
        assertThat(table.stream().map(TablesTest::columns).distinct()).as(table.get(0)).hasSize(1);
        assertThat(table.get(1)).matches("\\|( -+:? \\|)+");
      }
    }
  }

  private static List<List<String>> tables(String markdown) {
    return Arrays.stream(markdown.split("\n\n", -1))
        .filter(block -> block.startsWith("|"))
        .map(block -> Arrays.asList(block.strip().split("\n", -1)))
        .toList();
  }

  private static long columns(String line) {
    return Pattern.compile("(?<!\\\\)\\|").matcher(line).results().count();
  }

  @Test
  void markdownHoldsOursBesideThePublishedFigures() {
    String markdown = new Report(data, summary).markdown();
    SamplerSummary gibbs = summary.at(ComparedAt.STEPS).samplers().get(0);
    assertThat(markdown)
        .contains(
            "| gibbs | "
                + Figures.decimal(gibbs.figure(Metric.SELF_BLEU).value(), 2)
                + " "
                + Figures.interval(gibbs.figure(Metric.SELF_BLEU), 1)
                + " |")
        .contains(
            "| DMALA, paper | 72.59 | 23.26 | 32.64 | 27.99 | 45.77 | 30.32 | 46.49 | 21.85 |")
        .contains("## At equal steps", "## At equal model passes", "## Side by side")
        .contains("bleu\\|n:4\\|smooth:none\\|refs:all\\|tok:ws\\|lc\\|v:0.0.0-test")
        .contains("At equal mean U the claim ");
  }

  @Test
  void timesAreInATableOfTheirOwn() {
    Map<String, Double> slower = Map.of("gibbs", 99.5, "dula", 1234.5);
    ExperimentData other = SyntheticExperiment.with(data, data.runs(), data.settings(), slower);
    assertThat(new Report(other, summary).markdown())
        .isEqualTo(new Report(data, summary).markdown());
    assertThat(new Report(other, summary).html()).isEqualTo(new Report(data, summary).html());
    assertThat(new Report(other, summary).times())
        .startsWith("**Wall time on the machine of this run")
        .contains("| 1,234.5 |");
  }

  @Test
  void timesAreComparedWithEffectiveSampleSizes() {
    // 12.5 seconds are those of gibbs, which never evaluates U; its chains went on for longer than
    // 50 steps, to the same figure.
    double distances = 10 * (30 + ("gibbs".hashCode() & 31)) / 12.5;
    assertThat(new Report(data, summary).times().lines().filter(line -> line.contains("| gibbs |")))
        .singleElement()
        .asString()
        .startsWith("| gibbs | 12.5 | ")
        .endsWith(" | – | " + Figures.decimal(distances, 2) + " |");
  }

  @Test
  void markdownKeepsTextsFromBecomingMarkup() {
    assertThat(nastyMarkdown)
        .contains("&lt;/script>&lt;img src=x onerror=alert(2)>, \"dula\"")
        .contains("a\\|b")
        .doesNotContain("<img");
  }

  @Test
  void anAmpersandIsWrittenAsItIsUnlessItWouldBeRead() {
    String markdown =
        new Report(
                SyntheticExperiment.with(
                    data,
                    data.runs(),
                    List.of(
                        new Setting("by", "Zhang, Liu & Liu; R&D, a&b c;"),
                        new Setting("read", "&amp; &#38; &#x26; &lt;")),
                    data.seconds()),
                summary)
            .markdown();
    assertThat(markdown)
        .contains("| by | Zhang, Liu & Liu; R&D, a&b c; |")
        .contains("| read | &amp;amp; &amp;#38; &amp;#x26; &amp;lt; |");
  }

  @ParameterizedTest
  @ValueSource(ints = {40, 80, 132, 400})
  void textForATerminalFitsAndHasTheSameFigures(int width) {
    String text = new Report(data, summary).text(width);

    assertThat(text.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(width));
    assertThat(text).endsWith("\n").doesNotContain("| ", "**", "##", "&amp;");
    // The values of the cells, wherever a line ends.
    Set<String> words = new HashSet<>(Arrays.asList(text.split("\\s+", -1)));
    for (ComparisonSummary comparison : summary.comparisons()) {
      for (Table table :
          List.of(
              new ReportTables(data, summary).ofPaper(comparison),
              new ReportTables(data, summary).beyondPaper(comparison),
              new ReportTables(data, summary).differences(comparison, comparison.toFirst()))) {
        for (Row row : table.rows()) {
          assertThat(words)
              .containsAll(table.shown(row).stream().skip(1).map(Cell::value).toList());
        }
      }
    }
  }

  /**
   * Every part of a table begins with the names of its rows, and figures stand below each other.
   */
  @Test
  void aTableThatIsTooWideGoesOnBelow() {
    List<String> lines = new Report(data, summary).text(80).lines().toList();
    int first = lines.indexOf("Self-BLEU, unique n-grams (%) and corpus BLEU at equal steps") + 2;
    assertThat(lines.get(first)).startsWith("Sampler").contains("Self-BLEU");
    assertThat(lines.get(first + 1)).matches("[- ]+");
    int next = first;
    while (!lines.get(next).isEmpty()) {
      next++;
    }
    assertThat(lines.get(next + 1)).startsWith("Sampler").doesNotContain("Self-BLEU");
    assertThat(lines.subList(first + 2, next)).anyMatch(line -> line.startsWith("gibbs  "));
    assertThat(lines.subList(next + 3, next + 10)).anyMatch(line -> line.startsWith("gibbs  "));
  }

  @Test
  void publishedFiguresAreThoseOfTheProtocol() {
    assertThat(PublishedFigures.all()).hasSize(10);
    assertThat(PublishedFigures.all()).allMatch(row -> row.figures().size() == 8);
    assertThat(PublishedFigures.all().get(0).figures())
        .containsExactly(86.84, 10.98, 16.08, 18.57, 32.21, 21.22, 33.05, 23.82);
    assertThat(PublishedFigures.all().get(5).figures())
        .containsExactly(85.88, 11.58, 17.14, 22.07, 34.08, 23.22, 34.15, 17.06);
    assertThat(PublishedFigures.all())
        .allMatch(row -> Double.isFinite(row.figure(Metric.SELF_BLEU)));
    // DISCS's t/(t+1), as far as it is at hand.
    assertThat(new Report(data, summary).markdown())
        .contains("| DMALA t/(t+1), DISCS | 80.21 | 16.36 | 23.71 | – | – | – | – | 16.53 |")
        .contains("| GWG t/(t+1), DISCS | 81.15 | – |")
        .contains("| PAS √t, DISCS | 85.39 | – |");
  }
}
