package dev.infill.web.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import dev.infill.bert.BertModel;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The whole way with BERT-base: from the words of a text to a filling that is taken away. */
class RealModelTest {
  /** Two cores need a few seconds. */
  private static final double PATIENCE = 120_000;

  @RegisterExtension static final ServedPage PAGE = new ServedPage(BertModel::open);

  private static void awaitEnd(Visit visit) {
    assertThat(visit.phase()).hasCount(1);
    assertThat(visit.phase())
        .containsText("Done", new LocatorAssertions.ContainsTextOptions().setTimeout(PATIENCE));
  }

  @Test
  void goesAllTheWay() {
    Visit visit = PAGE.visit("", ServedPage.window(1280, 800));
    assertThat(visit.page().locator(".counts")).hasText("3 blanks · 19 of at most 512 pieces");
    visit.setting("Seed").fill("1");
    visit.run().click();
    assertThat(visit.candidates().first())
        .containsText("U −", new LocatorAssertions.ContainsTextOptions().setTimeout(PATIENCE));
    awaitEnd(visit);
    assertThat(visit.candidates()).hasCount(5);
    assertThat(visit.page().locator(".candidates")).containsText("given me the chance");

    Locator fill =
        visit
            .candidates()
            .getByRole(
                AriaRole.BUTTON,
                new Locator.GetByRoleOptions().setName(Pattern.compile("^given, ")))
            .first();
    fill.hover();
    assertThat(visit.card()).containsText(Pattern.compile("log f −\\d\\.\\d\\d · \\d+ %"));
    assertThat(visit.card().getByRole(AriaRole.LISTITEM)).hasCount(5);
    assertThat(visit.card().locator(".alternative.same")).containsText("given");
    Locator second = visit.card().locator(".alternative:not(.same) .token").first();
    String other = second.textContent();
    second.click();
    assertThat(visit.blank(1)).hasAccessibleName("blank 1, was “given”, keeps “" + other + "”");
    awaitEnd(visit);
    for (Locator candidate : visit.candidates().all()) {
      assertThat(candidate).containsText(other + " me the chance");
    }
    assertThat(visit.page().locator(".diversity dd").nth(1)).hasText(Pattern.compile("\\d+\\.\\d"));
    assertThat(visit.page().locator("path.chain")).hasCount(25);
    assertThat(visit.page().waitForDownload(() -> visit.button("JSON").click()).suggestedFilename())
        .isEqualTo("infill-dmala-1.json");
  }
}
