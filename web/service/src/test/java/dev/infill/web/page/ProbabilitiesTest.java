package dev.infill.web.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import dev.infill.core.lab.FakeModel;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How probable fillings and words are, and whether that can be relied on. */
@Tag("exhaustive")
class ProbabilitiesTest {
  private static final String STARTED =
      """
      event: started
      data: {"id": "1", "settings": {"sampler": "gibbs-mh", "chains": 25, "steps": 50, "burnIn": 10, "seed": 3}, "blanks": 1, "pieces": 5}

      event: candidates
      data: {"candidates": [{"text": "the old", "fills": [{"blank": 1, "token": "old", "start": 4, "end": 7}], "energy": -1, "chains": 4}]}

      """;

  private static final String DIAGNOSTICS =
      """
      {"exact": true, "interrupted": false, "acceptanceRate": 0.5, "distinctFillings": 3, "effectiveSampleSize": 9, "effectiveSampleSizeOfHammingDistance": 8, "modelPasses": 7, "seconds": 1}\
      """;

  @RegisterExtension static final ServedPage PAGE = new ServedPage(FakeModel::new);

  private static String candidate(String token, String figures) {
    return """
    {"text": "the %s", "fills": [{"blank": 1, "token": "%s", "logProbability": -1, "start": 4, "end": %d}], "energy": -1, %s}
    """
        .formatted(token, token, 4 + token.length(), figures)
        .strip();
  }

  private static String result(String more, String... candidates) {
    return """
    {"text": "the [MASK]", "settings": {"sampler": "gibbs-mh", "chains": 25, "steps": 50, "burnIn": 10, "seed": 3}, "candidates": [%s], "diagnostics": %s%s}
    """
        .formatted(String.join(", ", candidates), DIAGNOSTICS, more)
        .strip();
  }

  private static Visit answered(String result) {
    Visit visit = PAGE.visit();
    visit
        .page()
        .route(
            "**/api/v1/infill",
            route ->
                route.fulfill(
                    new Route.FulfillOptions()
                        .setContentType("text/event-stream")
                        .setBody(STARTED + "event: result\ndata: " + result + "\n\n")));
    visit.runToEnd();
    return visit;
  }

  private static double part(Locator bar) {
    return Double.parseDouble((String) bar.evaluate("bar => bar.style.getPropertyValue('--part')"));
  }

  /** Figures of a filling, as in JSON, and how the page writes them: null is none. */
  private record Written(String probability, String error, String most, String text) {
    private static Written of(String row) {
      List<String> cells = List.of(row.split(", "));
      return new Written(cells.get(0), cells.get(1), cells.get(2), cells.get(3));
    }
  }

  private static final List<Written> WRITTEN =
      Stream.of(
              "0.098, 0.012, 0.2, p 9.8 % ± 1.2",
              "0.4, 0, 0.4, p 40.0 %",
              "0.4, null, 0.4, p 40.0 %",
              "0.000344, 0.00012, 0.1, p 0.034 % ± 0.012",
              "0.0004, 0.004, 0.1, p 0.040 % ± 0.4",
              "0.00096, 0, 0.1, p 0.1 %",
              "0.0000034, null, 0.1, p 0.00034 %",
              "0.0000001, 0.0000034, 0.1, p < 0.0001 % ± 0.00034",
              "0.4, 0.00000034, 0.4, p 40.0 % ± 0.0",
              "0, 0.001, 0.1, p 0.0 % ± 0.1",
              "null, null, 0.1201, p ≤ 13 %",
              "null, null, 0.12, p ≤ 12 %",
              "null, null, 0.0701, p ≤ 7.1 %",
              "null, null, 0.07, p ≤ 7.0 %",
              "null, null, 0.000344, p ≤ 0.035 %",
              "null, null, 0.00034, p ≤ 0.034 %",
              "null, null, 0.0000001, p ≤ 0.0001 %",
              "null, null, 1, p ≤ 100 %",
              "null, null, null, null")
          .map(Written::of)
          .toList();

