package dev.infill.evaluation.report;

import dev.infill.core.FailureReason;
import dev.infill.evaluation.summary.ExperimentData;
import dev.infill.evaluation.summary.ExperimentSummary;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The report of an experiment as one HTML file that needs nothing else: style, script and figures
 * are in it. Tables, texts and examples can be read without JavaScript; plots are drawn by Apache
 * ECharts.
 */
public final class HtmlReport {
  private static final String ECHARTS = "/META-INF/resources/webjars/echarts/5.5.0/echarts.min.js";

  /** What would end a script element, or begin a comment in it; both only within strings. */
  private static final Pattern MARKUP_IN_SCRIPT =
      Pattern.compile("<(/script|!--|script)", Pattern.CASE_INSENSITIVE);

  private final ExperimentData data;
  private final ExperimentSummary summary;
  private final Grids grids;
  private final ReportWords words;
  private final List<SamplerFamily> families;
  private final Plots plots;

  private HtmlReport(ExperimentData data, ExperimentSummary summary) {
    this.data = data;
    this.summary = summary;
    this.grids = new Grids(data, summary);
    this.words = new ReportWords(data, summary);
    this.families = SamplerFamily.of(data);
    this.plots = new Plots(summary, families);
  }

  /**
   * Returns the file, to be written as UTF-8.
   *
   * @param data what was run
   * @param summary what it comes to
   * @throws UncheckedIOException if the class path is damaged
   */
  public static String render(ExperimentData data, ExperimentSummary summary) {
    StringBuilder out = new StringBuilder("<!DOCTYPE html>\n");
    new HtmlReport(data, summary).document().appendTo(out);
    return out.toString();
  }

  private Element document() {
    return Element.of("html", head(), body()).with("lang", "en");
  }

  private static Element head() {
    return Element.of(
        "head",
        Element.of("meta").with("charset", "utf-8"),
        Element.of("meta")
            .with("name", "viewport")
            .with("content", "width=device-width, initial-scale=1"),
        Element.of("meta").with("name", "color-scheme").with("content", "light dark"),
        Element.of("title", ReportWords.TITLE),
        Element.of("style", Markup.verbatim(resource("report.css"))));
  }

  private Element body() {
    return Element.of(
        "body",
        Element.of("a", "Skip to the results").with("class", "skip").with("href", "#results"),
        header(),
        Element.of("main", results(), plots(), examples(), method()).with("id", "results"),
        Element.of("script", Markup.verbatim(PlotData.json(data, summary, plots)))
            .with("type", "application/json")
            .with("id", "plot-data"),
        Element.of("script", Markup.verbatim(script(ECHARTS))),
        Element.of("script", Markup.verbatim(script("report.js"))));
  }

  private Element header() {
    return Element.of(
        "header",
        Element.of("h1", ReportWords.TITLE),
        Element.of("p", words.subject() + ".").with("class", "subject"),
        Element.of(
            "nav",
            Element.of(
                "ul",
                link("claims", "Claims"),
                link("tables", "Tables"),
                link("plots", "Plots"),
                link("examples", "Examples"),
                link("method", "Settings"))),
        Element.of(
            "noscript",
            Element.of("p", "The plots need JavaScript; all else can be read without it.")));
  }

  private static Element link(String id, String text) {
    return Element.of("li", Element.of("a", text).with("href", "#" + id));
  }

  private Element results() {
    List<Markup> content = new ArrayList<>();
    content.add(Element.of("h2", "The paper's claims").with("id", "claims"));
    content.add(list(words.verdicts()).with("class", "verdicts"));
    if (!summary.claims().isEmpty()) {
      content.add(Element.of("p", ReportWords.CLAIM));
      content.add(HtmlTable.of(grids.claims()));
      content.add(list(words.equalEnergies()).with("class", "notes"));
    }
    content.add(Element.of("h2", "Tables").with("id", "tables"));
    content.add(Element.of("p", words.intervals()));
    if (summary.comparisons().size() > 1) {
      content.add(HtmlTable.of(grids.sideBySide()));
    }
    content.add(
        beside(
            summary.comparisons().stream()
                .map(
                    comparison ->
                        Element.of(
                            "div",
                            Element.of("h3", "At " + Grids.name(comparison.comparison())),
                            Element.of("p", words.about(comparison.comparison())),
                            HtmlTable.of(grids.ofPaper(comparison))))
                .toList()));
    content.add(list(ReportWords.sources()).with("class", "notes"));
    summary
        .comparisons()
        .forEach(comparison -> content.add(HtmlTable.of(grids.beyondPaper(comparison))));
    if (data.samplers().size() > 1) {
      content.add(differences());
    }
    return Element.of("section", content).with("class", "wide");
  }

