package dev.infill.web.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import dev.infill.core.lab.FakeModel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What keeps a list from being settled is said, and what may settle it is a click away. */
@Tag("exhaustive")
class UnsettledTest {
  @RegisterExtension static final ServedPage PAGE = new ServedPage(FakeModel::new);

  private final List<JsonNode> asked = new ArrayList<>();

  private static Locator unsettled(Visit visit) {
    return visit.page().locator(".unsettled");
  }

  private static Locator again(Visit visit) {
    return visit.button(Pattern.compile("^Run again with"));
  }

  private static String result(
      String settings, String diagnostics, String reliability, String convergence) {
    return """
    {"text": "the [MASK] ran", "settings": {"sampler": "gibbs-mh", "chains": 25, "burnIn": 10, "seed": 3, %s},
    data: "candidates": [{"text": "the old ran", "fills": [{"blank": 1, "token": "old", "logProbability": -1, "start": 4, "end": 7}], "energy": -1, "chains": 4%s}],
    data: "verdict": {"reliability": "%s", "text": "So it is.", "unseen": %s},
    data: "diagnostics": {"exact": true, "acceptanceRate": 0.5, "distinctFillings": 3, "effectiveSampleSize": 9, "effectiveSampleSizeOfHammingDistance": 8, "modelPasses": 812, "keptSteps": 400, "steps": 410, "convergence": %s, %s}}
    """
        .formatted(
            settings,
            reliability.equals("bounds-only")
                ? ""
                : ", \"probability\": 0.24, \"probabilityStandardError\": 0.03",
            reliability,
            reliability.equals("bounds-only") ? "null" : "0.2304",
            convergence,
            diagnostics)
        .strip();
  }

  /** Answers whatever is asked for, and keeps it. */
  private Visit answered(String result) {
    Visit visit = PAGE.visit();
    visit
        .page()
        .route(
            "**/api/v1/infill",
            route -> {
              asked.add(parsed(route.request().postData()));
              route.fulfill(
                  new Route.FulfillOptions()
                      .setContentType("text/event-stream")
                      .setBody("event: result\ndata: " + result + "\n\n"));
            });
    visit.runToEnd();
    return visit;
  }

