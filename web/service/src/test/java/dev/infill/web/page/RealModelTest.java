package dev.infill.web.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import dev.infill.bert.BertModel;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The whole way with BERT-base: from the words of a text to fillings that are taken away. */
@Tag("exhaustive")
class RealModelTest {
  /** Two cores need a few seconds. */
  private static final double PATIENCE = 120_000;

  private static final String WORDS =
      "he had not , after all , [MASK] me the chance but [MASK] abandoned me [MASK] .";

  @RegisterExtension static final ServedPage PAGE = new ServedPage(BertModel::open);

  private static void await(Locator locator, Pattern text) {
    assertThat(locator)
        .containsText(text, new LocatorAssertions.ContainsTextOptions().setTimeout(PATIENCE));
  }

  private static void awaitEnd(Visit visit) {
    for (Locator phase : visit.phase().all()) {
      await(phase, Pattern.compile("Done"));
    }
  }

  private static String saved(Visit visit, String button, String name) throws IOException {
    Download download = visit.page().waitForDownload(() -> visit.button(button).click());
    assertThat(download.suggestedFilename()).isEqualTo(name);
    return Files.readString(download.path());
  }

  @Test
  void goesAllTheWay() throws IOException {
    Visit visit =
        PAGE.visit(
            "",
            ServedPage.window(1280, 800)
                .setPermissions(List.of("clipboard-read", "clipboard-write")));
    blanksWords(visit);
    fills(visit);
    String other = pinsAnAlternative(visit);
    keepsAFill(visit, other);
    takesAway(visit);
    compares(visit);
    cancels(visit);
    goesBack(visit);
  }

  private static void blanksWords(Visit visit) {
    assertThat(visit.page().locator(".counts")).hasText("3 blanks · 19 of at most 512 pieces");
    visit.blank(3).click();
    assertThat(visit.page().locator(".counts")).hasText("2 blanks · 19 of at most 512 pieces");
    visit.word("instead").click();
    assertThat(visit.text()).isEqualTo(WORDS);
  }

  private static void fills(Visit visit) {
    visit.setting("Seed").fill("1");
    // Enough to see everything that a run shows; as long as it takes is longer.
    visit.setting("Steps").fill("50");
    visit.run().click();
    await(visit.candidates().first(), Pattern.compile("U −"));
    awaitEnd(visit);
    assertThat(visit.candidates()).hasCount(5);
    assertThat(visit.page().locator(".candidates")).containsText("given me the chance");
    assertThat(visit.page().locator(".diversity dd").nth(1)).hasText(Pattern.compile("\\d+\\.\\d"));
    assertThat(visit.page().locator("path.chain")).hasCount(25);
  }

  private static String pinsAnAlternative(Visit visit) {
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
    return other;
  }

  private static void keepsAFill(Visit visit, String pinned) {
    String kept = visit.fill(1, 3).textContent();
    visit.fill(1, 3).click();
    visit.button("Keep “" + kept + "”, resample the rest").click();
    awaitEnd(visit);
    for (Locator candidate : visit.candidates().all()) {
      assertThat(candidate).containsText(pinned + " me the chance");
      assertThat(candidate).containsText("abandoned me " + kept + " .");
    }
  }

  private static void takesAway(Visit visit) throws IOException {
    List<String> texts = visit.page().locator(".filled").allTextContents();
    String lines = String.join("\n", texts) + "\n";
    assertThat(saved(visit, "JSON", "infill-gibbs-mh-1.json")).contains("\"bert-base-uncased\"");
    assertThat(saved(visit, "Text", "infill-gibbs-mh-1.txt")).isEqualTo(lines);
    assertThat(saved(visit, "CSV", "infill-gibbs-mh-1.csv").lines()).hasSize(texts.size() + 1);
    visit.button("Copy all").click();
    assertThat(visit.button("Copied")).isVisible();
    assertThat(visit.page().evaluate("navigator.clipboard.readText()")).isEqualTo(lines);
    visit.button("Copy link").click();
    assertThat(visit.page().locator("#link-button")).hasText("Copied");
    String link = (String) visit.page().evaluate("navigator.clipboard.readText()");
    Visit other = PAGE.visit("#" + URI.create(link).getRawFragment(), ServedPage.window(1280, 800));
    assertThat(other.text()).isEqualTo(WORDS);
    assertThat(other.page().locator("#pins button")).hasCount(2);
    other.run().click();
    awaitEnd(other);
    assertThat(other.page().locator(".filled").allTextContents()).isEqualTo(texts);
  }

  private static void compares(Visit visit) {
    visit.setting("Steps").fill("10");
    visit.compare().check();
    visit.run().click();
    assertThat(visit.phase()).hasCount(2);
    awaitEnd(visit);
    assertThat(
            visit
                .page()
                .getByRole(AriaRole.TABLE, new Page.GetByRoleOptions().setName("Side by side")))
        .isVisible();
  }

  private static void cancels(Visit visit) {
    visit.compare().uncheck();
    visit.setting("Steps").fill("2000");
    visit.page().locator("#pins button").last().click();
    visit.page().locator("#pins button").click();
    assertThat(visit.page().locator("#pins")).not().isVisible();
    // With three blanks all contexts are soon known, and what is left of the steps takes no time.
    for (String word : List.of("he", "not", "all", "chance", "abandoned")) {
      visit.word(word).click();
    }
    visit.run().click();
    await(visit.phase(), Pattern.compile("Step \\d+ of 2000"));
    await(visit.candidates().first(), Pattern.compile("U −"));
    visit.cancel().click();
    await(visit.phase(), Pattern.compile("Cancelled after [\\d,]+ steps? in"));
    assertThat(visit.candidates()).hasCount(5);
  }

  private static void goesBack(Visit visit) {
    visit.button("History").click();
    Locator entries = visit.page().locator(".entry");
    assertThat(entries).hasCount(5);
    entries.last().click();
    assertThat(visit.page().locator(".candidates")).containsText("given me the chance");
    assertThat(visit.text()).isEqualTo(WORDS);
    assertThat(visit.page().locator("#pins")).not().isVisible();
    assertThat(visit.setting("Steps")).hasValue("50");
  }
}