  /** Estimates with their errors, else what is certain: rounded up, so that it stays so. */
  @Test
  void aFillingSaysHowProbableItIsOrAtMostIs() {
    Visit visit =
        answered(
            result(
                verdict("reliable"),
                Stream.concat(
                        Stream.of(candidate("man", "\"probability\": 0.2, \"chains\": 0")),
                        WRITTEN.stream()
                            .map(
                                row ->
                                    candidate(
                                        "old" + WRITTEN.indexOf(row),
                                        figures(row.probability(), row.error(), row.most()))))
                    .toArray(String[]::new)));
    Locator all = visit.page().locator(".candidate-figures");
    assertThat(all).hasCount(1 + WRITTEN.size());
    double known = place(share(visit, 1).locator("circle"), "cx");
    for (int k = 0; k < WRITTEN.size(); k++) {
      Written row = WRITTEN.get(k);
      Locator figures = all.nth(k + 1);
      assertThat(figures).containsText("0 of 25 chains here");
      Locator shown = figures.locator(".probability");
      if (row.text().equals("null")) {
        assertThat(shown).hasCount(0);
      } else {
        assertThat(shown).hasText(row.text());
      }
      Locator dot = share(visit, k + 2).locator("circle");
      if (row.probability().equals("null")) {
        assertThat(dot).hasCount(0);
      } else {
        assertThat(place(dot, "cx") / known)
            .as("%s", row)
            .isCloseTo(Double.parseDouble(row.probability()) / 0.2, within(0.001));
      }
    }
  }

  private static String verdict(String reliability) {
    return ", \"verdict\": {\"reliability\": \"%s\", \"text\": \"So it is.\", \"unseen\": 0.41}"
        .formatted(reliability);
  }

  private static String figures(
      @Nullable Object probability, @Nullable Object error, @Nullable Object most) {
    return "\"probability\": %s, \"probabilityStandardError\": %s, \"probabilityBound\": %s, \"chains\": 0"
        .formatted(probability, error, most);
  }

  private static Locator plot(Visit visit) {
    return visit.page().locator(".shares");
  }

  /** What the plot draws of a filling, counted from 1. */
  private static Locator share(Visit visit, int filling) {
    return plot(visit).locator("g.share").nth(filling - 1);
  }

  /** Where something is drawn, in percent of the scale. */
  private static double place(Locator drawn, String attribute) {
    return Double.parseDouble(drawn.getAttribute(attribute).replace("%", ""));
  }

  private static void spans(Visit visit, int filling, double from, double to) {
    Locator whisker = share(visit, filling).locator("line").first();
    assertThat(place(whisker, "x1")).isCloseTo(from, within(0.001));
    assertThat(place(whisker, "x2")).isCloseTo(to, within(0.001));
  }

  /** Of 0.5: from 0 on, no further than what is certain. */
  @Test
  void thePlotHoldsTheFillingsAgainstEachOther() {
    Visit visit =
        answered(
            result(
                verdict("reliable"),
                candidate("old", figures(0.4, 0.05, 0.9)),
                candidate("man", figures(0.1, 0.08, 0.15)),
                candidate("ran", figures(null, null, 0.2)),
                candidate("the", figures(0.05, null, 0.2))));
    spans(visit, 1, 60, 100);
    spans(visit, 2, 0, 30);
    spans(visit, 3, 0, 40);
    spans(visit, 4, 10, 10);
    assertThat(place(share(visit, 1).locator("circle"), "cx")).isCloseTo(80, within(0.001));
    assertThat(share(visit, 3).locator("circle")).hasCount(0);
    // Ends of what has one: a bound has one end.
    assertThat(share(visit, 2).locator("line")).hasCount(3);
    assertThat(share(visit, 3).locator("line")).hasCount(2);
    assertThat(share(visit, 4).locator("line")).hasCount(1);
    assertThat(share(visit, 1).locator("title")).hasText("1: old · p 40.0 % ± 5.0");
    assertThat(plot(visit).locator(".key"))
        .hasText(new String[] {"estimate", "± 2 standard errors", "at most"});
    assertThat(plot(visit)).containsText("The errors are shared");
    assertThat(plot(visit).getByRole(AriaRole.IMG))
        .hasAccessibleName(
            "How probable the fillings are, as the list says: 1, p 40.0 % ± 5.0; 2, p 10.0 % ± 8.0;"
                + " 3, p ≤ 20 %; 4, p 5.0 %.");
    assertThat(plot(visit).locator("svg > text"))
        .hasText(new String[] {"0", "20 %", "40 %", "1", "2", "3", "4"});
    assertThat(Axe.violations(visit)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "reliable | 0.05 | estimate,± 2 standard errors | The errors are shared",
        "unreliable | 0.05 | estimate,± 2 standard errors | Not to be relied on",
        "unreliable | null | estimate | Not to be relied on",
        "exact | 0 | '' | Exact",
      })
  void thePlotSaysWhetherItCanBeReliedOn(
      String reliability, String error, String legend, String note) {
    Visit visit =
        answered(
            result(
                verdict(reliability),
                candidate("old", figures(0.4, error, 0.9)),
                candidate("man", figures(0.1, error, 0.9))));
    assertThat(plot(visit)).containsText(note);
    assertThat(String.join(",", plot(visit).locator(".key").allTextContents())).isEqualTo(legend);
    // Not by colour alone: what is not to be relied on is hollow.
    boolean hollow =
        fill(share(visit, 1).locator("circle"))
            .equals(
                visit
                    .page()
                    .locator(".run")
                    .evaluate("run => getComputedStyle(run).backgroundColor"));
    assertThat(hollow).isEqualTo(reliability.equals("unreliable"));
    assertThat(Axe.violations(visit)).isEmpty();
  }

