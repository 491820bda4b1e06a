package dev.infill.web.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import dev.infill.web.cli.FakeModel;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Everyone can use the page: axe-core finds nothing, it fits small windows, keys alone do. */
class AccessibilityTest {
  /** Pictures of the page, to be looked at. */
  private static final Path SCREENSHOTS = Path.of("target", "screenshots");

  private static final String VIOLATIONS =
      """
      async () => {
        const found = await axe.run(document, {
          runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"],
        });
        return found.violations.map(({ id, impact, nodes }) =>
          `${impact} ${id}: ${nodes.map(({ html, failureSummary }) => html + " " + failureSummary).join("; ")}`);
      }
      """;

  @RegisterExtension static final ServedPage PAGE = new ServedPage(FakeModel::new);

  private static List<?> violations(Visit visit) {
    if (Boolean.FALSE.equals(visit.page().evaluate("'axe' in window"))) {
      // Evaluated, not put into the page: its policy takes no such scripts.
      visit.page().evaluate(axe());
    }
    List<?> violations = (List<?>) visit.page().evaluate(VIOLATIONS);
    // axe-core paints to measure contrast.
    visit.ignoreComplaints("Canvas2D");
    return violations;
  }

  private static String axe() {
    try (InputStream in =
        Objects.requireNonNull(
            AccessibilityTest.class.getResourceAsStream(
                "/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
    assertThat(violations(visit)).as(file).isEmpty();
  }

  @Test
  void axeSeesWhatIsWrong() {
    Visit visit = PAGE.visit();
    visit.page().evaluate("document.querySelector('.tagline').style.color = '#bbb'");
    visit.page().evaluate("document.querySelector('label[for=setting-seed]').remove()");
    assertThat(violations(visit))
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
    tabTo(visit, "document.activeElement.classList.contains('keep')");
    page.keyboard().press("Enter");
    visit.awaitEnd();
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
