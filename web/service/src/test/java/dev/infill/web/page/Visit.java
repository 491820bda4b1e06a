package dev.infill.web.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.infill.browser.ObservedPage;
import java.net.URI;
import java.util.List;
import java.util.regex.Pattern;

/** The page in a browser, its parts by what users know them by, and everything it complained of. */
final class Visit implements AutoCloseable {
  private final ObservedPage observed;
  private final Page page;

  Visit(Browser browser, Browser.NewContextOptions options, URI address) {
    this.observed = ObservedPage.open(browser, options, address);
    this.page = observed.page();
  }

  /** Waits until the page knows what the service offers. */
  Visit ready() {
    assertThat(run()).isEnabled();
    return this;
  }

  Page page() {
    return page;
  }

  /** Returns console errors and warnings, uncaught exceptions and dialogs. */
  List<String> complaints() {
    return observed.complaints();
  }

  /** Expects, and forgets, the browser's own complaint of an answer that is an error. */
  void expectComplaint(String part) {
    org.assertj.core.api.Assertions.assertThat(observed.forget(part)).as(part).isTrue();
  }

  /** Forgets what tools of the tests make the browser complain of. */
  void ignoreComplaints(String part) {
    observed.forget(part);
  }

  /** Returns all addresses that were asked for. */
  List<String> requests() {
    return observed.requests();
  }

  Locator button(String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  Locator button(Pattern name) {
    return page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name));
  }

  Locator run() {
    return page.locator("#run");
  }

  Locator cancel() {
    return button("Cancel");
  }

  Locator word(String word) {
    return page.locator("#board")
        .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(word).setExact(true));
  }

  Locator blank(int number) {
    return page.locator("#board .blank").nth(number - 1);
  }

  /** The field of a setting, unfolded. */
  Locator setting(String label) {
    page.locator("#settings").evaluate("settings => { settings.open = true; }");
    return page.getByLabel(label, new Page.GetByLabelOptions().setExact(true));
  }

  Locator compare() {
    return page.getByRole(AriaRole.CHECKBOX, new Page.GetByRoleOptions().setName("Compare with"));
  }

  Locator phase() {
    return page.locator(".phase");
  }

  Locator candidates() {
    return page.locator(".candidates > li");
  }

  /** The fill of a blank in a candidate, both counted from 1. */
  Locator fill(int candidate, int blank) {
    return candidates().nth(candidate - 1).locator("button.fill").nth(blank - 1);
  }

  /** Opens what is told of a run beside its list. */
  void openDetails() {
    page.locator(".more > summary").first().click();
  }

  Locator card() {
    return page.locator(".fill-card");
  }

  /** Returns the text as it would be sent. */
  String text() {
    return page.locator("#text").inputValue();
  }

  /** Writes a text, and goes back to its words. */
  void write(String text) {
    button("Write").click();
    page.locator("#text").fill(text);
    button("Blank words").click();
  }

  /** Runs, and waits for the end of all runs. */
  void runToEnd() {
    run().click();
    awaitEnd();
  }

  void awaitEnd() {
    assertThat(phase().first()).containsText("Done");
    assertThat(phase().last()).containsText("Done");
  }

  /** Presses a button that saves something. */
  Download saved(String button) {
    return page.waitForDownload(() -> button(button).click());
  }

  @Override
  public void close() {
    observed.close();
  }
}
