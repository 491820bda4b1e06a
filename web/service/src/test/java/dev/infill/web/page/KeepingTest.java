package dev.infill.web.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.infill.core.lab.FakeModel;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Results are taken away, linked to, and found again. */
@Tag("exhaustive")
class KeepingTest {
  @RegisterExtension static final ServedPage PAGE = new ServedPage(FakeModel::new);

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

  private static String saved(Visit visit, String button, String name) throws IOException {
    Download download = visit.saved(button);
    assertThat(download.suggestedFilename()).isEqualTo(name);
    return Files.readString(download.path());
  }

  @Test
  void aResultIsSavedAsJsonCsvAndText() throws IOException {
    Visit visit = filled();
    List<String> texts = visit.page().locator(".filled").allTextContents();
    JsonNode json = new ObjectMapper().readTree(saved(visit, "JSON", "infill-gibbs-mh-3.json"));
    assertThat(json.get("candidates").findValuesAsText("text")).isEqualTo(texts);
    assertThat(json.get("settings").get("seed").intValue()).isEqualTo(3);
    for (String figure : List.of("energy", "hammingDistance")) {
      JsonNode convergence = json.at("/diagnostics/convergence/" + figure);
      assertThat(visit.page().locator(".behaviour"))
          .containsText(
              String.format(
                  Locale.ROOT,
                  "bulk %.2f, folded %.2f",
                  convergence.get("bulkRHat").doubleValue(),
                  convergence.get("foldedRHat").doubleValue()));
    }
    assertThat(saved(visit, "Text", "infill-gibbs-mh-3.txt"))
        .isEqualTo(String.join("\n", texts) + "\n");
    List<String> lines = saved(visit, "CSV", "infill-gibbs-mh-3.csv").lines().toList();
    assertThat(lines)
        .hasSize(4)
        .first()
        .isEqualTo(
            "rank,text,energy,probability,probabilityStandardError,probabilityBound,chains,fill1,logProbability1,fill2,logProbability2");
    JsonNode best = json.get("candidates").get(0);
    assertThat(lines.get(1))
        .startsWith("1,\"" + texts.get(0) + "\"," + best.get("energy").asText() + ",")
        .contains("zürich," + best.get("fills").get(0).get("logProbability").asText());
  }

  @Test
  void fillingsAreCopied() {
    Visit visit = filled();
    List<String> texts = visit.page().locator(".filled").allTextContents();
    visit.button("Copy all").click();
    assertThat(visit.button("Copied")).isVisible();
    assertThat(visit.page().evaluate("navigator.clipboard.readText()"))
        .isEqualTo(String.join("\n", texts) + "\n");
    visit.button("Copy “" + texts.get(1) + "”").click();
    assertThat(visit.candidates().nth(1)).containsText("Copied");
    assertThat(visit.page().evaluate("navigator.clipboard.readText()")).isEqualTo(texts.get(1));
  }

