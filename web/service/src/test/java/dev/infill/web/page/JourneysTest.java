package dev.infill.web.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import dev.infill.core.lab.FakeModel;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What people do with the page, in a browser. */
class JourneysTest {
  /** Pictures of the page, to be looked at. */
  private static final String CSV_OF_TEXT =
      "async (text) => (await import('/page/export.js')).toCsv({ candidates: [{ text, fills: [] }]"
          + " })";

  private static final Path SCREENSHOTS = Path.of("target", "screenshots");

  private static final String TEXT = "the [MASK] man [MASK] , the [MASK]";
  private static final Turnstile TURNSTILE = new Turnstile();

  @RegisterExtension
  static final ServedPage PAGE = new ServedPage(() -> FakeModel.readingMasks(TURNSTILE));

  /** Of a model that remembers no contexts: chains ask it at every step. */
  @RegisterExtension
  static final ServedPage CHAINS = new ServedPage(() -> new FakeModel(TURNSTILE));

  @AfterEach
  void open() {
    TURNSTILE.open();
  }

  private static Visit running() {
    Visit visit = CHAINS.visit();
    visit.write(TEXT);
    visit.button("Sample").click();
    visit.setting("Sampler").selectOption("dmala");
    visit.setting("Seed").fill("3");
    visit.setting("Steps").fill("50");
    return visit;
  }

  private static Visit filled() {
    Visit visit =
        PAGE.visit(
            ServedPage.SHORT_TEXT,
            ServedPage.window(1280, 800)
                .setPermissions(List.of("clipboard-read", "clipboard-write")));
    visit.write("the old man , ran");
    visit.word("old").click();
    visit.word("ran").click();
    visit.setting("Seed").fill("3");
    visit.setting("Top").fill("3");
    visit.runToEnd();
    return visit;
  }

  @Tag("exhaustive")
  @Tag("gate")
  @ParameterizedTest
  @CsvSource({"1280, LIGHT", "1280, DARK", "360, LIGHT", "360, DARK"})
  void nothingKeepsAnyoneOut(int width, ColorScheme scheme) {
    Visit visit =
        PAGE.visit(
            ServedPage.SHORT_TEXT,
            ServedPage.window(width, 800)
                .setColorScheme(scheme)
                .setReducedMotion(ReducedMotion.REDUCE));
    look(visit, width, scheme, "start");
    visit.write("the [MASK] man [MASK] , the [MASK]");
    visit.setting("Seed").evaluate("seed => { seed.closest('details').open = true; }");
    visit.setting("Seed").fill("3");
    visit.runToEnd();
    look(visit, width, scheme, "most-probable");
    visit.button("Sample").click();
    visit.page().locator("#settings").evaluate("settings => { settings.open = true; }");
    visit.page().locator("#advanced").evaluate("advanced => { advanced.open = true; }");
    visit.setting("Seed").fill("3");
    visit.setting("Sampler").selectOption("cdmala");
    look(visit, width, scheme, "settings");
    visit.setting("Sampler").selectOption("dmala");
    visit.runToEnd();
    visit.page().locator("#advanced").evaluate("advanced => { advanced.open = false; }");
    visit.openDetails();
    for (Locator figures : visit.page().locator(".figures summary").all()) {
      figures.click();
    }
    visit.fill(2, 2).focus();
    assertThat(visit.card().getByRole(AriaRole.LISTITEM)).hasCount(5);
    look(visit, width, scheme, "result");
    visit.button(Pattern.compile("^Pin “ran”")).click();
    visit.awaitEnd();
    visit.compare().check();
    visit.runToEnd();
    assertThat(
            visit
                .page()
                .getByRole(AriaRole.TABLE, new Page.GetByRoleOptions().setName("Side by side")))
        .isVisible();
    for (Locator figure : visit.page().locator(".diversity dd").all()) {
      assertThat(figure).not().hasText("–");
    }
    visit.button("History").click();
    look(visit, width, scheme, "comparison");
    visit.setting("Chains").fill("0");
    visit.run().click();
    assertThat(visit.page().locator("#setting-chains-error")).isVisible();
    look(visit, width, scheme, "problem");
    visit.expectComplaint("422");
  }

