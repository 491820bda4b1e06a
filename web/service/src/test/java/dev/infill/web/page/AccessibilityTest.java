package dev.infill.web.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import dev.infill.core.lab.FakeModel;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Everyone can use the page: axe-core finds nothing, it fits small windows, keys alone do. */
@Tag("exhaustive")
class AccessibilityTest {
  /** Pictures of the page, to be looked at. */
  private static final Path SCREENSHOTS = Path.of("target", "screenshots");

  private static final Turnstile TURNSTILE = new Turnstile();

  @RegisterExtension static final ServedPage PAGE = new ServedPage(() -> new FakeModel(TURNSTILE));

  @AfterEach
  void open() {
    TURNSTILE.open();
  }

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
    visit.page().locator("#settings").evaluate("settings => { settings.open = true; }");
    visit.page().locator("#advanced").evaluate("advanced => { advanced.open = true; }");
    visit.setting("Seed").fill("3");
    visit.setting("Sampler").selectOption("cdmala");
    look(visit, width, scheme, "settings");
    visit.setting("Sampler").selectOption("dmala");
    visit.runToEnd();
    visit.page().locator("#advanced").evaluate("advanced => { advanced.open = false; }");
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
  void nothingKeepsAnyoneOutMeanwhile() {
    Visit visit =
        PAGE.visit(
            "#text=the+[MASK]+man+[MASK]+,+the+[MASK]&seed=3&steps=few",
            ServedPage.window(1280, 800).setReducedMotion(ReducedMotion.REDUCE));
    assertThat(visit.page().locator("#notice")).containsText("Steps “few”");
    look(visit, 1280, ColorScheme.LIGHT, "notice");
    TURNSTILE.closeAfter(10);
    visit.run().click();
    assertThat(visit.candidates()).hasCount(5);
    visit.fill(1, 1).focus();
    assertThat(visit.card()).isVisible();
    look(visit, 1280, ColorScheme.LIGHT, "running");
    TURNSTILE.open();
    visit.page().keyboard().press("Escape");
    visit.awaitEnd();
    visit.button("Write").click();
    visit.page().locator("#text").fill("the old man ran");
    visit.run().click();
    assertThat(visit.page().locator("#text-error")).isVisible();
    visit.page().locator("#examples summary").click();
    look(visit, 1280, ColorScheme.LIGHT, "writing");
  }

  @ParameterizedTest
  @CsvSource({"REDUCE, 0s, auto", "NO_PREFERENCE, 0.12s, smooth"})
  void nothingMovesForThoseWhoAskForIt(ReducedMotion motion, String transition, String scrolling) {
    Visit visit =
        PAGE.visit(ServedPage.SHORT_TEXT, ServedPage.window(360, 400).setReducedMotion(motion));
    assertThat((String) visit.run().evaluate("run => getComputedStyle(run).transitionDuration"))
        .startsWith(transition);
    visit
        .page()
        .evaluate(
            "() => { Element.prototype.scrollIntoView = ({ behavior }) => { window.scrolled = behavior; }; }");
    visit.page().keyboard().press("Control+Enter");
    visit.awaitEnd();
    assertThat(visit.page().evaluate("window.scrolled")).isEqualTo(scrolling);
  }

  /** WCAG 2.1, 1.4.11: what is needed to understand a picture has a contrast of 3 : 1. */
  @ParameterizedTest
  @CsvSource({"LIGHT", "DARK"})
  void theLineOfAChainStandsOut(ColorScheme scheme) {
    Visit visit =
        PAGE.visit(ServedPage.SHORT_TEXT, ServedPage.window(1280, 800).setColorScheme(scheme));
    visit.runToEnd();
    Object contrast =
        visit
            .page()
            .evaluate(
                """
                () => {
                  const channels = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).map(Number);
                  const luminance = (all) => all
                    .map((one) => one / 255)
                    .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
                    .reduce((sum, one, index) => sum + one * [0.2126, 0.7152, 0.0722][index], 0.05);
                  const { stroke, opacity } = getComputedStyle(document.querySelector("path.chain"));
                  const below = channels(getComputedStyle(document.querySelector(".card.run")).backgroundColor);
                  const line = channels(stroke).map((one, index) => one * opacity + below[index] * (1 - opacity));
                  const [low, high] = [luminance(line), luminance(below)].sort((a, b) => a - b);
                  return high / low;
                }
                """);
    assertThat((Double) contrast).isBetween(3.0, 21.0);
  }

  @Test
  void whatFiguresMeanIsWrittenBesideThem() {
    Visit visit = PAGE.visit();
    visit.runToEnd();
    assertThat(visit.page().locator(".candidate-list > .hint").first())
        .containsText("U: the higher");
    for (Locator part : visit.page().locator(".behaviour > div, .diversity dl > div").all()) {
      assertThat(part.locator(".meaning")).isVisible();
      assertThat(part.locator(".meaning")).hasText(Pattern.compile("\\w+ \\w+"));
    }
    assertThat(visit.page().locator(".behaviour > div, .diversity dl > div")).hasCount(11);
  }

  @Test
  void textsRunTheirOwnWay() {
    Visit visit = PAGE.visit("#text=שלום+[MASK]", ServedPage.window(1280, 800));
    assertThat(visit.page().locator("#board")).hasCSS("direction", "rtl");
    visit.runToEnd();
    assertThat(visit.page().locator(".filled").first()).hasCSS("direction", "rtl");
    visit.button("Write").click();
    assertThat(visit.page().locator("#text")).hasCSS("direction", "rtl");
  }

  @Test
  void axeSeesWhatIsWrong() {
    Visit visit = PAGE.visit();
    visit.page().evaluate("document.querySelector('.tagline').style.color = '#bbb'");
    visit.page().evaluate("document.querySelector('label[for=setting-seed]').remove()");
    assertThat(Axe.violations(visit))
        .anyMatch(one -> one.toString().contains("color-contrast"))
        .anyMatch(one -> one.toString().contains("label"));
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
    tabTo(visit, "document.activeElement.id === 'setting-seed'");
    page.keyboard().type("3");
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
}
