package dev.infill.web.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import dev.infill.web.cli.FakeModel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A text is filled: what is seen while the chains move, when they are stopped, and in the end. */
class RunTest {
  private static final Turnstile TURNSTILE = new Turnstile();
  private static final String TEXT = "the [MASK] man [MASK] , the [MASK]";

  @RegisterExtension static final ServedPage PAGE = new ServedPage(() -> new FakeModel(TURNSTILE));

  @AfterEach
  void open() {
    TURNSTILE.open();
  }

  private static Visit visit() {
    Visit visit = PAGE.visit();
    visit.write(TEXT);
    visit.setting("Seed").fill("3");
    return visit;
  }

  @Test
  void candidatesAndPicturesAppearWhileTheChainsMove() {
    Visit visit = visit();
    TURNSTILE.closeAfter(10);
    visit.run().click();
    assertThat(visit.phase()).hasText(Pattern.compile("Step [1-9]\\d? of 50 · .+ left"));
    assertThat(visit.candidates()).hasCount(5);
    assertThat(visit.candidates().first()).containsText("U −");
    Locator energy =
        visit
            .page()
            .getByRole(AriaRole.IMG, new Page.GetByRoleOptions().setName("U of every chain"));
    assertThat(energy).isVisible();
    assertThat(energy.locator("path.chain")).hasCount(25);
    assertThat(visit.page().getByRole(AriaRole.PROGRESSBAR)).hasAccessibleName("Progress of dmala");
    assertThat(visit.cancel()).isEnabled();
    assertThat(visit.page().locator("#live")).hasText("dmala runs.");
    TURNSTILE.open();
    visit.awaitEnd();
    assertThat(visit.cancel()).isDisabled();
    assertThat(visit.page().locator("#live"))
        .hasText(Pattern.compile("dmala: done, 5 fillings, best U −[\\d.]+\\."));
  }

  @Test
  void candidatesAreRankedAndTheirFillsMarked() {
    Visit visit = visit();
    visit.runToEnd();
    List<Double> energies =
        visit.page().locator(".energy").allTextContents().stream()
            .map(text -> Double.valueOf(text.replace("U ", "").replace('−', '-')))
            .toList();
    assertThat(energies).hasSize(5).isSortedAccordingTo((a, b) -> Double.compare(b, a));
    assertThat(visit.page().locator(".candidates .filled").allTextContents())
        .doesNotHaveDuplicates();
    assertThat(visit.page().locator(".candidate-figures").first())
        .hasText(
            Pattern.compile(
                "U −[\\d.]+\\s*[\\d.]+ % ± [\\d.]+\\s*(no chain now|\\d+ chains?)\\s*Copy"));
    Set<String> seen = new HashSet<>();
    List<String> kinds = new ArrayList<>();
    for (Locator candidate : visit.candidates().all()) {
      List<Locator> fills = candidate.locator("button.fill").all();
      assertThat(fills).hasSize(3);
      for (int blank = 1; blank <= fills.size(); blank++) {
        Locator fill = fills.get(blank - 1);
        String kind = seen.add(blank + " " + fill.textContent()) ? "new" : "repeated";
        assertThat(fill).hasClass("fill " + kind);
        assertThat(fill)
            .hasAccessibleName("%s, %s at blank %d".formatted(fill.textContent(), kind, blank));
        kinds.add(kind);
      }
    }
    assertThat(kinds).contains("new", "repeated");
    // Colour is not the only cue.
    for (String property : List.of("color", "textDecorationStyle", "fontStyle")) {
      assertThat(styles(visit, "new", property))
          .doesNotContainAnyElementsOf(styles(visit, "repeated", property));
    }
  }

  private static Set<Object> styles(Visit visit, String kind, String property) {
    Set<Object> styles = new HashSet<>();
    for (Locator fill : visit.page().locator(".candidates button.fill." + kind).all()) {
      styles.add(fill.evaluate("(node, property) => getComputedStyle(node)[property]", property));
    }
    return styles;
  }

  @Test
  void cancelWorksAtOnceAndKeepsWhatWasFound() {
    Visit visit = visit();
    TURNSTILE.closeAfter(10);
    visit.run().click();
    assertThat(visit.candidates()).hasCount(5);
    visit.cancel().click();
    assertThat(visit.phase()).containsText("Cancelled");
    assertThat(visit.cancel()).isDisabled();
    assertThat(visit.run()).hasText("Fill the blanks");
    TURNSTILE.open();
    assertThat(visit.phase()).hasText(Pattern.compile("Cancelled after \\d+ steps? in [\\d.]+ s"));
    assertThat(visit.candidates()).hasCount(5);
    assertThat(visit.button("CSV")).isVisible();
  }

  @Test
  void escapeCancelsAndAnotherRunTakesThePlace() {
    Visit visit = visit();
    TURNSTILE.closeAfter(10);
    visit.page().keyboard().press("Control+Enter");
    assertThat(visit.candidates()).hasCount(5);
    visit.page().keyboard().press("Escape");
    assertThat(visit.phase()).containsText("Cancelled");
    TURNSTILE.open();
    visit.setting("Top").fill("2");
    visit.runToEnd();
    assertThat(visit.candidates()).hasCount(2);
  }

  @Test
  void aFullQueueIsSaid() {
    Visit visit = visit();
    visit.page().route("**/api/v1/infill", RunTest::refuse);
    visit.run().click();
    Locator alert = visit.page().getByRole(AriaRole.ALERT);
    assertThat(alert).containsText("The queue is full. Try again in 7 s.");
    visit.expectComplaint("429");
    visit.page().unroute("**/api/v1/infill");
    alert.getByRole(AriaRole.BUTTON).click();
    visit.awaitEnd();
    assertThat(alert).not().isVisible();
  }

  private static void refuse(Route route) {
    route.fulfill(
        new Route.FulfillOptions()
            .setStatus(429)
            .setHeaders(Map.of("Retry-After", "7"))
            .setContentType("application/problem+json")
            .setBody(
                "{\"status\": 429, \"title\": \"Too Many Requests\", \"detail\": \"the queue is full\"}"));
  }

  @Test
  void aLostConnectionIsSaid() {
    Visit visit = visit();
    visit.page().route("**/api/v1/infill", Route::abort);
    visit.run().click();
    assertThat(visit.page().getByRole(AriaRole.ALERT))
        .containsText("The connection to the service was lost.");
    visit.expectComplaint("ERR_FAILED");
    assertThat(visit.phase()).hasText("Failed");
  }

  @Test
  void aStreamThatBreaksOffKeepsWhatHasArrived() {
    Visit visit = visit();
    visit
        .page()
        .route(
            "**/api/v1/infill",
            route ->
                route.fulfill(
                    new Route.FulfillOptions()
                        .setContentType("text/event-stream")
                        .setBody(
                            """
                            : keep-alive

                            event: candidates
                            data: {"candidates": [{"text": "the old man",
                            data: "fills": [{"token": "old", "start": 4, "end": 7}], "energy": -1, "share": 1, "chains": 1}]}

                            """)));
    visit.run().click();
    assertThat(visit.page().getByRole(AriaRole.ALERT))
        .containsText("The connection to the service was lost.");
    assertThat(visit.candidates()).hasCount(1);
    assertThat(visit.fill(1, 1)).hasText("old");
  }
}