  private static void look(Visit visit, int width, ColorScheme scheme, String name) {
    String file = "%s-%d-%s.png".formatted(name, width, scheme.name().toLowerCase(Locale.ROOT));
    visit
        .page()
        .screenshot(
            new Page.ScreenshotOptions().setFullPage(true).setPath(SCREENSHOTS.resolve(file)));
    assertThat(visit.page().evaluate("document.scrollingElement.scrollWidth"))
        .as(file)
        .isEqualTo(width);
    assertThat(Axe.violations(visit)).as(file).isEmpty();
  }

  @Test
  void keysAloneGoAllTheWay() {
    Visit visit = PAGE.visit();
    visit.write("the old man ran");
    visit.button("Blank words").focus();
    Page page = visit.page();
    tabTo(visit, "document.activeElement.classList.contains('word')");
    page.keyboard().press("ArrowRight");
    page.keyboard().press(" ");
    assertThat(visit.text()).isEqualTo("the [MASK] man ran");
    tabTo(visit, "document.activeElement.id === 'run'");
    assertThat((String) page.evaluate("getComputedStyle(document.activeElement).outlineStyle"))
        .isEqualTo("solid");
    page.keyboard().press("Enter");
    visit.awaitEnd();
    tabTo(visit, "document.activeElement.classList.contains('fill')");
    page.keyboard().press("Enter");
    assertThat(visit.button(Pattern.compile("^Keep"))).isFocused();
    page.keyboard().press("Enter");
    assertThat(page.locator("#results")).isFocused();
    visit.awaitEnd();
    assertThat(page.locator("#results")).isFocused();
    assertThat(page.locator("#pins")).isVisible();
    assertThat(visit.candidates()).hasCount(1);
  }

  private static void tabTo(Visit visit, String there) {
    for (int presses = 0; presses < 60; presses++) {
      visit.page().keyboard().press("Tab");
      if (Boolean.TRUE.equals(visit.page().evaluate(there))) {
        return;
      }
    }
    throw new AssertionError("60 tabs do not lead to " + there);
  }

  @Test
  void theMostProbableAreShownAsSoonAsTheyAreFoundAndRefinedInPlace() {
    Visit visit = PAGE.visit();
    visit.write(TEXT);
    visit.setting("Seed").fill("3");
    visit.setting("Top").fill("3");
    assertThat(visit.setting("Sampler")).not().isVisible();
    assertThat(visit.setting("Steps")).not().isVisible();
    assertThat(visit.compare()).not().isVisible();
    TURNSTILE.closeAfter(5);
    visit.run().click();
    assertThat(visit.candidates()).hasCount(3);
    assertThat(visit.phase()).hasText(Pattern.compile("\\d+ model passes · .+ certain.*"));
    assertThat(visit.candidates().first()).containsText(Pattern.compile("\\d %"));
    assertThat(visit.page().locator("#live")).hasText("The search runs.");
    assertThat(visit.page().getByRole(AriaRole.PROGRESSBAR))
        .hasAccessibleName("Progress of Most probable");
    TURNSTILE.open();
    visit.awaitEnd();
    assertThat(visit.candidates()).hasCount(3);
    assertThat(visit.page().locator(".verdict")).containsText("three most probable");
    assertThat(visit.page().locator(".marginals table")).hasCount(3);
    assertThat(visit.page().locator(".pictures")).hasCount(0);
    assertThat(visit.page().locator("#live"))
        .hasText(Pattern.compile("Done, 3 fillings\\. These are the three most probable.+"));
    visit.button("History").click();
    assertThat(visit.page().locator(".entry")).containsText("most probable · p ");
  }

  @Test
  void candidatesAndPicturesAppearWhileTheChainsMove() {
    Visit visit = running();
    TURNSTILE.closeAfter(10);
    visit.run().click();
    visit.openDetails();
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
    assertThat(visit.page().getByRole(AriaRole.PROGRESSBAR)).hasAccessibleName("Progress of dmala");
    assertThat(visit.cancel()).isVisible();
    assertThat(visit.page().locator("#live")).hasText("dmala runs.");
    Locator shares = visit.page().locator(".shares");
    assertThat(shares).not().isVisible();
    TURNSTILE.open();
    visit.awaitEnd();
    assertThat(shares.locator("g.share")).hasCount(5);
    assertThat(visit.cancel()).not().isVisible();
    assertThat(visit.page().locator("#live"))
        .hasText(Pattern.compile("dmala: done, 5 fillings, best U −[\\d.]+\\."));
  }

