package dev.infill.web.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import dev.infill.core.lab.FakeModel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A text is filled: what is seen while the chains move, when they are stopped, and in the end. */
class RunTest {
  private static final Turnstile TURNSTILE = new Turnstile();
  private static final String TEXT = "the [MASK] man [MASK] , the [MASK]";
  private static final Locator.FilterOptions VISIBLE = new Locator.FilterOptions().setVisible(true);

  @RegisterExtension static final ServedPage PAGE = new ServedPage(() -> new FakeModel(TURNSTILE));

  @AfterEach
  void open() {
    TURNSTILE.open();
  }

  private static Visit visit() {
    Visit visit = PAGE.visit();
    visit.write(TEXT);
    visit.setting("Seed").fill("3");
    visit.setting("Steps").fill("50");
    return visit;
  }

  @Test
  void candidatesAndPicturesAppearWhileTheChainsMove() {
    Visit visit = visit();
    TURNSTILE.closeAfter(10);
    visit.run().click();
    assertThat(visit.page().locator(".diversity dd").nth(1)).hasText(Pattern.compile("\\d+\\.\\d"));
    for (String kind : List.of("accepted", "moved")) {
      assertThat(visit.page().locator("path.line." + kind))
          .hasAttribute("d", Pattern.compile("M.+"));
    }
    assertThat(visit.phase()).hasText(Pattern.compile("Step [1-9]\\d? of 50 · .+ left"));
    assertThat(visit.candidates()).hasCount(5);
    assertThat(visit.candidates().first()).containsText("U −");
    for (Locator figures : visit.page().locator(".candidate-figures").all()) {
      assertThat(figures).containsText(Pattern.compile("\\d+ of 25 chains here"));
    }
    Locator energy =
        visit
            .page()
            .getByRole(AriaRole.IMG, new Page.GetByRoleOptions().setName("U of every chain"));
    assertThat(energy).isVisible();
    assertThat(energy.locator("path.chain")).hasCount(25);
    assertThat(visit.page().getByRole(AriaRole.PROGRESSBAR))
        .hasAccessibleName("Progress of gibbs-mh");
    assertThat(visit.cancel()).isEnabled();
    assertThat(visit.page().locator("#live")).hasText("gibbs-mh runs.");
    Locator shares = visit.page().locator(".shares");
    assertThat(shares).not().isVisible();
    TURNSTILE.open();
    visit.awaitEnd();
    assertThat(shares.locator("g.share")).hasCount(5);
    assertThat(visit.cancel()).isDisabled();
    assertThat(visit.page().locator("#live"))
        .hasText(Pattern.compile("gibbs-mh: done, 5 fillings, best U −[\\d.]+\\."));
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
                "U −[\\d.]+\\s*p [\\d.]+ % ± [\\d.]+\\s*\\d+ of 25 chains here\\s*Copy"));
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
    visit.page().clock().install();
    TURNSTILE.closeAfter(10);
    visit.run().click();
    assertThat(visit.candidates()).hasCount(5);
    visit.cancel().click();
    assertThat(visit.phase()).containsText("Cancelled");
    assertThat(visit.run()).hasText("Fill the blanks");
    // However long the step takes that is under way.
    visit.page().clock().fastForward(600_000);
    assertThat(visit.phase()).hasText("Cancelled; fetching what was found …");
    TURNSTILE.open();
    assertThat(visit.phase()).hasText(Pattern.compile("Cancelled after \\d+ steps? in [\\d.]+ s"));
    // The bar stays as far as the chains came, and is not a full one.
    double steps = Double.parseDouble(visit.phase().textContent().split(" ", -1)[2]);
    assertThat(steps).isLessThan(50);
    assertThat(visit.page().locator("progress")).hasJSProperty("value", steps / 50);
    assertThat(visit.candidates()).hasCount(5);
    assertThat(visit.button("CSV")).isVisible();
    assertThat(visit.cancel()).isDisabled();
  }

  @Tag("exhaustive")
  @Test
  void whatWasFoundNeedNotBeWaitedFor() {
    Visit visit = visit();
    TURNSTILE.closeAfter(10);
    visit.run().click();
    assertThat(visit.candidates()).hasCount(5);
    visit.cancel().focus();
    visit.page().keyboard().press("Enter");
    assertThat(visit.phase()).hasText("Cancelled; fetching what was found …");
    visit.button("Do not wait").press("Enter");
    assertThat(visit.phase()).hasText(Pattern.compile("Cancelled after \\d+ steps?"));
    assertThat(visit.candidates()).hasCount(5);
    assertThat(visit.cancel()).isDisabled();
    assertThat(visit.run()).isFocused();
  }

  @Tag("exhaustive")
  @Test
  void anotherRunTakesThePlaceOfOneThatGoesOn() {
    Visit visit = visit();
    TURNSTILE.closeAfter(10);
    visit.run().click();
    assertThat(visit.candidates()).hasCount(5);
    visit.setting("Top").fill("2");
    visit.button("Start again").click();
    TURNSTILE.open();
    visit.awaitEnd();
    assertThat(visit.candidates()).hasCount(2);
    assertThat(visit.page().getByRole(AriaRole.ALERT)).not().isVisible();
  }

  @Tag("exhaustive")
  @Test
  void keysThatAreHeldRunOnce() {
    Visit visit = visit();
    TURNSTILE.closeAfter(10);
    visit.page().keyboard().down("Control");
    for (int repeat = 1; repeat <= 3; repeat++) {
      visit.page().keyboard().down("Enter");
    }
    visit.page().keyboard().up("Enter");
    visit.page().keyboard().up("Control");
    assertThat(visit.candidates()).hasCount(5);
    TURNSTILE.open();
    visit.awaitEnd();
    assertThat(visit.requests().stream().filter(address -> address.endsWith("/infill"))).hasSize(1);
  }

  @Tag("exhaustive")
  @Test
  void escapeClosesWhatIsOpenBeforeItCancels() {
    Visit visit = visit();
    TURNSTILE.closeAfter(10);
    visit.run().click();
    assertThat(visit.candidates()).hasCount(5);
    visit.fill(1, 1).hover();
    assertThat(visit.card()).isVisible();
    visit.page().keyboard().press("Escape");
    assertThat(visit.card()).hasCount(0);
    assertThat(visit.phase()).containsText("Step");
    visit.button("History").click();
    visit.run().focus();
    visit.page().keyboard().press("Escape");
    assertThat(visit.page().locator("#history")).not().isVisible();
    assertThat(visit.phase()).containsText("Step");
    visit.page().keyboard().press("Escape");
    assertThat(visit.phase()).containsText("Cancelled");
  }

  @Tag("exhaustive")
  @Test
  void aCardIsLookedAtWhileTheChainsMove() {
    Visit visit = visit();
    TURNSTILE.closeAfter(10);
    visit.run().click();
    assertThat(visit.candidates()).hasCount(5);
    visit.fill(1, 1).hover();
    assertThat(visit.card()).hasAccessibleName(Pattern.compile("Blank 1"));
    // Of the same line: the card grows when the model has answered, and may then lie on the next.
    visit.fill(1, 2).hover();
    assertThat(visit.card()).hasAccessibleName(Pattern.compile("Blank 2"));
    TURNSTILE.open();
    visit.awaitEnd();
    assertThat(visit.card().getByRole(AriaRole.LISTITEM)).hasCount(5);
    visit.fill(1, 3).hover();
    assertThat(visit.card()).hasAccessibleName(Pattern.compile("Blank 3"));
    visit.page().mouse().move(1, 1);
    // Only final figures have a standard error.
    for (Locator figures : visit.page().locator(".candidate-figures").all()) {
      assertThat(figures).containsText("±");
    }
  }

  @Tag("exhaustive")
  @Test
  void aRunOfTheHistoryEndsTheOneThatGoesOn() {
    Visit visit = visit();
    visit.runToEnd();
    List<String> texts = visit.page().locator(".filled").allTextContents();
    visit.page().route("**/api/v1/infill", RunTest::refuse);
    visit.run().click();
    assertThat(visit.page().getByRole(AriaRole.ALERT)).isVisible();
    visit.expectComplaint("429");
    visit.page().unroute("**/api/v1/infill");
    TURNSTILE.closeAfter(10);
    visit.setting("Seed").fill("4");
    visit.run().click();
    assertThat(visit.candidates()).hasCount(5);
    visit.button("History").click();
    visit.page().locator(".entry").click();
    assertThat(visit.cancel()).isDisabled();
    assertThat(visit.run()).hasText("Fill the blanks");
    assertThat(visit.page().locator("#results")).isFocused();
    assertThat(visit.phase()).containsText("Done");
    assertThat(visit.page().locator(".filled").allTextContents()).isEqualTo(texts);
  }

  private static void awaitMark(Visit visit, String name) {
    visit
        .page()
        .evaluate(
            """
            (name) => new Promise((resolve, reject) => {
              new PerformanceObserver((list) => {
                if (list.getEntriesByName(name).length > 0) {
                  resolve();
                }
              }).observe({ type: "mark", buffered: true });
              setTimeout(() => reject(`no mark ${name}`), 60_000);
            })
            """,
            name);
  }

  @Tag("exhaustive")
  @Test
  void theWayToTheFirstFillingIsMarkedForTheBrowsersTools() {
    Visit visit = visit();
    TURNSTILE.closeAfter(10);
    visit.run().click();
    awaitMark(visit, "first-candidate");
    assertThat(visit.page().evaluate("performance.getEntriesByName('done').length")).isEqualTo(0);
    TURNSTILE.open();
    awaitMark(visit, "done");
    visit.runToEnd();
    awaitMark(visit, "done");
    assertThat(
            visit
                .page()
                .evaluate(
                    "performance.getEntriesByType('mark').sort((a, b) => a.startTime - b.startTime).map(({ name }) => name)"))
        .isEqualTo(List.of("run", "first-candidate", "done"));
  }

  @Tag("exhaustive")
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

  @Tag("exhaustive")
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

  static void refuse(Route route) {
    route.fulfill(
        new Route.FulfillOptions()
            .setStatus(429)
            .setHeaders(Map.of("Retry-After", "7"))
            .setContentType("application/problem+json")
            .setBody(
                "{\"status\": 429, \"title\": \"Too Many Requests\", \"detail\": \"the queue is full\"}"));
  }

  @Tag("exhaustive")
  @Test
  void aLostConnectionIsSaid() {
    Visit visit = visit();
    visit.page().route("**/api/v1/infill", Route::abort);
    visit.run().click();
    assertThat(visit.page().getByRole(AriaRole.ALERT))
        .containsText("The connection to the service was lost.");
    visit.expectComplaint("ERR_FAILED");
    assertThat(visit.phase()).hasText("Failed");
    assertThat(visit.page().getByText("connection to the service").filter(VISIBLE)).hasCount(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "the [MASK] | 4 of | 0 | Chains must be from 1 to 100000, not 0.",
        "[MASK] the old old old old old old old old old old old old old [MASK] | far from each other | 25 | far from each other"
      })
  void aProblemIsSaidOnce(String text, String counted, String chains, String message) {
    Visit visit = PAGE.visit();
    visit.write(text);
    assertThat(visit.page().locator("#piece-count")).containsText(counted);
    visit.setting("Chains").fill(chains);
    visit.run().click();
    assertThat(visit.phase()).hasText("Failed");
    assertThat(visit.page().getByText(message).filter(VISIBLE)).hasCount(1);
    visit.expectComplaint("422");
  }

  @Tag("exhaustive")
  @Test
  void aProblemOfAComparisonNamesTheSampler() {
    Visit visit = visit();
    visit.compare().check();
    visit
        .page()
        .route(
            "**/api/v1/infill",
            route -> {
              if (route.request().postData().contains("\"gibbs\"")) {
                refuse(route);
              } else {
                route.resume();
              }
            });
    visit.run().click();
    assertThat(visit.page().getByRole(AriaRole.ALERT)).containsText("gibbs: The queue is full.");
    visit.expectComplaint("429");
    assertThat(visit.phase().last()).hasText("Failed");
    assertThat(visit.phase().first()).containsText("Done");
  }

  @Test
  void aTextWithoutBlanksIsRefusedAloudAndChangesNothing() {
    Visit visit = visit();
    visit.runToEnd();
    visit.write("the old man");
    visit.page().keyboard().press("Control+Enter");
    assertThat(visit.page().getByRole(AriaRole.ALERT)).containsText("[MASK]");
    assertThat(visit.word("the")).isFocused();
    assertThat(visit.candidates()).hasCount(5);
    assertThat(visit.phase()).containsText("Done");
    visit.button("Write").click();
    visit.page().keyboard().press("Control+Enter");
    assertThat(visit.page().locator("#text")).isFocused();
    assertThat(visit.page().locator("#text")).hasAttribute("aria-invalid", "true");
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
                            data: "fills": [{"blank": 1, "token": "old", "start": 4, "end": 7}], "energy": -1, "chains": 1}]}

                            """)));
    visit.run().click();
    assertThat(visit.page().getByRole(AriaRole.ALERT))
        .containsText("The connection to the service was lost.");
    assertThat(visit.candidates()).hasCount(1);
    assertThat(visit.fill(1, 1)).hasText("old");
    visit.fill(1, 1).hover();
    assertThat(visit.card().locator(".error")).isVisible();
    visit.expectComplaint("422");
  }
}
