package dev.infill.web.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import dev.infill.core.lab.FakeModel;
import java.net.URI;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Links that hold what cannot be, and links to what was drawn. */
@Tag("exhaustive")
class PermalinkTest {
  @RegisterExtension static final ServedPage PAGE = new ServedPage(FakeModel::new);

  private static Visit visit(String settings) {
    return PAGE.visit(ServedPage.SHORT_TEXT + settings, ServedPage.window(1280, 800));
  }

  @Test
  void settingsThatCannotBeReadAreNamed() {
    Visit visit = visit("&steps=abc&sampler=foo&compare=bar&temperature=null&words=xyz&chains=7");
    Locator alert = visit.page().getByRole(AriaRole.ALERT);
    assertThat(alert).containsText("Sampler “foo”");
    assertThat(alert).containsText("Steps “abc”");
    assertThat(alert).containsText("Temperature “null”");
    assertThat(alert).containsText("Compare with “bar”");
    assertThat(visit.setting("Sampler")).hasValue("gibbs-mh");
    assertThat(visit.page().locator("#setting-sampler-error"))
        .hasText("“foo” cannot be chosen: gibbs-mh instead.");
    assertThat(visit.setting("Steps")).hasValue("");
    assertThat(visit.setting("Steps")).hasAttribute("placeholder", "until settled");
    assertThat(visit.setting("Steps")).hasAttribute("aria-invalid", "true");
    assertThat(visit.page().locator("#setting-steps-error")).isVisible();
    assertThat(visit.page().locator("#setting-temperature-error")).isVisible();
    assertThat(visit.compare()).not().isChecked();
    assertThat(visit.setting("Chains")).hasValue("7");
    assertThat(visit.blank(1)).hasAccessibleName("blank 1");
    visit.runToEnd();
    assertThat(alert).not().isVisible();
    assertThat(visit.page().locator("#setting-steps-error")).not().isVisible();
    assertThat(visit.page().locator(".run-settings"))
        .containsText(
            Pattern.compile("7 × \\d+ steps(, not| until) settled|7 × \\d+ steps, ended"));
  }

  @Test
  void aSeedThatWouldBeRoundedIsRefused() {
    Visit visit = visit("&seed=9007199254740993");
    assertThat(visit.setting("Seed")).hasValue("9007199254740993");
    visit.run().click();
    assertThat(visit.page().locator("#setting-seed-error")).isVisible();
    assertThat(visit.requests()).noneMatch(address -> address.endsWith("/infill"));
  }

  @Test
  void wordsThatAreAllowedAreNoPinsUnlessTheyAreAlone() {
    Visit visit = visit("&allow=%7B%221%22:[%22old%22,%22man%22]%7D");
    assertThat(visit.page().locator("#pins")).not().isVisible();
    assertThat(visit.setting("Allow only")).hasValue("1=old,man");
    visit.runToEnd();
    assertThat(visit.candidates()).hasCount(2);

    Visit pinned = visit("&allow=%7B%221%22:[%22old%22]%7D");
    assertThat(pinned.blank(1)).hasAccessibleName("blank 1, keeps “old”");
    assertThat(pinned.setting("Allow only")).hasValue("");
  }

  @Test
  void aPatternThatIsAllowedAloneIsNoPin() {
    Visit visit = visit("&allow=%7B%221%22:[%22*a*%22]%7D");
    assertThat(visit.page().locator("#pins")).not().isVisible();
    assertThat(visit.setting("Allow only")).hasValue("1=*a*");
    visit.runToEnd();
    assertThat(visit.candidates().first().locator(".fill.new").first()).isVisible();
    assertThat(visit.candidates().locator(".fill.pinned")).hasCount(0);
  }

  @Test
  void aPhraseThatIsAllowedAloneIsNoPin() {
    Visit visit =
        PAGE.visit(
            "#text=the+[MASK:1-2]+ran&allow=%7B%221%22:[%22old%20man%22]%7D",
            ServedPage.window(1280, 800));
    assertThat(visit.page().locator("#pins")).not().isVisible();
    assertThat(visit.setting("Allow only")).hasValue("1=old man");
  }

  @Test
  void aLinkToADrawnSeedBringsTheSameFillings() {
    Visit visit =
        PAGE.visit(
            "#text=the+[MASK]+man+[MASK]+,+[MASK]",
            ServedPage.window(1280, 800)
                .setPermissions(List.of("clipboard-read", "clipboard-write")));
    visit.runToEnd();
    assertThat(visit.setting("Seed")).hasValue("");
    assertThat(visit.page().url()).doesNotContain("seed=");
    visit.button("Copy link").click();
    // The button says so for a moment only.
    assertThat(visit.page().locator("#live")).hasText("Copied.");
    String link = (String) visit.page().evaluate("navigator.clipboard.readText()");
    assertThat(link).contains("&seed=");
    List<String> texts = visit.page().locator(".filled").allTextContents();

    Visit other = PAGE.visit("#" + URI.create(link).getRawFragment(), ServedPage.window(1280, 800));
    other.runToEnd();
    assertThat(other.page().locator(".run-settings").textContent())
        .isEqualTo(visit.page().locator(".run-settings").textContent());
    assertThat(other.page().locator(".filled").allTextContents()).isEqualTo(texts);

    visit.button("History").click();
    visit.page().locator(".entry").click();
    assertThat(visit.setting("Seed")).not().hasValue("");
    visit.runToEnd();
    assertThat(visit.page().locator(".filled").allTextContents()).isEqualTo(texts);

    // A link to another text is to that text, and to no seed.
    visit.setting("Seed").fill("");
    visit.button("Copy link").click();
    assertThat(visit.page()).hasURL(Pattern.compile("#text=((?!seed=).)*$"));
  }
}
