package dev.infill.evaluation.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Media;
import dev.infill.browser.Chromium;
import dev.infill.browser.ObservedPage;
import dev.infill.evaluation.paper.ComparedAt;
import dev.infill.evaluation.paper.ExperimentData;
import dev.infill.evaluation.paper.ExperimentReport;
import dev.infill.evaluation.paper.ExperimentSummary;
import dev.infill.evaluation.paper.Metric;
import dev.infill.evaluation.paper.SamplerSummary;
import dev.infill.evaluation.paper.SyntheticExperiment;
import dev.infill.evaluation.table.Figures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The report in a real browser. */
@Tag("exhaustive")
class HtmlReportBrowserTest {
  private static final int RESAMPLES = 200;

  private static final List<String> TYPICAL_PLOTS =
      List.of(
          "quality-steps",
          "energy-steps",
          "quality-passes",
          "energy-passes",
          "self-bleu-by-temperature",
          "unique-2-by-temperature",
          "unique-3-by-temperature",
          "self-bleu-by-energy",
          "unique-2-by-energy",
          "unique-3-by-energy",
          "traces-by-step",
          "traces-by-passes",
          "acceptance-steps",
          "changed-steps",
          "acceptance-passes",
          "changed-passes",
          "self-bleu-by-step",
          "corpus-bleu-by-step");

  @TempDir static Path folder;
  private static @Nullable Chromium chromium;
  private static ExperimentData data;
  private static ExperimentSummary summary;
  private static Path typical;

  @BeforeAll
  static void write() throws IOException {
    data = SyntheticExperiment.typical(10, 1);
    summary = ExperimentReport.summarize(data, 1, RESAMPLES);
    typical = write("typical.html", data);
  }

  // Not before all: only a test that is skipped itself is reported with the reason.
  @BeforeEach
  void launch() {
    if (chromium == null) {
      chromium = Chromium.launch();
    }
  }

  @AfterAll
  static void close() {
    if (chromium != null) {
      chromium.close();
    }
  }

  private static Path write(String name, ExperimentData data) throws IOException {
    return Files.writeString(
        folder.resolve(name),
        HtmlReport.render(data, ExperimentReport.summarize(data, 1, RESAMPLES)));
  }

  private static ObservedPage visit(Path file, NewContextOptions options) {
    return ObservedPage.open(Objects.requireNonNull(chromium).browser(), options, file.toUri())
        .untilQuiet();
  }

  private static NewContextOptions window(int width, int height) {
    return new NewContextOptions().setViewportSize(width, height);
  }

  @ParameterizedTest
  @EnumSource(
      value = ColorScheme.class,
      names = {"LIGHT", "DARK"})
  void isQuietAndAsksForNothing(ColorScheme scheme) {
    try (ObservedPage visit = visit(typical, window(1280, 800).setColorScheme(scheme))) {
      visit.page().evaluate("window.scrollTo(0, document.body.scrollHeight)");
      assertThat(visit.complaints()).isEmpty();
      assertThat(visit.requests()).containsExactly(typical.toUri().toString());
    }
  }

