package dev.infill.evaluation.report;

import com.samskivert.mustache.Escapers;
import com.samskivert.mustache.Mustache;
import dev.infill.core.FailureReason;
import dev.infill.evaluation.chart.Chart;
import dev.infill.evaluation.chart.Marker;
import dev.infill.evaluation.paper.ComparisonSummary;
import dev.infill.evaluation.paper.Difference;
import dev.infill.evaluation.paper.ExperimentData;
import dev.infill.evaluation.paper.ExperimentSummary;
import dev.infill.evaluation.table.Figures;
import dev.infill.evaluation.table.Table;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The report of an experiment as one HTML file that needs no other file and no script: style and
 * plots are in it. The templates {@code *.mustache} beside this class.
 */
final class HtmlReport {
  /** A name that a template asks for and nobody gives is an error. */
  private static final Mustache.Compiler TEMPLATES =
      Mustache.compiler()
          .withEscaper(
              Escapers.simple(
                  new String[][] {
                    {"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}, {"'", "&#39;"}
                  }))
          .strictSections(true)
          .emptyStringIsFalse(true)
          .zeroIsFalse(true)
          .withLoader(name -> new StringReader(resource(name + ".mustache")));

  private HtmlReport() {}

  /**
   * Returns the file, to be written as UTF-8.
   *
   * @param data what was run
   * @param summary what it comes to
   * @throws UncheckedIOException if the class path is damaged
   */
  static String render(ExperimentData data, ExperimentSummary summary) {
    ReportTables tables = new ReportTables(data, summary);
    ReportWords words = new ReportWords(data, summary);
    List<SamplerFamily> families = SamplerFamily.of(data);
    Plots plots = new Plots(data, summary);
    List<ComparisonSummary> comparisons = summary.comparisons();
    boolean hasTemperatures = !plots.diversityByTemperature().isEmpty();
    Map<String, Object> page = new HashMap<>();
    page.put("title", words.title());
    page.put("style", Chart.style() + resource("report.css"));
    page.put("words", words);
    page.put("claim", ReportWords.CLAIM);
    page.put(
        "claims", htmlTables(summary.claims().isEmpty() ? List.of() : List.of(tables.claims())));
    page.put(
        "sideBySide",
        htmlTables(comparisons.size() > 1 ? List.of(tables.sideBySide()) : List.of()));
    page.put(
        "comparisons",
        comparisons.stream()
            .map(
                each ->
                    Map.of(
                        "name", each.comparison().words(),
                        "about", words.about(each.comparison()),
                        "ofPaper", HtmlTable.of(tables.ofPaper(each))))
            .toList());
    page.put("sources", words.sources());
    page.put("hasPublished", !data.isTrial());
    page.put("beyondPaper", htmlTables(comparisons.stream().map(tables::beyondPaper).toList()));
    page.put("first", data.samplers().get(0));
    page.put("hasDifferences", data.samplers().size() > 1);
    page.put("toFirst", differences(tables, comparisons, ComparisonSummary::toFirst));
    page.put("hasPairs", data.samplers().size() > 2);
    page.put("pairs", differences(tables, comparisons, ComparisonSummary::differences));
    page.put("legend", legend(families));
    page.put("plots", plots);
    page.put("hasTemperatures", hasTemperatures);
    page.put("isThinned", hasTemperatures && plots.isCrowded());
    page.put("curves", HtmlTable.of(tables.curves()));
    page.put("comparison", data.comparisons().get(0).words());
    page.put("examples", new Examples(data));
    page.put(
        "method",
        htmlTables(
            List.of(
                tables.samplers(),
                ReportTables.settings("Signatures of the metrics", summary.signatures()),
                ReportTables.settings("Settings", data.settings()))));
    return TEMPLATES.loadTemplate("report").execute(page);
  }

  private static List<HtmlTable> htmlTables(List<Table> tables) {
    return tables.stream().map(HtmlTable::of).toList();
  }

  private static List<HtmlTable> differences(
      ReportTables tables,
      List<ComparisonSummary> comparisons,
      Function<ComparisonSummary, List<Difference>> which) {
    return htmlTables(
        comparisons.stream().map(each -> tables.differences(each, which.apply(each))).toList());
  }

  private static List<Map<String, Object>> legend(List<SamplerFamily> families) {
    return IntStream.range(0, families.size())
        .mapToObj(
            i ->
                Map.<String, Object>of(
                    "key", Marker.of(i).key(), "text", inLegend(families.get(i))))
        .toList();
  }

  private static String inLegend(SamplerFamily family) {
    return family.hasTemperatures()
        ? family.members().stream()
            .map(about -> Figures.shortest(about.temperature(), 9))
            .collect(Collectors.joining(", ", family.name() + " (T = ", ")"))
        : family.name();
  }

  private static String resource(String name) {
    try (InputStream resource = HtmlReport.class.getResourceAsStream(name)) {
      if (resource == null) {
        throw new IOException(name + " is missing from the class path");
      }
      return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(FailureReason.of(e), e);
    }
  }
}