  private static Object fill(Locator drawn) {
    return drawn.evaluate("drawn => getComputedStyle(drawn).fill");
  }

  @Test
  void thePlotOfBoundsSaysThatTheyAreNoEstimates() {
    Visit visit =
        answered(
            result(
                verdict("bounds-only"),
                candidate("old", figures(null, null, 0.4)),
                candidate("man", figures(null, null, 0.1))));
    assertThat(plot(visit).locator(".key")).hasText(new String[] {"at most"});
    assertThat(plot(visit)).containsText("gives no estimates");
    spans(visit, 2, 0, 25);
  }

  /** Fillings of different lengths have errors of their own. */
  @Test
  void errorsOfSeveralLengthsAreNotShared() {
    String figures = figures(0.4, 0.05, 0.9) + ", \"normalizedEnergy\": -1";
    Visit visit =
        answered(result(verdict("reliable"), candidate("old", figures), candidate("man", figures)));
    assertThat(plot(visit)).isVisible();
    assertThat(plot(visit)).not().containsText("shared");
  }

  @Test
  void aLongListIsPlottedInPart() {
    Visit visit =
        answered(
            result(
                verdict("reliable"),
                IntStream.range(0, 25)
                    .mapToObj(i -> candidate("old" + i, figures(0.03, 0.01, 0.9)))
                    .toArray(String[]::new)));
    assertThat(visit.candidates()).hasCount(25);
    assertThat(plot(visit).locator("g.share")).hasCount(20);
    assertThat(plot(visit)).containsText("The first 20 of 25.");
  }

  /** One filling has nothing to be held against, and where nothing is known nothing is drawn. */
  @ParameterizedTest
  @CsvSource({"1, 0.4, 0.9", "2, null, null"})
  void whereThereIsNothingToPlotThereIsNoPlot(int fillings, String probability, String most) {
    Visit visit =
        answered(
            result(
                verdict("not-sampled"),
                Stream.of("old", "man")
                    .limit(fillings)
                    .map(token -> candidate(token, figures(probability, null, most)))
                    .toArray(String[]::new)));
    assertThat(visit.candidates()).hasCount(fillings);
    assertThat(plot(visit)).not().isVisible();
  }

  /** What is written in it is as large in a small window, and no part of it is cut. */
  @ParameterizedTest
  @ValueSource(ints = {1280, 360, 320})
  void thePlotIsReadableInSmallWindows(int width) {
    Visit visit =
        answered(
            result(
                verdict("unreliable"),
                candidate("old", figures(0.4, 0.3, 1)),
                candidate("man", figures(0.0001, 0.1, 1))));
    visit.page().setViewportSize(width, 800);
    Object within =
        visit
            .page()
            .evaluate(
                """
                () => {
                  const box = document.querySelector(".shares").getBoundingClientRect();
                  return [...document.querySelectorAll(".shares text, .shares line, .shares circle")]
                      .map((drawn) => drawn.getBoundingClientRect())
                      .every(({ left, right }) => left >= box.left && right <= box.right);
                }\
                """);
    assertThat(within).isEqualTo(true);
    assertThat(visit.page().evaluate("document.scrollingElement.scrollWidth")).isEqualTo(width);
    for (Locator text : plot(visit).locator("text").all()) {
      assertThat(text.boundingBox().height).isGreaterThan(10);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "exact, ✓, good",
    "reliable, ✓, good",
    "unreliable, !, poor",
    "bounds-only, ≤, poor",
    "not-sampled, …, poor"
  })
  void theVerdictStandsAboveTheFillings(String reliability, String mark, String tone) {
    Visit visit = answered(result(verdict(reliability), candidate("old", "\"chains\": 1")));
    Locator verdict = visit.page().locator(".verdict");
    assertThat(verdict).hasText(mark + "So it is.");
    assertThat(verdict).hasClass("verdict " + tone);
    assertThat(verdict.boundingBox().y)
        .isLessThan(visit.page().locator(".candidates").boundingBox().y);
    assertThat(visit.page().locator("#live")).hasText(Pattern.compile("So it is\\.$"));
    assertThat(visit.page().locator(".behaviour"))
        .containsText(Pattern.compile("steps in fillings that only one chain visited.*41 %"));
    assertThat(Axe.violations(visit)).isEmpty();
  }