  @Test
  void aRequestForSomethingElseIsSeen() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("external.html"),
            Files.readString(typical)
                .replace("</main>", "<img alt=\"\" src=\"http://127.0.0.1:9/pixel.png\"></main>"));
    try (ObservedPage visit = visit(file, window(1280, 800))) {
      assertThat(visit.requests()).contains("http://127.0.0.1:9/pixel.png");
      assertThat(visit.complaints()).isNotEmpty();
    }
  }

  @Test
  void tablesHoldTheFiguresAndThePublishedOnes() {
    try (ObservedPage visit = visit(typical, window(1280, 800))) {
      for (ComparedAt comparison : data.comparisons()) {
        Locator table =
            table(
                visit.page(),
                "Self-BLEU, unique n-grams (%) and corpus BLEU at " + comparison.words());
        for (SamplerSummary sampler : summary.at(comparison).samplers()) {
          assertThat(row(table, sampler.sampler()))
              .containsExactlyElementsOf(
                  Metric.ofPaper().stream()
                      .map(sampler::figure)
                      .map(
                          figure ->
                              Figures.decimal(figure.value(), 2)
                                  + " "
                                  + Figures.interval(figure, 1))
                      .toList());
        }
      }
      assertThat(
              row(
                  table(
                      visit.page(), "Self-BLEU, unique n-grams (%) and corpus BLEU at equal steps"),
                  "DULA, paper"))
          .containsExactly("72.37", "23.33", "32.88", "27.74", "45.85", "30.02", "46.75", "21.82");
      SamplerSummary steps = summary.at(ComparedAt.STEPS).samplers().get(0);
      SamplerSummary passes = summary.at(ComparedAt.PASSES).samplers().get(0);
      assertThat(
              row(table(visit.page(), "Equal steps and equal model passes side by side"), "gibbs"))
          .hasSize(8)
          .startsWith(
              Figures.decimal(steps.figure(Metric.SELF_BLEU).value(), 2),
              Figures.decimal(passes.figure(Metric.SELF_BLEU).value(), 2));
      assertThat(row(table(visit.page(), "Settings"), "chains")).containsExactly("25 × 50 steps");
      assertThat(row(table(visit.page(), "Signatures of the metrics"), "Corpus BLEU"))
          .containsExactly(
              "bleu|n:4|smooth:none|refs:all|tok:ws|lc|v:" + SyntheticExperiment.VERSION);
    }
  }

  /** Finds a table by its accessible name, which is its caption. */
  private static Locator table(Page page, String caption) {
    return page.getByRole(
        AriaRole.TABLE, new Page.GetByRoleOptions().setName(caption).setExact(true));
  }

  private static List<String> row(Locator table, String heading) {
    List<String> cells = new ArrayList<>();
    for (Locator row : table.locator("tbody tr").all()) {
      if (row.locator("th").textContent().equals(heading)) {
        row.locator("td").allTextContents().forEach(text -> cells.add(text.strip()));
      }
    }
    return cells;
  }

  @Test
  void everyPlotIsDrawn() {
    try (ObservedPage visit = visit(typical, window(1280, 800))) {
      assertThat(ids(visit.page())).containsExactlyElementsOf(TYPICAL_PLOTS);
      for (Locator plot : visit.page().locator(".plot").all()) {
        String id = plot.getAttribute("id");
        assertThat(plot.locator("svg").count()).as(id).isEqualTo(1);
        assertThat(count(plot, MARKS)).as("marks of " + id).isGreaterThanOrEqualTo(2);
        List<String> texts = plot.locator("svg text").allTextContents();
        assertThat(texts).as("numbers of " + id).anyMatch(text -> text.matches("−?\\d+(\\.\\d+)?"));
        assertThat(texts)
            .as("axis names of " + id)
            .anyMatch(text -> text.matches(".*(BLEU|nats|%|steps|passes|blanks).*"));
        if (id.endsWith("-by-temperature")) {
          // Of the others there is one temperature.
          assertThat(told(visit.page(), id))
              .contains("dmala: from ", " (T=0.5) to ", " (T=1)")
              .doesNotContain("gibbs");
          assertThat(texts).contains("T=0.5", "T=1");
        } else {
          assertThat(told(visit.page(), id)).as(id).contains("dula", "gibbs");
        }
      }
      assertThat(visit.page().locator("#quality-steps svg text").allTextContents())
          .contains("dula", "DULA, paper", "Gibbs, paper", "Corpus BLEU (0 to 100)");
      assertThat(visit.page().locator("#quality-passes svg text").allTextContents())
          .contains("dula")
          .noneMatch(text -> text.contains("paper"));
    }
  }

  @Test
  void aCrowdIsDrawnByKindAndTemperature() throws IOException {
    ExperimentData many = SyntheticExperiment.crowd(3, 5);
    assertThat(many.samplers()).hasSize(23);
    try (ObservedPage visit = visit(write("crowd.html", many), window(1280, 800))) {
      Page page = visit.page();
      assertThat(visit.complaints()).isEmpty();
      assertThat(page.locator("header .subject").textContent())
          .startsWith("23 samplers on 3 tasks");
      List<String> byEnergy = new ArrayList<>();
      for (String kind : List.of("gibbs", "gwg", "dula", "dmala", "gibbs-mh")) {
        for (String measure : List.of("self-bleu", "unique-2", "unique-3")) {
          byEnergy.add(measure + "-by-energy-" + kind);
        }
      }
      assertThat(ids(page)).containsSubsequence(byEnergy).doesNotContain("self-bleu-by-energy");
      for (Locator plot : page.locator(".plot").all()) {
        assertThat(count(plot, MARKS)).as(plot.getAttribute("id")).isGreaterThan(10);
      }
      // One entry for each family: five kinds at three temperatures, √t and t^0.9 apart, and what
      // starts elsewhere or has another step size.
      List<String> legend = page.locator(".legend li").allTextContents();
      assertThat(legend)
          .hasSize(12)
          .contains(
              "gibbs (T = 0.5, 1, 1.5)",
              "dula (T = 0.5, 1, 1.5)",
              "dmala+balancing=power:0.9 (T = 1, 1.5)",
              "gwg+start=random",
              "dula+alpha=0.2");
      assertThat(told(page, "self-bleu-by-energy-dula"))
          .contains("dula: from", "dula+alpha=0.4+temperature=1.5: from", "dula+alpha=0.2: from")
          .doesNotContain("gibbs", "dmala");
      assertThat(page.locator("#self-bleu-by-energy-dula svg text").allTextContents())
          .contains("T=0.5", "T=1.5");
      assertThat(told(page, "traces-by-step"))
          .contains("gibbs: from", "gibbs+start=random: from")
          .doesNotContain("temperature");
      assertThat(told(page, "self-bleu-by-temperature"))
          .contains("gibbs-mh: ", "dmala+balancing=power:0.9: ")
          .doesNotContain("dula+alpha=0.2");
      // The colour of a family is that of all its marks.
      assertThat(
              page.locator("#quality-steps .mark").all().stream()
                  .filter(mark -> mark.textContent().startsWith("gwg"))
                  .filter(mark -> !mark.textContent().contains("start"))
                  .map(mark -> mark.getAttribute("class")))
          .hasSize(3)
          .containsOnly("mark s1");
    }
    try (ObservedPage visit = visit(folder.resolve("crowd.html"), window(360, 740))) {
      assertThat(visit.page().evaluate("document.scrollingElement.scrollWidth")).isEqualTo(360);
      assertThat((List<?>) visit.page().evaluate(LOW_CONTRAST)).isEmpty();
    }
  }

  /** What stands for a figure. */
  private static final String MARKS = "svg :is(.mark, .ring)";

  private static int count(Locator within, String selector) {
    return within.locator(selector).count();
  }

  /** Returns what a plot tells those who cannot see it. */
  private static String told(Page page, String plot) {
    Locator drawing = page.locator("#" + plot + " svg[role=img]");
    assertThat(drawing.getAttribute("aria-labelledby"))
        .isEqualTo(plot + "-title " + plot + "-description");
    return page.locator("#" + plot + "-description").textContent();
  }

  private static List<String> ids(Page page) {
    return page.locator(".plot").all().stream().map(plot -> plot.getAttribute("id")).toList();
  }

  @ParameterizedTest
  @EnumSource(
      value = ColorScheme.class,
      names = {"LIGHT", "DARK"})
  void fitsASmallWindow(ColorScheme scheme) {
    try (ObservedPage visit = visit(typical, window(360, 740).setColorScheme(scheme))) {
      Page page = visit.page();
      page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })");
      assertThat(page.evaluate("document.scrollingElement.scrollWidth")).isEqualTo(360);
      assertThat(
              page.evaluate(
                  "[...document.querySelectorAll('.plot svg')]"
                      + ".every(svg => svg.getBoundingClientRect().right <= 360)"))
          .isEqualTo(true);
      assertThat(visit.complaints()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = ColorScheme.class,
      names = {"LIGHT", "DARK"})
  void textStandsOutFromItsGround(ColorScheme scheme) {
    try (ObservedPage visit = visit(typical, window(1280, 800).setColorScheme(scheme))) {
      Page page = visit.page();
      page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })");
      assertThat((List<?>) page.evaluate(LOW_CONTRAST)).isEmpty();
      page.addStyleTag(
          new Page.AddStyleTagOptions()
              .setContent("h2 { color: #888 !important; background: #777 }"));
      assertThat((List<?>) page.evaluate(LOW_CONTRAST)).isNotEmpty();
    }
  }

  /** Texts with less than 4.5 : 1 (WCAG 2.2, 1.4.3), in HTML and in plots. */
  private static final String LOW_CONTRAST =
      """
      () => {
        const channels = (color) => color.match(/[\\d.]+/g).map(Number);
        const luminance = (color) => {
          const [r, g, b] = channels(color).map((value) => {
            const part = value / 255;
            return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
          });
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const ground = (element) => {
          for (let at = element; at; at = at.parentElement) {
            const color = getComputedStyle(at).backgroundColor;
            if (channels(color).length < 4 || channels(color)[3] > 0) {
              return color;
            }
          }
          return "rgb(255, 255, 255)";
        };
        const low = [];
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
          const element = walker.currentNode.parentElement;
          if (!walker.currentNode.data.trim() || element.closest("style, desc, svg title")) {
            continue;
          }
          const style = getComputedStyle(element);
          const color = element.closest("svg") ? style.fill : style.color;
          const [dark, light] = [luminance(color), luminance(ground(element))].sort((a, b) => a - b);
          if ((light + 0.05) / (dark + 0.05) < 4.5) {
            low.push(`${walker.currentNode.data}: ${color} on ${ground(element)}`);
          }
        }
        return low;
      }
      """;

  @Test
  void isMarkedUpForScreenReaders() {
    try (ObservedPage visit = visit(typical, window(1280, 800))) {
      Page page = visit.page();
      assertThat(page.locator("html").getAttribute("lang")).isEqualTo("en");
      assertThat(page.title()).isNotBlank();
      assertThat(page.locator("h1").count()).isEqualTo(1);
      assertThat(count(page, "table")).isPositive().isEqualTo(count(page, "table > caption"));
      assertThat(count(page, "th:not([scope])")).isZero();
      assertThat(count(page, "tbody tr:not(:has(> th[scope=row]))")).isZero();
      assertThat(count(page, ".scroll:not([tabindex='0'][role=region][aria-label])")).isZero();
      assertThat(count(page, "figure:not([aria-labelledby])")).isZero();
      assertThat(count(page, ".reading")).isEqualTo(count(page, "figure"));
      assertThat(count(page, "[href='#results'] , nav a")).isEqualTo(6);
      assertThat(
              page.evaluate(
                  "[...document.querySelectorAll('a[href^=\"#\"]')]"
                      + ".every(a => document.getElementById(a.hash.slice(1)))"))
          .isEqualTo(true);
      assertThat(
              page.evaluate(
                  "(() => { const ids = [...document.querySelectorAll('[id]')].map(e => e.id);"
                      + " return ids.length - new Set(ids).size; })()"))
          .isEqualTo(0);
      assertThat(
              page.evaluate(
                  "[...document.querySelectorAll('h1, h2, h3, h4')].map(h => +h.tagName[1])"
                      + ".every((level, i, all) => i === 0 || level <= all[i - 1] + 1)"))
          .isEqualTo(true);
    }
  }

  private static int count(Page page, String selector) {
    return page.locator(selector).count();
  }

  @Test
  void needsNoScript() {
    try (ObservedPage visit = visit(typical, window(1280, 800).setJavaScriptEnabled(false))) {
      assertThat(ids(visit.page())).containsExactlyElementsOf(TYPICAL_PLOTS);
      assertThat(
              row(
                  table(
                      visit.page(), "Self-BLEU, unique n-grams (%) and corpus BLEU at equal steps"),
                  "Gibbs, paper"))
          .contains("86.84", "23.82");
      assertThat(visit.page().locator(".task").count()).isEqualTo(10);
      assertThat(visit.complaints()).isEmpty();
    }
  }

  @Test
  void followsTheSchemeAndPrintsOnWhite() {
    try (ObservedPage visit = visit(typical, window(1280, 800).setColorScheme(ColorScheme.LIGHT))) {
      Page page = visit.page();
      String light = axisColor(page);
      page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
      String dark = axisColor(page);
      assertThat(dark).isNotEqualTo(light);
      page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));
      assertThat(axisColor(page)).isEqualTo(light);
      assertThat(visit.complaints()).isEmpty();
    }
  }

  private static final String AXIS_COLOR =
      "getComputedStyle(document.querySelector('#quality-steps svg text')).fill";

  private static String axisColor(Page page) {
    return (String) page.evaluate(AXIS_COLOR);
  }

  @Test
  void textsOfTasksAndSamplersStayTexts() throws IOException {
    Path file = write("nasty.html", SyntheticExperiment.nasty(1));
    try (ObservedPage visit = visit(file, window(1280, 800))) {
      Page page = visit.page();
      assertThat(visit.complaints()).isEmpty();
      assertThat(visit.requests()).containsExactly(file.toUri().toString());
      assertThat(count(page, "script")).isZero();
      assertThat(count(page, "img")).isZero();
      assertThat(page.locator(".task h3").first().textContent())
          .isEqualTo(
              "<script>alert(1)</script> \"quoted\" [MASK] 's &amp; [MASK] [MASK] e\u0301 | `code`"
                  + " * <!-- end .");
      assertThat(page.locator(".sampler h4").allTextContents())
          .contains(SyntheticExperiment.NASTY_LABEL);
      assertThat(page.locator(".sampler mark").allTextContents())
          .contains("</script>", "<i>", "🙂");
      assertThat(page.locator(".plot svg").count()).isEqualTo(page.locator(".plot").count());
    }
  }

  @Test
  void oneTaskHasNoIntervals() throws IOException {
    ExperimentData one =
        new SyntheticExperiment(1, 2, ComparedAt.STEPS)
            .sampler("gibbs", "gibbs", 0.6, 5)
            .sampler("dula", "dula", 0.2, 5)
            .data();
    try (ObservedPage visit = visit(write("one.html", one), window(1280, 800))) {
      Page page = visit.page();
      assertThat(visit.complaints()).isEmpty();
      assertThat(
              row(
                  table(page, "Self-BLEU, unique n-grams (%) and corpus BLEU at equal steps"),
                  "dula"))
          .hasSize(8)
          .allMatch(cell -> cell.endsWith(" –"));
      assertThat(page.locator(".verdict").count()).isZero();
      assertThat(page.locator(".verdicts").innerText()).contains("1 task is too few to judge");
      assertThat(page.locator(".plot svg").count()).isEqualTo(page.locator(".plot").count());
    }
  }

  @Test
  void oneSamplerIsNotCompared() throws IOException {
    ExperimentData alone =
        new SyntheticExperiment(10, 2, ComparedAt.STEPS).sampler("dmala", "dmala", 0.4, 5).data();
    try (ObservedPage visit = visit(write("alone.html", alone), window(1280, 800))) {
      assertThat(visit.complaints()).isEmpty();
      assertThat(visit.page().locator(".verdicts").innerText()).contains("not tested");
      assertThat(visit.page().locator("main").innerText()).doesNotContain("minus");
    }
  }
}