  @Test
  void theDialOfTheListAsksForFillingsThatDiffer() {
    Visit visit = filled();
    Locator dial = visit.page().locator("#difference");
    assertThat(dial).hasValue("0");
    dial.fill("0.8");
    dial.dispatchEvent("change");
    visit.awaitEnd();
    assertThat(visit.setting("Select")).hasValue("diverse");
    assertThat(visit.setting("Diversity")).hasValue("0.8");
    assertThat(visit.page().locator("#stale")).not().isVisible();
    visit.button("Back to the defaults").click();
    assertThat(dial).hasValue("0");
  }

  @Test
  void aRunThatWasTooShortIsMadeLongerByAButton() {
    Visit visit = running();
    visit.setting("Steps").fill("2");
    visit.runToEnd();
    assertThat(visit.page().locator(".verdict")).hasClass(Pattern.compile("poor"));
    visit.button("Run longer").click();
    assertThat(visit.setting("Steps")).hasValue("8");
    assertThat(visit.page().locator(".run-settings")).containsText("25 × 8 steps · seed 3");
  }

  @Test
  void cancelWorksAtOnceAndKeepsWhatWasFound() {
    Visit visit = running();
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
    assertThat(visit.cancel()).not().isVisible();
  }

  @Test
  void aRunThatIsCancelledBeforeItsFirstStepTellsNothingOfSteps() {
    Visit visit = running();
    visit.setting("Sampler").selectOption("dula");
    TURNSTILE.closeAfter(0);
    visit.run().click();
    assertThat(visit.phase()).hasText("Chains start …");
    assertThat(visit.page().locator(".run-settings")).containsText("seed 3");
    visit.cancel().click();
    assertThat(visit.phase()).containsText("fetching what was found");
    TURNSTILE.open();
    assertThat(visit.phase()).hasText(Pattern.compile("Cancelled in [\\d.]+ s"));
    assertThat(visit.page().locator(".run-settings")).containsText("25 chains · seed 3");
    assertThat(visit.page().locator("#results"))
        .not()
        .containsText(Pattern.compile("0 steps|≤ 100 %|left"));
  }

  /** The service of these tests takes 20,000 characters. */
  @Test
  void aTextThatIsTooLongIsNotDrawn() {
    for (String text : List.of("[MASK]+".repeat(10_000), "word+".repeat(50_000))) {
      Visit visit = PAGE.visit("#text=" + text, ServedPage.window(1280, 800));
      assertThat(visit.page().locator("#board")).containsText("at most 20,000 are allowed");
      assertThat(visit.page().locator("#board [role=button]")).hasCount(0);
      visit.run().click();
      assertThat(visit.page().getByRole(AriaRole.ALERT)).containsText("at most 20,000 are allowed");
    }
    Visit visit = PAGE.visit();
    visit.write("word ".repeat(200_000));
    assertThat(visit.page().locator("#board")).containsText("The text has 1,000,000 characters");
    // Short enough, and still more than anybody clicks.
    visit.write("a ".repeat(5_001));
    assertThat(visit.page().locator("#board")).containsText("More than 5,000 words");
    visit.write("the [MASK] ran");
    assertThat(visit.word("ran")).isVisible();
    visit.runToEnd();
    // Where it stood for a moment, the service was asked for its pieces: more than the model reads.
    visit.ignoreComplaints("422");
  }

  @Test
  void aReloadFindsTheRunAgain() {
    Visit visit = running();
    visit.setting("Seed").fill("");
    TURNSTILE.closeAfter(10);
    visit.run().click();
    assertThat(visit.phase()).containsText("Step ");
    Locator settings = visit.page().locator(".run-settings");
    String of = settings.textContent();
    visit.page().reload();
    TURNSTILE.open();
    visit.awaitEnd();
    assertThat(settings).hasText(of);
    assertThat(visit.page().locator("#notice")).containsText("with the same seed");
    List<String> texts = visit.page().locator(".filled").allTextContents();

    visit.page().reload();
    visit.awaitEnd();
    assertThat(settings).hasText(of);
    assertThat(visit.page().locator(".filled").allTextContents()).isEqualTo(texts);
    assertThat(visit.page().locator("#notice")).not().isVisible();
    assertThat(visit.setting("Seed")).hasValue("");
    // Another text is another matter.
    visit.write("the [MASK]");
    visit.button("Copy link").click();
    visit.page().reload();
    assertThat(visit.run()).isEnabled();
    assertThat(visit.candidates()).hasCount(0);
  }