  @Test
  void aLinkCarriesTextAndSettings() {
    Visit visit = filled();
    visit.setting("Sampler").selectOption("gwg");
    visit.compare().check();
    visit.fill(1, 2).hover();
    visit.button(Pattern.compile("^Pin “man”")).click();
    visit.awaitEnd();
    visit.button("Copy link").click();
    assertThat(visit.button("Copied")).isVisible();
    String link = (String) visit.page().evaluate("navigator.clipboard.readText()");
    assertThat(visit.page()).hasURL(link);

    Visit other = PAGE.visit("#" + URI.create(link).getRawFragment(), ServedPage.window(1280, 800));
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

  @Test
  void theTextOfALinkStaysWithTheBrowser() {
    Visit visit = filled();
    visit.page().reload();
    assertThat(visit.run()).isEnabled();
    assertThat(visit.text()).isEqualTo("the [MASK] man , [MASK]");
    assertThat(visit.requests()).noneMatch(address -> address.contains("MASK"));
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

  private static int kept(Visit visit) {
    return (int) visit.page().evaluate("JSON.parse(localStorage.getItem('infill.history')).length");
  }

  @Test
  void anotherTabHasTheSameHistory() {
    Visit visit = filled();
    visit.button("History").click();
    Locator entries = visit.page().locator(".entries > li");
    assertThat(entries).hasCount(1);
    Page other = visit.page().context().newPage();
    other.navigate(visit.page().url());
    other.evaluate(
        """
            () => {
              const kept = JSON.parse(localStorage.getItem("infill.history"));
              const entry = { ...kept[0], when: "2026-01-01T00:00:00.000Z", fragment: "#text=the+[MASK]" };
              localStorage.setItem("infill.history", JSON.stringify([...kept, entry]));
            }
            """);
    assertThat(entries).hasCount(2);
    other.close();
    visit.run().click();
    assertThat(entries).hasCount(3);
    assertThat(kept(visit)).isEqualTo(3);
    visit.button(Pattern.compile("^Forget “")).first().click();
    assertThat(kept(visit)).isEqualTo(2);
  }

  @Test
  void aFullStorageKeepsTheLatestRunsAndSaysSo() {
    Visit visit = filled();
    visit
        .page()
        .evaluate(
            """
            () => {
              const set = Storage.prototype.setItem;
              Storage.prototype.setItem = function (key, value) {
                if (JSON.parse(value).length > 1) {
                  throw new DOMException("full", "QuotaExceededError");
                }
                set.call(this, key, value);
              };
            }
            """);
    visit.write("the [MASK]");
    visit.runToEnd();
    visit.button("History").click();
    assertThat(visit.page().locator(".entries > li")).hasCount(1);
    assertThat(visit.page().locator(".entries")).containsText("the zürich");
    assertThat(visit.page().getByText("older ones had to go")).isVisible();
    visit.page().reload();
    visit.ready();
    visit.button("History").click();
    assertThat(visit.page().locator(".entries")).containsText("the zürich");
  }

  @Test
  void aStorageThatIsDeniedIsMadeUpForAsLongAsThePageLasts() {
    Visit visit = PAGE.visit();
    visit
        .page()
        .evaluate(
            "() => { Storage.prototype.setItem = () => { throw new DOMException('denied', 'SecurityError'); }; }");
    visit.runToEnd();
    visit.setting("Seed").fill("4");
    visit.runToEnd();
    visit.button("History").click();
    assertThat(visit.page().locator(".entries > li")).hasCount(2);
    assertThat(visit.page().getByText("the list lasts until it is closed")).isVisible();
    visit.button(Pattern.compile("^Forget “")).first().click();
    assertThat(visit.page().locator(".entries > li")).hasCount(1);
  }

  @Test
  void textsStayTexts() {
    Visit visit = PAGE.visit();
    visit.write("the <img src=x onerror=alert(1)> &amp; [MASK] </script>");
    assertThat(visit.page().locator("#board img")).hasCount(0);
    visit.runToEnd();
    assertThat(visit.candidates().first())
        .containsText("the <img src=x onerror=alert(1)> &amp; zürich </script>");
    assertThat(visit.page().locator("#results img")).hasCount(0);
    visit.button("History").click();
    assertThat(visit.page().locator("#history img")).hasCount(0);
  }

  @Test
  void theThemeIsChosenAndKept() {
    Visit visit = PAGE.visit();
    Locator theme = visit.page().getByLabel("Theme");
    theme.selectOption("dark");
    String dark = background(visit);
    visit.page().reload();
    assertThat(visit.run()).isEnabled();
    assertThat(theme).hasValue("dark");
    assertThat(background(visit)).isEqualTo(dark);
    theme.selectOption("light");
    assertThat(background(visit)).isNotEqualTo(dark);
  }

  private static String background(Visit visit) {
    return (String)
        visit.page().evaluate("getComputedStyle(document.documentElement).backgroundColor");
  }
}