  private Element differences() {
    List<Markup> content = new ArrayList<>();
    content.add(Element.of("h3", "Differences to " + data.samplers().get(0)));
    summary
        .comparisons()
        .forEach(
            comparison ->
                content.add(HtmlTable.of(grids.differences(comparison, comparison.toFirst()))));
    if (data.samplers().size() > 2) {
      List<Markup> pairs = new ArrayList<>();
      pairs.add(Element.of("summary", "Differences between all pairs"));
      summary
          .comparisons()
          .forEach(
              comparison ->
                  pairs.add(HtmlTable.of(grids.differences(comparison, comparison.differences()))));
      content.add(Element.of("details", pairs));
    }
    return Element.of("div", content);
  }

  private Element plots() {
    List<Markup> content = new ArrayList<>();
    content.add(Element.of("h2", "Plots").with("id", "plots"));
    content.add(legend());
    content.add(part("Diversity against quality"));
    content.add(
        Element.of(
            "p",
            "Samplers with their 95 % intervals; hollow markers are published figures. A chain"
                + " that has not left its start, or has drifted to unlikely text, is diverse"
                + " too: look at mean U beside it."));
    content.add(figures(plots.tradeOffs()).with("class", "figures"));
    content.add(part("Diversity at equal mean U"));
    List<Plot> byTemperature = plots.diversityByTemperature();
    if (!byTemperature.isEmpty()) {
      content.add(
          Element.of(
              "p",
              "Samplers that differ in their temperature alone have the same colour and shape,"
                  + " larger where they are hotter."));
      content.add(figures(byTemperature).with("class", "figures three"));
    }
    content.add(figures(plots.diversityByEnergy()).with("class", "figures three"));
    content.add(part("The chains"));
    if (plots.isCrowded() && !byTemperature.isEmpty()) {
      content.add(
          Element.of(
              "p",
              "By step, of samplers that differ in their temperature alone the one that is nearest"
                  + " to 1 is drawn."));
    }
    content.add(figures(plots.traces()).with("class", "figures"));
    content.add(figures(plots.movement()).with("class", "figures"));
    content.add(part("By step"));
    content.add(figures(plots.byStep()).with("class", "figures"));
    content.add(
        Element.of(
            "details",
            Element.of("summary", "The figures behind the curves"),
            HtmlTable.of(grids.curves())));
    return Element.of("section", content).with("class", "wide");
  }

  private static Element part(String title) {
    return Element.of("h3", title).with("class", "part");
  }

  private Element legend() {
    List<Element> entries = new ArrayList<>();
    for (int i = 0; i < families.size(); i++) {
      SamplerFamily family = families.get(i);
      String text =
          family.hasTemperatures()
              ? family.members().stream()
                  .map(about -> Figures.shortest(about.temperature()))
                  .collect(Collectors.joining(", ", family.name() + " (T = ", ")"))
              : family.name();
      entries.add(Element.of("li", Marker.of(i).symbol(), Markup.text(text)));
    }
    return Element.of("ul", entries).with("class", "legend").with("aria-label", "Samplers");
  }

  private static Element figures(List<Plot> plots) {
    return Element.of("div", plots.stream().map(Plot::figure).toList());
  }

  private Element examples() {
    List<Markup> content = new ArrayList<>();
    content.add(Element.of("h2", "Example fillings").with("id", "examples"));
    content.add(
        Element.of(
            "p",
            Markup.text(
                "The kept fillings at "
                    + Grids.name(data.comparisons().get(0))
                    + ", highest U first, from the first blank to the last, with U in nats: "),
            Element.of("mark", "blue").with("class", "fill"),
            Markup.text(" fills are new in their blank, "),
            Element.of("mark", "red, underlined").with("class", "fill repeated"),
            Markup.text(" ones stood there in an earlier filling of the same sampler.")));
    content.addAll(new Examples(data).content());
    return Element.of("section", content).with("class", "wide");
  }

  private Element method() {
    return Element.of(
            "section",
            Element.of("h2", "How it was made").with("id", "method"),
            HtmlTable.of(grids.samplers()),
            HtmlTable.of(Grids.settings("Signatures of the metrics", summary.signatures())),
            HtmlTable.of(Grids.settings("Settings", data.settings())))
        .with("class", "wide");
  }

  private static Element beside(List<Element> elements) {
    return Element.of("div", elements).with("class", "beside");
  }

  private static Element list(List<String> items) {
    return Element.of("ul", items.stream().map(item -> Element.of("li", item)).toList());
  }

  /** Reads a script so that it can stand in a script element and means the same. */
  private static String script(String name) {
    return MARKUP_IN_SCRIPT
        .matcher(resource(name))
        .replaceAll(match -> Matcher.quoteReplacement("\\x3c" + match.group(1)));
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
