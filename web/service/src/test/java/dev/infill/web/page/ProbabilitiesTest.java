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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
      {"exact": true, "interrupted": false, "acceptanceRate": 0.5, "distinctFillings": 3, "effectiveSampleSize": 9, "effectiveSampleSizeOfHammingDistance": 8, "modelPasses": 7, "seconds": 1}""";

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

  /** Estimates with their errors, else what is certain: rounded up, so that it stays so. */
  @ParameterizedTest
  @CsvSource(
      nullValues = "null",
      value = {
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
        "null, null, null, null"
      })
  void aFillingSaysHowProbableItIsOrAtMostIs(
      String probability, String error, String most, String written) {
    Visit visit =
        answered(
            result(
                "",
                candidate(
                    "old",
                    "\"probability\": %s, \"probabilityStandardError\": %s, \"probabilityBound\": %s, \"chains\": 0"
                        .formatted(probability, error, most))));
    Locator figures = visit.page().locator(".candidate-figures");
    assertThat(figures).containsText("0 of 25 chains here");
    Locator shown = figures.locator(".probability");
    if (written == null) {
      assertThat(shown).hasCount(0);
    } else {
      assertThat(shown).hasText(written);
    }
    if (probability == null) {
      assertThat(figures.locator(".bar")).hasCount(0);
    } else {
      Locator bar = figures.locator(".bar");
      assertThat(part(bar)).isEqualTo(Double.parseDouble(probability));
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
    Visit visit =
        answered(
            result(
                ", \"verdict\": {\"reliability\": \"%s\", \"text\": \"So it is.\", \"unseen\": 0.41}"
                    .formatted(reliability),
                candidate("old", "\"chains\": 1")));
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
            result(
                ", \"window\": {\"start\": 1, \"end\": 9}, \"notices\": [\"It is <i>foreign</i>.\"]",
                candidate("old", "\"chains\": 1")));
    Locator notes = visit.page().locator(".notes");
    assertThat(notes.locator("li"))
        .hasText(
            new String[] {
              "The text is longer than the model reads: U and all figures are of 8 of its 10 characters, those around the blanks.",
              "It is <i>foreign</i>."
            });
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
            "result => localStorage.setItem('infill.history', JSON.stringify([{ when: '2026-01-01T00:00:00.000Z', fragment: '#text=the+[MASK]', results: [JSON.parse(result)] }]))",
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