  @Test
  void whatMakesAllFiguresWorthLessStandsUnderTheVerdict() {
    Visit visit =
        answered(
            result(", \"window\": {\"start\": 1, \"end\": 9}", candidate("old", "\"chains\": 1")));
    Locator notes = visit.page().locator(".notes");
    assertThat(notes.locator("li"))
        .hasText(
            "The text is longer than the model reads: U and all figures are of 8 of its 10"
                + " characters, those around the blanks.");
    assertThat(notes.boundingBox().y)
        .isBetween(
            visit.page().locator(".verdict").boundingBox().y,
            visit.page().locator(".candidates").boundingBox().y);
    assertThat(Axe.violations(visit)).isEmpty();
    Visit other = answered(result("", candidate("old", "\"chains\": 1")));
    assertThat(other.page().locator(".notes")).not().isVisible();
  }

  @Test
  void theWordsOfEachBlankStandWithTheirProbabilities() {
    Visit visit =
        answered(
            result(
                """
                , "marginals": [
                data: {"blank": 1, "words": [{"text": "given", "probability": 0.53, "standardError": 0.02}, {"text": "<i>shown", "probability": 0.42, "standardError": null}], "rest": 0.05},
                data: {"blank": 2, "words": [{"text": "had", "probability": 1, "standardError": 0}], "rest": 0}]
                """
                    .strip(),
                candidate("old", "\"chains\": 1")));
    Locator tables = visit.page().locator(".marginals").getByRole(AriaRole.TABLE);
    assertThat(tables).hasCount(2);
    assertThat(tables.nth(0)).hasAccessibleName("Blank 1");
    assertThat(tables.nth(0).locator("tr"))
        .hasText(new String[] {"given53.0 % ± 2.0", "<i>shown42.0 %", "all others5.0 %"});
    assertThat(tables.nth(1).locator("tr")).hasText(new String[] {"had100.0 %"});
    assertThat(tables.nth(0).locator(".bar").all().stream().map(ProbabilitiesTest::part))
        .containsExactly(0.53, 0.42, 0.05);
    assertThat(Axe.violations(visit)).isEmpty();
    visit.page().setViewportSize(360, 800);
    assertThat(visit.page().evaluate("document.scrollingElement.scrollWidth")).isEqualTo(360);
    List<Double> tops =
        List.of(".verdict", ".candidates", ".marginals", ".pictures", ".behaviour").stream()
            .map(part -> visit.page().locator(part).boundingBox().y)
            .toList();
    assertThat(tops).isSorted();
  }

  /** They had shares of the visited states, and no verdict. */
  @Test
  void resultsThatAnEarlierPageKeptAreShownWithoutProbabilities() {
    Visit visit = PAGE.visit();
    visit
        .page()
        .evaluate(
            "result => localStorage.setItem('infill.history', JSON.stringify([{ when:"
                + " '2026-01-01T00:00:00.000Z', fragment: '#text=the+[MASK]', results:"
                + " [JSON.parse(result)] }]))",
            result(
                "",
                candidate("old", "\"share\": 0.3, \"shareStandardError\": 0.1, \"chains\": 7")));
    visit.page().reload();
    visit.ready();
    visit.button("History").click();
    visit.page().locator(".entry").click();
    assertThat(visit.page().locator(".candidate-figures"))
        .hasText(Pattern.compile("^U −1.00\\s*7 of 25 chains here\\s*Copy$"));
    assertThat(visit.page().locator(".verdict")).containsText("earlier version");
    assertThat(visit.page().locator(".marginals")).not().isVisible();
    visit.button("CSV").click();
  }

  @Test
  void aRunSaysHowProbableItsFillingsAre() {
    Visit visit = PAGE.visit();
    visit.write("the [MASK] man [MASK]");
    visit.page().locator("#advanced summary").click();
    visit.setting("Allow only").fill("1=old,man 2=ran,zürich");
    visit.runToEnd();
    assertThat(visit.page().locator(".verdict.good")).isVisible();
    assertThat(visit.candidates()).hasCount(4);
    assertThat(visit.page().locator(".probability")).hasCount(4);
    // In proportion to their rank in the vocabulary: 7 and 8, 9 and 12.
    Locator tables = visit.page().locator(".marginals").getByRole(AriaRole.TABLE);
    assertThat(tables).hasCount(2);
    assertThat(tables.nth(0).locator("th")).hasText(new String[] {"man", "old"});
    assertThat(part(tables.nth(0).locator(".bar").first())).isCloseTo(8.0 / 15, within(0.02));
    assertThat(tables.nth(1).locator("th")).hasText(new String[] {"zürich", "ran"});
    assertThat(part(tables.nth(1).locator(".bar").first())).isCloseTo(12.0 / 21, within(0.02));
  }
}