  private static JsonNode parsed(String json) {
    try {
      return new ObjectMapper().readTree(json);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String convergence(String energy, String distance) {
    return "{\"energy\": %s, \"hammingDistance\": {\"rHat\": %s}}".formatted(energy, distance);
  }

  private static String ended(String end, String unsettled) {
    return "\"interrupted\": false, \"seconds\": 12.2, \"end\": \"%s\", \"unsettled\": %s"
        .formatted(end, unsettled);
  }

  @Test
  void whatIsNotMetIsSaidWithItsFigure() {
    Visit visit =
        answered(
            result(
                "\"steps\": null, \"maxPasses\": null, \"maxSeconds\": null",
                ended("max-passes", "[\"standard-error\", \"best\", \"r-hat\"]"),
                "reliable",
                convergence("{\"rHat\": 1.0512}", "1.3")));
    assertThat(unsettled(visit))
        .containsText(
            "The list may still change. After 410 steps of each chain and 812 model passes it was not settled:");
    assertThat(unsettled(visit).locator("li"))
        .hasText(
            new String[] {
              "the probabilities have a standard error of 12.5 % of them; 10 % would do",
              "the five best changed in the last third of the steps",
              "R-hat of U is 1.051; 1.05 would do"
            });
    assertThat(visit.page().locator(".run-settings"))
        .containsText("410 steps, ended by its passes, not settled");
    assertThat(unsettled(visit))
        .containsText(
            "Takes up to about 49 s, four times as long. The chains begin as they did, and go on.");
    assertThat(Axe.violations(visit)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "few-steps | null | 1.3 | fewer than 20 steps of each chain count",
        "standard-error | null | 1.3 | the probabilities have a larger standard error, or none; 10 % would do",
        "r-hat | null | 1.3 | R-hat of the Hamming distance is 1.300; 1.05 would do",
        "r-hat | {\"rHat\": 1.05} | 1.3 | R-hat of the Hamming distance is 1.300; 1.05 would do",
        "r-hat | {\"rHat\": null} | null | the chains stay at different fillings"
      })
  void whereNoFigureIsKnownThatIsSaidWithoutOne(
      String what, String energy, String distance, String written) {
    Visit visit =
        answered(
            result(
                "\"steps\": null, \"maxPasses\": null, \"maxSeconds\": null",
                ended("steps", "[\"%s\"]".formatted(what)),
                "bounds-only",
                convergence(energy, distance)));
    assertThat(unsettled(visit).locator("li")).hasText(new String[] {written});
    assertThat(visit.page().locator(".run-settings")).containsText("410 steps, not settled");
  }

  /** What ended the run is let go on; the seed is that of the results, and is not kept. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "max-passes | null | null | null | Run again with 1,640 steps | steps | 1640",
        "steps | null | null | null | Run again with 1,640 steps | steps | 1640",
        "steps | 410 | null | null | Run again with 1,640 steps | steps | 1640",
        "max-passes | null | 800 | null | Run again with 3,200 passes | maxPasses | 3200",
        "max-seconds | null | null | 1.5 | Run again with 6 seconds | maxSeconds | 6"
      })
  void theNextRunIsAClickAway(
      String end,
      String steps,
      String maxPasses,
      String maxSeconds,
      String button,
      String setting,
      int value) {
    Visit visit =
        answered(
            result(
                "\"steps\": %s, \"maxPasses\": %s, \"maxSeconds\": %s"
                    .formatted(steps, maxPasses, maxSeconds),
                ended(end, "[\"best\"]"),
                "unreliable",
                convergence("{\"rHat\": 1.4}", "1.3")));
    assertThat(again(visit)).hasText(button);
    again(visit).click();
    visit.awaitEnd();
    assertThat(asked).hasSize(2);
    assertThat(asked.get(1).at("/settings/" + setting).asInt()).isEqualTo(value);
    assertThat(asked.get(1).at("/settings/seed").asInt()).isEqualTo(3);
    assertThat(asked.get(1).get("text")).isEqualTo(asked.get(0).get("text"));
    assertThat(visit.setting("Seed")).hasValue("");
    assertThat(visit.page().locator("#stale")).not().isVisible();
  }

  @Test
  void aRetryGoesOnWithTheSameSeed() {
    Visit visit =
        answered(
            result(
                "\"steps\": null, \"maxPasses\": null, \"maxSeconds\": null",
                ended("steps", "[\"best\"]"),
                "unreliable",
                convergence("{\"rHat\": 1.4}", "1.3")));
    Consumer<Route> refusal = RunTest::refuse;
    visit.page().route("**/api/v1/infill", refusal);
    again(visit).click();
    Locator alert = visit.page().getByRole(AriaRole.ALERT);
    assertThat(alert).containsText("The queue is full");
    visit.expectComplaint("429");
    visit.page().unroute("**/api/v1/infill", refusal);
    alert.getByRole(AriaRole.BUTTON).click();
    visit.awaitEnd();
    assertThat(asked).hasSize(2);
    assertThat(asked.get(1).at("/settings/seed").asInt()).isEqualTo(3);
  }

  @Test
  void itIsOfTheTextThatTheResultsAreOf() {
    Visit visit =
        answered(
            result(
                "\"steps\": null, \"maxPasses\": null, \"maxSeconds\": null",
                ended("steps", "[\"best\"]"),
                "reliable",
                convergence("{\"rHat\": 1.01}", "1.0")));
    visit.write("the [MASK] man");
    visit.setting("Chains").fill("7");
    assertThat(visit.page().locator("#stale")).isVisible();
    again(visit).click();
    visit.awaitEnd();
    assertThat(asked.get(1).get("text").asText()).isEqualTo("the [MASK] ran");
    assertThat(asked.get(1).at("/settings/chains").isMissingNode()).isTrue();
    assertThat(visit.text()).isEqualTo("the [MASK] ran");
    visit.button("Earlier text").click();
    assertThat(visit.text()).isEqualTo("the [MASK] man");
  }

  /** Nothing is to be settled of exact figures, and who stopped a run knows why it is short. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "exact | \"interrupted\": false, \"seconds\": 1, \"end\": \"steps\", \"unsettled\": [\"best\"]",
        "unreliable | \"interrupted\": true, \"seconds\": 1, \"end\": \"cancelled\", \"unsettled\": [\"best\"]",
        "reliable | \"interrupted\": false, \"seconds\": 1, \"end\": \"settled\", \"unsettled\": []",
        "reliable | \"interrupted\": false, \"seconds\": 1, \"end\": \"steps\""
      })
  void elsewhereNothingIsSaid(String reliability, String diagnostics) {
    Visit visit = PAGE.visit();
    visit
        .page()
        .route(
            "**/api/v1/infill",
            route ->
                route.fulfill(
                    new Route.FulfillOptions()
                        .setContentType("text/event-stream")
                        .setBody(
                            "event: result\ndata: "
                                + result(
                                    "\"steps\": null, \"maxPasses\": null, \"maxSeconds\": null",
                                    diagnostics,
                                    reliability,
                                    convergence("null", "1.3"))
                                + "\n\n")));
    visit.run().click();
    assertThat(visit.page().locator(".verdict")).isVisible();
    assertThat(unsettled(visit)).not().isVisible();
  }

  @Test
  void aRunThatItsLimitEndedGoesOnUntilItIsSettled() {
    Visit visit = PAGE.visit();
    visit.write("the [MASK] man [MASK]");
    visit.setting("Seed").fill("3");
    visit.page().locator("#advanced summary").click();
    visit.setting("Allow only").fill("1=old,man 2=ran,zürich");
    visit.setting("Max passes").fill("100");
    visit.runToEnd();
    assertThat(unsettled(visit).locator("li"))
        .hasText(new String[] {"fewer than 20 steps of each chain count"});
    for (int passes = 400; unsettled(visit).isVisible() && passes < 100_000; passes *= 4) {
      visit.button(String.format(Locale.ROOT, "Run again with %,d passes", passes)).click();
      visit.awaitEnd();
      assertThat(visit.setting("Max passes")).hasValue(String.valueOf(passes));
    }
    assertThat(visit.page().locator(".run-settings")).containsText("steps until settled");
  }
}
