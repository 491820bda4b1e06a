package dev.infill.web.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import dev.infill.core.lab.FakeModel;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Whatever the page takes away, the keyboard is never left at its beginning. */
@Tag("exhaustive")
class FocusTest {
  private static final Turnstile TURNSTILE = new Turnstile();

  @RegisterExtension static final ServedPage PAGE = new ServedPage(() -> new FakeModel(TURNSTILE));

  @AfterEach
  void open() {
    TURNSTILE.open();
  }

  private static Visit visit() {
    Visit visit = PAGE.visit();
    visit.write("the [MASK] man [MASK]");
    visit.setting("Seed").fill("3");
    return visit;
  }

  @Test
  void itIsAtTheResultsAfterAPin() {
    Visit visit = visit();
    visit.runToEnd();
    visit.fill(1, 1).press("Enter");
    assertThat(visit.button(Pattern.compile("^Keep"))).isFocused();
    visit.page().keyboard().press("Enter");
    assertThat(visit.page().locator("#results")).isFocused();
    visit.awaitEnd();
    visit.page().keyboard().press("Tab");
    assertThat(visit.page().locator("#results :focus")).hasCount(1);
  }

  @Test
  void itIsAtTheButtonOfTheHistoryWhenThatIsClosed() {
    Visit visit = visit();
    visit.runToEnd();
    visit.button("History").click();
    assertThat(visit.button("Close")).isFocused();
    visit.button("Close").press("Enter");
    assertThat(visit.button("History")).isFocused();
    visit.page().keyboard().press("Enter");
    visit.page().keyboard().press("Escape");
    assertThat(visit.button("History")).isFocused();
    assertThat(visit.page().locator("#history")).not().isVisible();
  }

  @Test
  void itStaysInTheHistoryWhenARunEnds() {
    Visit visit = visit();
    visit.runToEnd();
    TURNSTILE.closeAfter(0);
    visit.setting("Seed").fill("4");
    visit.run().click();
    visit.button("History").click();
    Locator entry = visit.page().locator(".entry");
    assertThat(entry).hasCount(1);
    entry.focus();
    TURNSTILE.open();
    assertThat(entry).hasCount(2);
    assertThat(entry.nth(1)).isFocused();
    visit.button(Pattern.compile("^Forget “")).nth(1).press("Enter");
    assertThat(entry).hasCount(1);
    assertThat(visit.button("Close")).isFocused();
  }

  @Test
  void itIsAtTheSettingsThatWereReset() {
    Visit visit = visit();
    visit.button("Back to the defaults").press("Enter");
    assertThat(visit.setting("Sampler")).isFocused();
  }

  @Test
  void itIsInTheTextWhenAPinIsReleased() {
    Visit visit =
        PAGE.visit(
            "#text=the+[MASK]&allow=%7B%221%22:[%22old%22]%7D", ServedPage.window(1280, 800));
    visit.button("Do not keep “old” in blank 1").press("Enter");
    assertThat(visit.page().locator("#board :focus")).hasCount(1);
    visit.page().reload();
    visit.ready();
    visit.button("Write").click();
    visit.button("Do not keep “old” in blank 1").press("Enter");
    assertThat(visit.page().locator("#text")).isFocused();
  }

  @Test
  void itIsAtTheCopyButtonWithoutAClipboardAsWell() {
    Visit visit = visit();
    visit
        .page()
        .evaluate(
            "() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }");
    visit.button("Copy link").press("Enter");
    Locator button = visit.page().locator("#link-button");
    assertThat(button).hasText("Copied");
    assertThat(button).isFocused();
    assertThat(visit.page().locator("#live")).hasText("Copied.");
  }

  @Test
  void theCopyButtonGetsItsNameBackHoweverOftenItIsClicked() {
    Visit visit = visit();
    visit.page().evaluate("() => { navigator.clipboard.writeText = () => Promise.resolve(); }");
    Locator button = visit.page().locator("#link-button");
    button.dblclick();
    assertThat(button).hasText("Copied");
    button.click();
    assertThat(button).hasText("Copy link");
    assertThat(visit.page().evaluate("document.activeElement.id")).isEqualTo("link-button");
  }
}