  @Test
  void aFullQueueIsSaid() {
    Visit visit = running();
    visit.page().route("**/api/v1/sample", JourneysTest::refuse);
    visit.run().click();
    Locator alert = visit.page().getByRole(AriaRole.ALERT);
    assertThat(alert).containsText("The queue is full. Try again in 7 s.");
    assertThat(visit.phase()).hasText("Failed: The queue is full.");
    visit.expectComplaint("429");
    visit.page().unroute("**/api/v1/sample");
    alert.getByRole(AriaRole.BUTTON).click();
    visit.awaitEnd();
    assertThat(alert).not().isVisible();
  }

  @Test
  void theFocusDoesNotVanishWithTheDialOfTheList() {
    Visit visit = filled();
    visit.page().route("**/api/v1/fill", JourneysTest::refuse);
    Locator dial = visit.page().locator("#difference");
    dial.press("ArrowRight");
    assertThat(dial).not().isVisible();
    assertThat(visit.run()).isFocused();
    visit.expectComplaint("429");
  }

  static void refuse(Route route) {
    route.fulfill(
        new Route.FulfillOptions()
            .setStatus(429)
            .setHeaders(Map.of("Retry-After", "7"))
            .setContentType("application/problem+json")
            .setBody(
                "{\"status\": 429, \"title\": \"Too Many Requests\", \"detail\": \"the queue is"
                    + " full\"}"));
  }

  @Test
  void aTextWithoutBlanksIsRefusedAloudAndChangesNothing() {
    Visit visit = running();
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
  void theHistoryBringsRunsBack() {
    Visit visit = filled();
    List<String> texts = visit.page().locator(".filled").allTextContents();
    visit.write("the [MASK]");
    visit.runToEnd();
    assertThat(visit.candidates().first()).containsText("the zürich");
    visit.page().reload();
    assertThat(visit.run()).isEnabled();
    visit.button("History").click();
    Locator entries = visit.page().locator(".entries > li");
    assertThat(entries).hasCount(2);
    entries.nth(1).getByRole(AriaRole.BUTTON).first().click();
    assertThat(visit.candidates()).hasCount(3);
    assertThat(visit.page().locator(".filled").allTextContents()).isEqualTo(texts);
    assertThat(visit.text()).isEqualTo("the [MASK] man , [MASK]");
    assertThat(visit.setting("Seed")).hasValue("3");
    visit.button("History").click();
    visit.button(Pattern.compile("^Forget “the zürich”")).click();
    assertThat(entries).hasCount(1);
    visit.button("Forget all").click();
    assertThat(visit.page().getByText("Nothing here yet.")).isVisible();
    assertThat(visit.page().evaluate("localStorage.getItem('infill.history')")).isEqualTo("[]");
  }

  @Test
  void aMalformedEntryOfTheHistoryIsLeftOutAlone() {
    Visit visit = filled();
    visit
        .page()
        .evaluate(
            "() => { const entries = JSON.parse(localStorage.getItem('infill.history'));"
                + " const [good] = entries; const bad = [null, 7, {}, { ...good, results: [null] },"
                + " { ...good, results: [{ verdict: {} }] }, { ...good, results: 'none' },"
                + " { ...good, results: [{ ...good.results[0], candidates: [null] }] }];"
                + " localStorage.setItem('infill.history', JSON.stringify([...bad, good])); }");
    visit.button("History").click();
    assertThat(visit.page().locator(".entries > li")).hasCount(1);
    assertThat(visit.page().locator(".entry-text")).containsText("the");
  }

  @Test
  void anEstimateHasAsManyDigitsAsItsErrorAllows() {
    Visit visit = PAGE.visit();
    assertThat(
            visit
                .page()
                .evaluate(
                    "async () => { const { estimate, bound } = await import('/page/figures.js');"
                        + " return [estimate(0.28061, 0.00152), estimate(0.28061, 0.0996),"
                        + " estimate(0.011, 0.000072), estimate(0.5, 0), estimate(0.2, null),"
                        + " estimate(1e-9, 1e-10), bound(0.9961), bound(0.123)]; }"))
        .isEqualTo(
            List.of(
                "28.06 % ± 0.15 %",
                "28 % ± 10 %",
                "1.1000 % ± 0.0072 %",
                "50.00 %",
                "20.0 %",
                "< 0.0001 %",
                "–",
                "≤ 13 %"));
  }

  @Test
  void aResultIsSavedAsJsonCsvAndText() throws IOException {
    Visit visit = filled();
    List<String> texts = visit.page().locator(".filled").allTextContents();
    JsonNode json = new ObjectMapper().readTree(saved(visit, "JSON", "infill-fill-3.json"));
    assertThat(json.get("candidates").findValuesAsText("text")).isEqualTo(texts);
    assertThat(json.get("settings").get("seed").intValue()).isEqualTo(3);
    assertThat(visit.page().locator(".behaviour dd").first())
        .hasText(json.at("/diagnostics/modelPasses").asText());
    assertThat(visit.page().locator(".verdict")).containsText(json.at("/verdict/text").asText());
    assertThat(saved(visit, "Text", "infill-fill-3.txt"))
        .isEqualTo(String.join("\n", texts) + "\n");
    List<String> lines = saved(visit, "CSV", "infill-fill-3.csv").lines().toList();
    assertThat(lines)
        .hasSize(4)
        .first()
        .isEqualTo(
            "rank,text,twoWay,energy,probability,probabilityStandardError,probabilityBound,fill1,logProbability1,fill2,logProbability2");
    JsonNode best = json.get("candidates").get(0);
    assertThat(lines.get(1))
        .startsWith("1,\"" + texts.get(0) + "\"," + best.get("twoWay").asText() + ",")
        .contains("zürich," + best.get("fills").get(0).get("logProbability").asText());
    for (String sign : List.of("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")) {
      assertThat(visit.page().evaluate(CSV_OF_TEXT, sign + "1").toString())
          .as(sign)
          .contains("'" + sign + "1");
    }
  }

  @Test
  void aLinkCarriesTextAndSettings() {
    Visit visit = filled();
    visit.button("Sample").click();
    visit.setting("Sampler").selectOption("gwg");
    visit.compare().check();
    visit.fill(1, 2).click();
    visit.button(Pattern.compile("^Pin “man”")).click();
    visit.awaitEnd();
    visit.button("Copy link").click();
    assertThat(visit.button("Copied")).isVisible();
    String link = (String) visit.page().evaluate("navigator.clipboard.readText()");
    assertThat(visit.page()).hasURL(link);

    Visit other = PAGE.visit("#" + URI.create(link).getRawFragment(), ServedPage.window(1280, 800));
    assertThat(other.button("Sample")).hasAttribute("aria-pressed", "true");
    assertThat(other.setting("Sampler")).hasValue("gwg");
    assertThat(other.setting("Top")).hasValue("3");
    assertThat(other.setting("Seed")).hasValue("3");
    assertThat(other.setting("Chains")).hasValue("25");
    assertThat(other.compare()).isChecked();
    assertThat(other.page().getByLabel("Sampler to compare with")).hasValue("gibbs");
    assertThat(other.text()).isEqualTo("the [MASK] man , [MASK]");
    assertThat(other.blank(2)).hasAccessibleName("blank 2, was “ran”, keeps “man”");
    assertThat(other.candidates()).hasCount(0);
    other.runToEnd();
    assertThat(other.page().locator(".filled").allTextContents())
        .isEqualTo(visit.page().locator(".filled").allTextContents());
    other.blank(1).click();
    assertThat(other.text()).isEqualTo("the old man , [MASK]");
  }

  private static String saved(Visit visit, String button, String name) throws IOException {
    Download download = visit.saved(button);
    assertThat(download.suggestedFilename()).isEqualTo(name);
    return Files.readString(download.path());
  }
}
